#include "slipflow/run/chart_panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "slipflow/mesh/mesh.hpp"
#include "slipflow/output/table.hpp"
#include "slipflow/output/table_reader.hpp"
#include "slipflow/setup/time_kind.hpp"

namespace slipflow::run {

std::string in_words(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return name;
}

namespace {
/// What a column with this ending shows, and which part of it.
struct Quantity {
  std::string_view ending, name, part;
};

constexpr std::array kOfSurfaces = {
    Quantity{"_drag_pressure", "drag coefficient", "pressure"},
    Quantity{"_drag_friction", "drag coefficient", "friction"},
    Quantity{"_lift_pressure", "lift coefficient", "pressure"},
    Quantity{"_lift_friction", "lift coefficient", "friction"},
    Quantity{"_drag", "drag coefficient", ""},
    Quantity{"_lift", "lift coefficient", ""},
    Quantity{"_side", "side force coefficient", ""},
    Quantity{"_pressure_x", "force along x", "pressure"},
    Quantity{"_friction_x", "force along x", "friction"},
    Quantity{"_pressure_y", "force along y", "pressure"},
    Quantity{"_friction_y", "force along y", "friction"},
    Quantity{"_pressure_z", "force along z", "pressure"},
    Quantity{"_friction_z", "force along z", "friction"},
    Quantity{"_force_x", "force along x", ""},
    Quantity{"_force_y", "force along y", ""},
    Quantity{"_force_z", "force along z", ""},
    Quantity{"_friction_heat", "heat into the wall", "friction"},
    Quantity{"_conduction", "heat into the wall", "conduction"},
    Quantity{"_heat", "heat into the wall", "sum"},
    Quantity{"_work", "work on the wall", ""},
    Quantity{"_pressure", "force of the pressure", ""},
    Quantity{"_normal", "viscous normal force", ""},
    Quantity{"_friction", "friction", ""},
    Quantity{"_corner", "force at corners", ""},
};

constexpr std::array kOfDomain = {
    Quantity{"dt", "time step", ""},
    Quantity{"pseudo_dt", "pseudo-time step", ""},
    Quantity{"inner_iterations", "inner iterations in a step", ""},
    Quantity{"mass", "mass in the domain", ""},
    Quantity{"momentum_x", "momentum along x", ""},
    Quantity{"momentum_y", "momentum along y", ""},
    Quantity{"momentum_z", "momentum along z", ""},
    Quantity{"energy", "energy in the domain", ""},
    Quantity{"change_rate", "change per time", ""},
    Quantity{"psi_min", "psi", "smallest"},
    Quantity{"psi_max", "psi", "largest"},
    Quantity{"phi_min", "phi", "smallest"},
    Quantity{"phi_max", "phi", "largest"},
    Quantity{"phi_mean", "phi", "mean"},
    Quantity{"courant", "Courant number", ""},
    Quantity{"continuity", "error of continuity", ""},
};

/// A column in words.
struct Role {
  std::string owner;  ///< body, boundary or, empty, the domain
  std::string name, part;
  bool operator==(const Role&) const = default;
};

/// "mass flow" of flow_west or mass_west, and the boundary.
std::optional<Role> flow_through_boundary(const std::string& column) {
  for (const char* side : mesh::side_names) {
    const auto ending = std::string("_") + side;
    if (!column.ends_with(ending)) continue;
    const auto what = column.substr(0, column.size() - ending.size());
    if (what == "flow" || what == "mass") return Role{"boundaries", "mass flow", side};
    if (what.starts_with("momentum_") || what == "energy")
      return Role{"boundaries", "flow of " + in_words(what), side};
  }
  return std::nullopt;
}

Role role_of(const std::string& column) {
  for (const auto& [whole, name, part] : kOfDomain)
    if (column == whole) return {"", std::string(name), std::string(part)};
  if (auto role = flow_through_boundary(column)) return *role;
  for (const auto& [ending, name, part] : kOfSurfaces)
    if (column.ends_with(ending) && column.size() > ending.size())
      return {in_words(column.substr(0, column.size() - ending.size())), std::string(name),
              std::string(part)};
  return {"", in_words(column), ""};
}

/// The sides of a body: their forces add up to its own.
bool is_side_of_body(const std::string& owner, const std::vector<std::string>& bodies) {
  return std::ranges::any_of(bodies, [&](const std::string& body) {
    return std::ranges::any_of(
        mesh::side_names, [&](const char* side) { return owner == in_words(body) + ' ' + side; });
  });
}

bool is_left_out(const std::string& column) {
  return column == "step" || column == "steady_limit" || column.starts_with("residual_") ||
         setup::time_kind_in(column).has_value();
}

bool changes(const std::vector<double>& values) {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  const auto first = std::ranges::find_if(values, is_finite);
  return std::any_of(first, values.end(),
                     [&](double value) { return is_finite(value) && value != *first; });
}

/// "force along x / N" of the title "square_force_x [N]".
std::string label_of(const std::string& name, const std::string& title) {
  const auto plain = output::column_name(title);
  if (plain.size() == title.size()) return name;
  return name + " / " + title.substr(plain.size() + 2, title.size() - plain.size() - 3);
}

drawing::ChartPanel& panel_for(std::vector<drawing::ChartPanel>& panels, const Role& role,
                               const std::string& title) {
  const auto label = label_of(role.name, title);
  const auto found = std::ranges::find_if(panels, [&](const drawing::ChartPanel& panel) {
    return panel.title == role.owner && panel.y_label == label;
  });
  if (found != panels.end()) return *found;
  panels.push_back({role.owner, {}, label});
  return panels.back();
}

/// The sum of pressure and friction, in front of these two.
void add_sum(drawing::ChartPanel& panel) {
  auto& curves = panel.curves;
  if (curves.size() != 2 || curves[0].name != "pressure" || curves[1].name != "friction") return;
  drawing::Curve sum{"sum", curves[0].points};
  for (std::size_t k = 0; k < sum.points.size(); ++k)
    sum.points[k].second += curves[1].points[k].second;
  curves.insert(curves.begin(), std::move(sum));
}
}  // namespace

const std::vector<double>* NumberTable::find(const std::string& name) const {
  const auto found = places.find(name);
  return found == places.end() ? nullptr : &columns[found->second];
}

const std::vector<double>* NumberTable::times() const {
  const auto is_time = [](const std::string& name) {
    return setup::time_kind_in(name).has_value();
  };
  const auto time = std::ranges::find_if(titles, is_time, output::column_name);
  return time == titles.end() ? nullptr : find(output::column_name(*time));
}

std::optional<NumberTable> read_numbers(const std::filesystem::path& file) {
  output::TableReader reader(file, std::numeric_limits<std::size_t>::max());
  if (!reader.update()) return std::nullopt;
  NumberTable table{reader.names(), {}, {}};
  for (std::size_t k = 0; k < table.titles.size(); ++k) {
    table.columns.push_back(reader.column(k));
    table.places.emplace(output::column_name(table.titles[k]), k);
  }
  return table;
}

std::vector<std::pair<double, double>> points_of(const std::vector<double>& x,
                                                 const std::vector<double>& y) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t k = 0; k < std::min(x.size(), y.size()); ++k) points.emplace_back(x[k], y[k]);
  return points;
}

std::vector<drawing::ChartPanel> panels_of(const NumberTable& table,
                                           const std::vector<std::string>& bodies) {
  const auto* times = table.times();
  if (!times) return {};
  std::vector<drawing::ChartPanel> panels;
  for (std::size_t k = 0; k < table.titles.size(); ++k) {
    const auto column = output::column_name(table.titles[k]);
    if (is_left_out(column) || !changes(table.columns[k])) continue;
    const Role role = role_of(column);
    const auto coefficient = column.substr(0, column.find("_force_"));
    const bool has_coefficients = column.find("_force_") != std::string::npos &&
                                  (table.find(coefficient + "_drag_pressure") != nullptr ||
                                   table.find(coefficient + "_drag") != nullptr);
    if (has_coefficients || is_side_of_body(role.owner, bodies)) continue;
    panel_for(panels, role, table.titles[k])
        .curves.push_back({role.part, points_of(*times, table.columns[k])});
  }
  for (auto& panel : panels) add_sum(panel);
  return panels;
}

}  // namespace slipflow::run
