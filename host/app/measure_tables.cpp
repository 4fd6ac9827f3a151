#include "measure_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::app {

namespace {
using output::Table;
using output::TablePosition;
using simple_ts::Case;
using simple_ts::WallLoads;

constexpr const auto& kSides = mesh::side_names;
constexpr std::array<const char*, 6> kLoads = {"pressure", "normal", "friction",
                                               "heat",     "work",   "corner"};

using Words = std::vector<std::string>;
using Values = std::vector<double>;

std::string underscored(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

Words with_step_and_time(const Words& columns) {
  Words all = {"step", "time"};
  all.insert(all.end(), columns.begin(), columns.end());
  return all;
}

bool has_coefficients(const Case& c) { return !c.bodies.empty() && c.gas.u_stream > 0; }

// The sides of a wall that there are: all of a body, the inner one of a side of the domain.
struct Surface {
  std::string name;
  std::size_t wall;
  int side;
};

std::vector<Surface> surfaces_of(const Case& c) {
  std::vector<Surface> surfaces;
  for (const auto& body : c.bodies)
    for (int side = 0; side < 4; ++side)
      surfaces.push_back({underscored(body.name) + '_' + kSides[side],
                          static_cast<std::size_t>(body.wall - 1), side});
  for (std::size_t wall = 0; wall < c.walls.size(); ++wall)
    for (int side = 0; side < 4; ++side)
      if (c.walls[wall].name == kSides[side] && c.walls[wall].values.acts_on_gas())
        surfaces.push_back({"wall_" + c.walls[wall].name, wall, side ^ 1});
  return surfaces;
}

// Columns that stood here first: coefficients of each body. Then the whole of each body, then each
// side.
Words force_columns(const Case& c) {
  Words columns;
  if (has_coefficients(c))
    for (const auto& body : c.bodies)
      for (const char* part : {"drag_pressure", "drag_friction", "lift_pressure", "lift_friction"})
        columns.push_back(underscored(body.name) + '_' + part);
  for (const auto& body : c.bodies)
    for (const char* part : {"force_x", "force_y", "heat", "work"})
      columns.push_back(underscored(body.name) + '_' + part);
  for (const Surface& surface : surfaces_of(c))
    for (const char* part : kLoads) columns.push_back(surface.name + '_' + part);
  return columns;
}

Values force_values(const Case& c, const WallLoads& loads) {
  Values values;
  if (has_coefficients(c))
    for (const auto& f : simple_ts::body_forces(c, loads))
      values.insert(values.end(),
                    {f.drag_pressure, f.drag_friction, f.lift_pressure, f.lift_friction});
  for (const auto& body : c.bodies) {
    const auto f = simple_ts::wall_forces(c, loads[static_cast<std::size_t>(body.wall - 1)]);
    values.insert(values.end(), {f.x, f.y, f.heat, f.work});
  }
  for (const Surface& s : surfaces_of(c)) {
    const auto f = simple_ts::side_forces(c, loads[s.wall][s.side], s.side);
    values.insert(values.end(), {f.pressure, f.normal, f.friction, f.heat, f.work, f.corner});
  }
  return values;
}

Words balance_columns() {
  const Words parts = {"mass", "momentum_x", "momentum_y", "energy"};
  Words columns = parts;
  for (const char* side : kSides)
    for (const auto& part : parts) columns.push_back(part + '_' + side);
  for (const char* part : {"force_x", "force_y", "heat", "work"})
    columns.push_back(std::string("walls_") + part);
  return columns;
}

// The energy of the contents; of what flows, with the work of the pressure; (62).
Values balance_values(const Case& c, const simple_ts::DomainTotals& totals,
                      const WallLoads& loads) {
  const double internal = 0.5 / (c.gas.gamma - 1);
  Values values;
  const auto append = [&](const simple_ts::Totals& t, double thermal) {
    values.insert(values.end(),
                  {t.mass, t.momentum_x, t.momentum_y, thermal * t.thermal + t.kinetic});
  };
  append(totals.contents, internal);
  for (const auto& flow : totals.flow) append(flow, c.gas.gamma * internal);
  simple_ts::WallForces sum;
  for (std::size_t wall = 0; wall < loads.size(); ++wall) {
    auto f = simple_ts::wall_forces(c, loads[wall]);
    // The pressure on the sides of the domain is in the flow through them.
    for (int side = 0; side < 4; ++side) {
      if (c.walls[wall].name != kSides[side]) continue;
      const auto whole = simple_ts::side_forces(c, loads[wall][side ^ 1], side ^ 1);
      (mesh::across_x(side) ? f.x : f.y) -= whole.pressure;
    }
    sum = {sum.x + f.x, sum.y + f.y, sum.heat + f.heat, sum.work + f.work};
  }
  values.insert(values.end(), {sum.x, sum.y, sum.heat, sum.work});
  return values;
}

Words probe_columns(const Case& c) {
  Words columns;
  for (const auto& probe : c.output.probes)
    for (const char* field : simple_ts::kMeasuredFields)
      columns.push_back(probe.name + '_' + field);
  return columns;
}

std::unique_ptr<Table> make_table(output::ResultsFolder& folder, const std::string& name,
                                  const Words& columns, const TablePosition* from) {
  const Words all = with_step_and_time(columns);
  return from && from->bytes > 0 ? std::make_unique<Table>(folder, name, all, *from)
                                 : std::make_unique<Table>(folder, name, all);
}

// The step of its first line of numbers; none if it has no such line.
std::optional<long> first_step_in(const output::ResultsFolder& folder, const std::string& name) {
  if (!folder.has_file(name)) return std::nullopt;
  InputFile in(folder.path() / name);
  in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');  // the names of the columns
  long step = 0;
  return in >> step ? std::optional(step) : std::nullopt;
}

// A run may have had the table, and then gone on without it: what it wrote before must not be lost.
void require(const output::ResultsFolder& folder, const std::string& name, const Words& columns,
             const TablePosition& position, std::int64_t last_step) {
  if (position.bytes > 0)
    return output::require_table(folder, name, with_step_and_time(columns), position);
  if (const auto first = first_step_in(folder, name); first && *first <= last_step)
    throw Error(ExitStatus::bad_input,
                fmt::format("{} has lines from before the checkpoint, but none up to it: move it "
                            "away, or go on without it",
                            shown((folder.path() / name).string())));
}
}  // namespace

bool has_forces(const Case& c) { return !surfaces_of(c).empty(); }

void require_measure_tables(const Case& c, const output::ResultsFolder& folder,
                            const MeasurePosition& position) {
  const auto last = position.last_step;
  if (has_forces(c)) require(folder, "forces.csv", force_columns(c), position.forces, last);
  if (c.output.balance) require(folder, "balance.csv", balance_columns(), position.balance, last);
  if (!c.output.probes.empty())
    require(folder, "probes.csv", probe_columns(c), position.probes, last);
}

MeasureTables::MeasureTables(const Case& c, simple_ts::Measures& measures,
                             output::ResultsFolder& folder, const MeasurePosition* from)
    : case_(c), measures_(measures), last_step_(from ? from->last_step : -1) {
  if (has_forces(c))
    forces_ = make_table(folder, "forces.csv", force_columns(c), from ? &from->forces : nullptr);
  if (c.output.balance)
    balance_ =
        make_table(folder, "balance.csv", balance_columns(), from ? &from->balance : nullptr);
  if (c.output.probes.empty()) return;
  probes_ = make_table(folder, "probes.csv", probe_columns(c), from ? &from->probes : nullptr);
  for (const auto& probe : c.output.probes)
    points_.push_back(simple_ts::sample_point(c, probe.x, probe.y));
  places_ = simple_ts::places_of(points_);
}

void MeasureTables::append(const OptionalTable& table, long step, double time,
                           const Values& values) {
  Values row = {static_cast<double>(step), time};
  row.insert(row.end(), values.begin(), values.end());
  table->append(row);
}

void MeasureTables::write(long step, double time) {
  if (step == last_step_) return;
  last_step_ = step;
  WallLoads loads;
  if (forces_ || balance_) loads = measures_.wall_loads();
  if (forces_) append(forces_, step, time, force_values(case_, loads));
  if (balance_) append(balance_, step, time, balance_values(case_, measures_.totals(), loads));
  if (!probes_) return;
  Values values;
  for (const auto& sample : simple_ts::sample(points_, measures_.nodes(places_)))
    for (const double value : sample.all()) values.push_back(value);
  append(probes_, step, time, values);
}

TablePosition MeasureTables::position_of(const OptionalTable& table) {
  return table ? table->position() : TablePosition{};
}

MeasurePosition MeasureTables::position() const {
  return {last_step_, position_of(forces_), position_of(balance_), position_of(probes_)};
}

}  // namespace slipflow::app
