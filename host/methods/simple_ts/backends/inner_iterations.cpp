// Inner iterations one by one, with the rule of macros/inner_outcome.h in the precision this file
// is compiled for.
#include <cstring>

#include "precisions.hpp"
#include "slipflow/simple_ts/equations.hpp"

namespace slipflow::simple_ts {

namespace {
InnerResult result_of(const SfInnerProgress& p) {
  const auto residuals = [](const real(&r)[SF_RESIDUALS]) {
    return Residuals{r[0], r[1], r[2], r[3]};
  };
  return {p.count,  residuals(p.first),        residuals(p.last),
          p.factor, p.outcome == SF_CONVERGED, p.outcome == SF_DIVERGED};
}

InnerResult result_of_bytes(const std::byte* progress) {
  SfInnerProgress p;
  std::memcpy(&p, progress, sizeof p);
  return result_of(p);
}

InnerResult iterate(Backend& backend, const InnerControl& control, double factor, int period) {
  SfInnerProgress progress = sf_inner_start(static_cast<real>(factor));
  while (progress.count < control.max && progress.outcome == SF_GOES_ON) {
    backend.advance_inner_iteration();
    const Residuals r = backend.residuals();
    const real changes[] = {static_cast<real>(r.p), static_cast<real>(r.T), static_cast<real>(r.u),
                            static_cast<real>(r.v)};
    sf_judge_inner_iteration(&progress, changes, static_cast<real>(control.tolerance), period);
  }
  return result_of(progress);
}
}  // namespace

template <>
InnerIterations inner_iterations_of<Precision::SF_PRECISION>() {
  return {iterate, sizeof(SfInnerProgress), result_of_bytes};
}

}  // namespace slipflow::simple_ts
