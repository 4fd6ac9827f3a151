// The rule of macros/inner_outcome.h in the precision this file is compiled for.
#include <cstring>
#include <limits>

#include "precisions.hpp"
#include "slipflow/simple_ts/equations.hpp"

namespace slipflow::simple_ts {

namespace {
SfInnerProgress progress_of(const std::byte* bytes) {
  SfInnerProgress p;
  std::memcpy(&p, bytes, sizeof p);
  return p;
}

void start(std::byte* bytes, double factor) {
  const SfInnerProgress p = sf_inner_start(static_cast<real>(factor));
  std::memcpy(bytes, &p, sizeof p);
}

void judge(std::byte* bytes, const Residuals& r, double tolerance, int period) {
  SfInnerProgress p = progress_of(bytes);
  const real changes[] = {static_cast<real>(r.p), static_cast<real>(r.T), static_cast<real>(r.u),
                          static_cast<real>(r.v), static_cast<real>(r.w)};
  sf_judge_inner_iteration(&p, changes, static_cast<real>(tolerance), period);
  std::memcpy(bytes, &p, sizeof p);
}

InnerResult result(const std::byte* bytes) {
  const SfInnerProgress p = progress_of(bytes);
  const auto residuals = [](const real(&r)[SF_RESIDUALS]) {
    return Residuals{r[0], r[1], r[2], r[3], SF_AXES == 3 ? r[SF_RESIDUALS - 1] : 0};
  };
  return {p.count,  residuals(p.first),        residuals(p.last),
          p.factor, p.outcome == SF_CONVERGED, p.outcome == SF_DIVERGED};
}

double error(const std::byte* bytes, int period) {
  const SfInnerProgress p = progress_of(bytes);
  const double q = p.factor;
  return q < 1 ? sf_change_of_period(&p, period) * q / (1 - q)
               : std::numeric_limits<double>::infinity();
}
}  // namespace

template <>
InnerIterations inner_iterations_of<Precision::SF_PRECISION, SF_AXES>() {
  return {sizeof(SfInnerProgress), start, judge, result, error};
}

}  // namespace slipflow::simple_ts
