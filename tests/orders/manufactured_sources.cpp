// The sources that the equations of this program add: SF_ADD_SOURCE in context.h.
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

ManufacturedSources& manufactured_sources() {
  static ManufacturedSources sources;
  return sources;
}

}  // namespace slipflow::simple_ts
