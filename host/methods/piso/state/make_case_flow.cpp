#include "state/box_flow.hpp"
#include "state/poly_flow.hpp"

namespace slipflow::piso {

std::unique_ptr<CaseFlow> make_case_flow(const Case& c) {
  if (c.poly) return std::make_unique<PolyFlow>(c);
  return std::make_unique<BoxFlow>(c);
}

}  // namespace slipflow::piso
