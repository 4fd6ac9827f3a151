#include "slipflow/simple_ts/start_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace slipflow::simple_ts {

namespace {
// Where a point lies among the centres of the cells along an axis; beyond the outermost, on it.
struct Place {
  std::size_t lo, hi;
  double weight_hi;
};

class Centres {
 public:
  explicit Centres(const std::vector<double>& faces) {
    for (std::size_t k = 1; k < faces.size(); ++k)
      centres_.push_back(0.5 * (faces[k - 1] + faces[k]));
  }
  Place around(double x) const {
    const auto above = std::upper_bound(centres_.begin(), centres_.end(), x);
    const auto hi = static_cast<std::size_t>(above - centres_.begin());
    if (hi == 0 || hi == centres_.size()) {
      const std::size_t at = hi == 0 ? 0 : hi - 1;
      return {at, at, 0};
    }
    return {hi - 1, hi, (x - centres_[hi - 1]) / (centres_[hi] - centres_[hi - 1])};
  }

 private:
  std::vector<double> centres_;
};

class Interpolation {
 public:
  explicit Interpolation(const StartFields& f)
      : fields_(f), x_(f.x), y_(f.y), nx_(f.x.size() - 1) {}

  // Of the gas cells around the point; nothing if there are none.
  std::optional<double> at(const std::vector<double>& field, double x, double y) const {
    const Place i = x_.around(x), j = y_.around(y);
    double sum = 0, weights = 0;
    for (int k = 0; k < 4; ++k) {
      const std::size_t cell = (k / 2 ? j.hi : j.lo) * nx_ + (k % 2 ? i.hi : i.lo);
      const double weight =
          (k % 2 ? i.weight_hi : 1 - i.weight_hi) * (k / 2 ? j.weight_hi : 1 - j.weight_hi);
      if (fields_.solid[cell] || weight == 0) continue;
      sum += weight * field[cell];
      weights += weight;
    }
    if (weights == 0) return std::nullopt;
    return sum / weights;
  }

 private:
  const StartFields& fields_;
  Centres x_, y_;
  std::size_t nx_;
};

// Whether faces from lo to hi cover the axis, but for rounding.
bool covers(const std::vector<double>& faces, const mesh::Axis& axis) {
  const double rounding = 1e-9 * (axis.faces.back() - axis.faces.front());
  return faces.front() <= axis.faces.front() + rounding &&
         faces.back() >= axis.faces.back() - rounding;
}
}  // namespace

std::string reason_against(const Case& c, const StartFields& f) {
  if (!covers(f.x, c.mesh.x) || !covers(f.y, c.mesh.y))
    return fmt::format("covers x {} to {}, y {} to {}, which is not all of the mesh", f.x.front(),
                       f.x.back(), f.y.front(), f.y.back());
  for (std::size_t at = 0; at < f.T.size(); ++at) {
    if (f.solid[at]) continue;
    const bool fits = f.T[at] > 0 && f.rho[at] > 0 && std::isfinite(f.T[at]) &&
                      std::isfinite(f.rho[at]) && std::isfinite(f.u[at]) && std::isfinite(f.v[at]);
    if (!fits)
      return fmt::format("has T = {}, rho = {}, u = {}, v = {} in cell ({}, {}), which no gas has",
                         f.T[at], f.rho[at], f.u[at], f.v[at], at % (f.x.size() - 1),
                         at / (f.x.size() - 1));
  }
  return "";
}

void put_fields(const Case& c, const StartFields& fields, State& s) {
  const Interpolation from(fields);
  const auto layout = c.mesh.layout();
  const auto& x = c.mesh.x;
  const auto& y = c.mesh.y;
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      if (c.mesh.solid(i, j)) continue;
      const auto T = from.at(fields.T, x.centre(i), y.centre(j));
      if (!T) continue;
      s.T[layout.at(i, j)] = *T;
      s.rho[layout.at(i, j)] = *from.at(fields.rho, x.centre(i), y.centre(j));
    }
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i <= layout.nx; ++i)
      if (!c.mesh.solid(i - 1, j) && !c.mesh.solid(i, j))
        s.u[layout.at(i, j)] = from.at(fields.u, x.faces[i], y.centre(j)).value_or(0);
  for (int j = 0; j <= layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i)
      if (!c.mesh.solid(i, j - 1) && !c.mesh.solid(i, j))
        s.v[layout.at(i, j)] += from.at(fields.v, x.centre(i), y.faces[j]).value_or(0);
}

}  // namespace slipflow::simple_ts
