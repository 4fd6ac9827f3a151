#include "language.h"
#include "slipflow/simple_ts/backend.hpp"

namespace slipflow::simple_ts {

double Residuals::largest() const {
  double m = 0;
  for (double r : {p, T, u, v}) m = sf_max_keeping_nan(m, r);
  return m;
}

}  // namespace slipflow::simple_ts
