// A flow in pixels, so that its lines follow stretched axes.
#pragma once

#include <algorithm>
#include <cmath>

#include "overlays.hpp"

namespace slipflow::drawing {

/// The flow as a picture shows it.
class PixelFlow {
 public:
  PixelFlow(const PlaneFlow& flow, const PicturePlan& plan)
      : flow_(flow),
        plan_(plan),
        x_scale_(plan.plot.width / plan.window.width()),
        y_scale_(plan.plot.height / plan.window.height()) {
    for (std::size_t k = 0; k < flow.across.values.size(); ++k) {
      const double speed = std::hypot(flow.across.values[k], flow.along.values[k]);
      if (std::isfinite(speed)) largest_ = std::max(largest_, speed);
    }
  }

  /// The part of the largest speed there, and its direction in the picture; false where there is
  /// none.
  bool at(const Dot& dot, double& speed, Dot& direction) const {
    const double x = plan_.window.x0 + (dot.x - plan_.plot.x) / x_scale_;
    const double y = plan_.window.y0 + (dot.y - plan_.plot.y) / y_scale_;
    // Divided first, so that no product of a diverging run overflows.
    double u = flow_.across(x, y) / largest_, v = flow_.along(x, y) / largest_;
    if (const auto wall = flow_.wall ? flow_.wall(x, y) : std::nullopt) {
      if (wall->distance < -kInBody) return false;
      // Values between cells do not know where the wall is, through which nothing flows.
      const double through =
          (1 - std::clamp(wall->distance, 0.0, 1.0)) * (u * wall->n_x + v * wall->n_y);
      u -= through * wall->n_x;
      v -= through * wall->n_y;
    }
    speed = std::hypot(u, v);
    if (!(speed > kSlowest) || !std::isfinite(speed)) return false;
    const double length = std::hypot(u * x_scale_, v * y_scale_);
    direction = {u * x_scale_ / length, v * y_scale_ / length};
    return std::isfinite(direction.x) && std::isfinite(direction.y);
  }

 private:
  static constexpr double kSlowest = 1e-6;  // below it directions are rounding noise
  static constexpr double kInBody = 0.02;   // cells, for steps along a wall that leave the gas

  const PlaneFlow& flow_;
  const PicturePlan& plan_;
  double x_scale_, y_scale_, largest_ = 0;
};

}  // namespace slipflow::drawing
