// The methods of this program: another list than that of host/app/methods.cpp.
#include "method.hpp"
#include "slipflow/simple_ts/method.hpp"

namespace slipflow::app {

std::vector<methods::Method> make_methods() { return {simple_ts::method(), heat::method()}; }

}  // namespace slipflow::app
