#include "methods.hpp"

#include "slipflow/piso/problem.hpp"
#include "slipflow/psi_omega/problem.hpp"
#include "slipflow/simple_ts/problem.hpp"
#include "slipflow/transport/problem.hpp"

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
