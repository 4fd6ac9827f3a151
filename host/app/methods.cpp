#include "methods.hpp"

#include "slipflow/piso/method.hpp"
#include "slipflow/psi_omega/method.hpp"
#include "slipflow/simple_ts/method.hpp"
#include "slipflow/transport/method.hpp"

namespace slipflow::app {

std::vector<methods::Method> make_methods() {
  return {
      simple_ts::method(),
      psi_omega::method(),
      transport::method(),
      piso::method(),
  };
}

}  // namespace slipflow::app
