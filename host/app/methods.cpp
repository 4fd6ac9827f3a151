#include "methods.hpp"

#include "slipflow/simple_ts/method.hpp"

namespace slipflow::app {

std::vector<methods::Method> make_methods() {
  return {
      simple_ts::method(),
  };
}

}  // namespace slipflow::app
