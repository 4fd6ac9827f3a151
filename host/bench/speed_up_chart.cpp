// The counterpart of the paper's Figures 11 to 14: a panel per scheme, a curve per device and mesh.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "slipflow/bench/report.hpp"
#include "slipflow/drawing/line_chart.hpp"

namespace slipflow::bench {

namespace {
// Identifies a curve of a panel.
std::string curve_name(const Result& r, const std::vector<Result>& all) {
  std::string name = r.mesh.size();
  const auto differ = [&](auto what) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Result& other) { return what(other) != what(r); });
  };
  name += ", " + r.device;
  if (differ([](const Result& x) { return x.launch.kernels; })) name += ", " + r.launch.kernels;
  if (differ([](const Result& x) { return x.launch.work_group_size; }))
    name += fmt::format(", groups of {}", r.launch.work_group_size);
  return name;
}

drawing::Curve& curve_of(drawing::ChartPanel& panel, const std::string& name) {
  for (drawing::Curve& curve : panel.curves)
    if (curve.name == name) return curve;
  return panel.curves.emplace_back(drawing::Curve{name, {}});
}

drawing::ChartPanel& panel_of(std::vector<drawing::ChartPanel>& panels, const std::string& title) {
  for (drawing::ChartPanel& panel : panels)
    if (panel.title == title) return panel;
  return panels.emplace_back(drawing::ChartPanel{title, {}});
}
// "implicit upwind (serial 11.9 to 13.2 Mcell/s)".
std::string panel_title(const Result& r, const std::vector<Result>& all) {
  double least = r.serial_cell_updates(), most = least;
  for (const Result& other : all) {
    if (other.scheme != r.scheme || !other.iteration) continue;
    least = std::min(least, other.serial_cell_updates());
    most = std::max(most, other.serial_cell_updates());
  }
  return least == most ? fmt::format("{} (serial {:.3g} Mcell/s)", r.scheme, 1e-6 * least)
                       : fmt::format("{} (serial {:.3g} to {:.3g} Mcell/s)", r.scheme, 1e-6 * least,
                                     1e-6 * most);
}
}  // namespace

std::string speed_up_chart(const Report& report) {
  std::vector<drawing::ChartPanel> panels;
  for (const Result& r : report.results) {
    if (!r.valid() || !r.iteration || !(r.speed_up() > 0)) continue;
    drawing::Curve& curve =
        curve_of(panel_of(panels, panel_title(r, report.results)), curve_name(r, report.results));
    curve.points.emplace_back(r.launch.rows, r.speed_up());
  }
  if (panels.empty()) return "";
  for (drawing::ChartPanel& panel : panels)
    for (drawing::Curve& curve : panel.curves) std::sort(curve.points.begin(), curve.points.end());
  return drawing::draw_line_chart(
      panels, {.title = "Inner iteration: speed-up over the serial reference on "
                        "one core of " +
                        report.host_cpu,
               .x_label = "rows per sub-domain",
               .y_label = "speed-up"});
}

}  // namespace slipflow::bench
