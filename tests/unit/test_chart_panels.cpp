// Panels of charts from the columns of a table.
#include <doctest/doctest.h>

#include <algorithm>

#include "slipflow/run/chart_panels.hpp"

namespace test_chart_panels {

using namespace slipflow;

namespace {
using Columns = std::vector<std::pair<std::string, std::vector<double>>>;

run::NumberTable table_of(const Columns& columns) {
  run::NumberTable table;
  for (const auto& [title, values] : columns) {
    table.places.emplace(title.substr(0, title.find(" [")), table.titles.size());
    table.titles.push_back(title);
    table.columns.push_back(values);
  }
  return table;
}

const drawing::ChartPanel* panel_named(const std::vector<drawing::ChartPanel>& panels,
                                       const std::string& title, const std::string& label) {
  const auto found = std::ranges::find_if(
      panels, [&](const auto& panel) { return panel.title == title && panel.y_label == label; });
  return found == panels.end() ? nullptr : &*found;
}
}  // namespace

TEST_CASE("forces have a panel for each body and coefficient, with the sum of its parts") {
  const auto panels = run::panels_of(table_of({{"step", {0, 1}},
                                               {"time [s]", {0, 0.5}},
                                               {"a_b_drag_pressure", {1, 2}},
                                               {"a_b_drag_friction", {0.25, 0.5}},
                                               {"a_b_lift_pressure", {0, 0}},
                                               {"a_b_force_x [N/m]", {1, 3}},
                                               {"a_b_heat [W/m]", {4, 5}},
                                               {"a_b_west_pressure [N/m]", {1, 2}},
                                               {"wall_south_friction [N/m]", {7, 8}}}),
                                     {"a b"});
  REQUIRE(panels.size() == 3);
  const auto* drag = panel_named(panels, "a b", "drag coefficient");
  REQUIRE(drag);
  REQUIRE(drag->curves.size() == 3);
  CHECK(drag->curves[0].name == "sum");
  CHECK(drag->curves[0].points[1] == std::pair(0.5, 2.5));
  CHECK(drag->curves[2].name == "friction");
  CHECK(panel_named(panels, "a b", "heat into the wall / W/m"));
  CHECK(panel_named(panels, "wall south", "friction / N/m"));
  // Without coefficients the forces are shown.
  const auto forces = run::panels_of(
      table_of({{"iteration", {1, 2}}, {"a_force_x", {1, 3}}, {"a_pressure_y", {1, 2}}}), {"a"});
  CHECK(panel_named(forces, "a", "force along x"));
  CHECK(panel_named(forces, "a", "force along y"));
}

TEST_CASE("the boundaries share a panel, numbers of the domain have words") {
  const auto panels = run::panels_of(table_of({{"step", {0, 1}},
                                               {"time", {0, 0.5}},
                                               {"dt", {0.1, 0.1}},
                                               {"inner_iterations", {4, 6}},
                                               {"residual_p", {1e-3, 1e-4}},
                                               {"mass", {1, 1.5}},
                                               {"flow_west", {1, 2}},
                                               {"flow_east", {0, 3}},
                                               {"flow_south", {0, 0}},
                                               {"energy_east", {0, 4}},
                                               {"a_new_one", {0, 3}},
                                               {"steady_limit", {0, 1}}}),
                                     {});
  const auto* flows = panel_named(panels, "boundaries", "mass flow");
  REQUIRE(flows);
  REQUIRE(flows->curves.size() == 2);
  CHECK(flows->curves[1].name == "east");
  CHECK(flows->curves[1].points[1] == std::pair(0.5, 3.0));
  CHECK(panel_named(panels, "boundaries", "flow of energy"));
  CHECK(panel_named(panels, "", "mass in the domain"));
  CHECK(panel_named(panels, "", "inner iterations in a step"));
  CHECK(panel_named(panels, "", "a new one"));
  CHECK(panels.size() == 5);
}

}  // namespace test_chart_panels
