#include "state/box.hpp"

#include <algorithm>
#include <cmath>

#include "state/face_velocities.hpp"

namespace slipflow::transport {

namespace {
using linear_solvers::Box7;

Box7 box_of(const Case& c) {
  Box7 box{c.mesh.x.cells(), c.mesh.y.cells(), std::max(c.mesh.z.cells(), 1), {}};
  for (int axis = 0; axis < c.mesh.axes(); ++axis) box.periodic[axis] = c.periodic(axis);
  return box;
}

// Calls f(i, j, k) for all cells and, with `ghosts` = 1, the layer around them.
template <class F>
void for_places(const Box7& box, int ghosts, F f) {
  const int along_z = box.flat() ? 0 : ghosts;
  for (int k = -along_z; k < box.n3 + along_z; ++k)
    for (int j = -ghosts; j < box.n2 + ghosts; ++j)
      for (int i = -ghosts; i < box.n1 + ghosts; ++i) f(i, j, k);
}

// The widths of an axis with a ghost at either end; those outside a boundary do not matter.
void add_widths(const mesh::Axis& axis, std::vector<double>& widths) {
  if (axis.cells() == 0) {
    widths.insert(widths.end(), 3, 1.0);
    return;
  }
  widths.push_back(axis.widths.back());
  widths.insert(widths.end(), axis.widths.begin(), axis.widths.end());
  widths.push_back(axis.widths.front());
}

int wrapped(int at, int cells) { return (at + cells) % cells; }

std::vector<double> scale_of(const Case& c, const Box7& box) {
  if (c.diffusion_factors.empty()) return {};
  std::vector<double> scale(box.size());
  for_places(box, 1, [&](int i, int j, int k) {
    const auto row = static_cast<std::size_t>(wrapped(k, box.n3)) * box.n2 + wrapped(j, box.n2);
    scale[box.at(i, j, k)] = c.diffusion_factors[row * box.n1 + wrapped(i, box.n1)];
  });
  return scale;
}

// Appends the tables to the factors of all; returns where they begin.
void add_factors(const Factors& tables, std::vector<double>& all, int over[3]) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto& table = tables.over[static_cast<std::size_t>(axis)];
    over[axis] = table.empty() ? -1 : static_cast<int>(all.size());
    all.insert(all.end(), table.begin(), table.end());
  }
}

void add_conditions(const Case& c, BoxArrays& to) {
  for (const Condition& condition : c.conditions) {
    TrWall wall{condition.exchange, static_cast<int>(condition.kind), {}};
    add_factors(condition.factors, to.factors, wall.over);
    to.walls.push_back(wall);
  }
  for (const Distribution& source : c.sources) {
    TrSource s{};
    std::ranges::copy(source.low, s.low);
    std::ranges::copy(source.high, s.high);
    add_factors(source.factors, to.factors, s.over);
    to.sources.push_back(s);
  }
  // A device has no empty arrays.
  to.walls.resize(std::max<std::size_t>(to.walls.size(), 1));
  to.sources.resize(std::max<std::size_t>(to.sources.size(), 1));
  to.factors.resize(std::max<std::size_t>(to.factors.size(), 1));
}

double time_of_system(const Case& c, double time, double dt) {
  return c.time_scheme == TimeScheme::steady ? time : time + c.implicit_part() * dt;
}
}  // namespace

TrBox BoxArrays::numbers(const Case& c) const {
  TrBox b{};
  for (int axis = 0; axis < 3; ++axis) {
    b.n[axis] = box.cells(axis);
    b.k[axis] = c.diffusion[static_cast<std::size_t>(axis)];
  }
  b.row = box.row();
  b.plane = box.flat() ? 0 : box.plane();
  b.has_scale = scale.empty() ? 0 : 1;
  b.has_flow = u.empty() ? 0 : 1;
  b.is_upwind = c.convection == Convection::upwind ? 1 : 0;
  b.sources = static_cast<int>(c.sources.size());
  b.reaction = c.reaction;
  return b;
}

TrBox BoxArrays::view(const Case& c, const StepValues& values) const {
  TrBox b = numbers(c);
  b.widths = widths.data();
  b.tag = tag.data();
  b.scale = scale.data();
  b.u = u.data();
  b.v = v.data();
  b.w = w.data();
  b.walls = walls.data();
  b.wall_values = values.walls.data();
  b.source = sources.data();
  b.source_values = values.sources.data();
  b.factors = factors.data();
  return b;
}

BoxArrays make_box(const Case& c) {
  BoxArrays arrays;
  arrays.box = box_of(c);
  const Box7& box = arrays.box;
  for (int axis = 0; axis < 3; ++axis) add_widths(c.mesh.axis(axis), arrays.widths);
  arrays.tag.resize(box.size());
  const auto layout = c.mesh.layout();
  for_places(box, 1, [&](int i, int j, int k) {
    arrays.tag[box.at(i, j, k)] = c.mesh.tags[layout.at(i, j, k)];
  });
  arrays.scale = scale_of(c, box);
  add_conditions(c, arrays);
  auto [u, v, w] = face_velocities(c, arrays.box);
  arrays.u = std::move(u);
  arrays.v = std::move(v);
  arrays.w = std::move(w);
  return arrays;
}

std::vector<double> to_box(const Case& c, const std::vector<double>& by_layout) {
  const Box7 box = box_of(c);
  const auto layout = c.mesh.layout();
  std::vector<double> values(box.size());
  for_places(box, 0, [&](int i, int j, int k) {
    if (!c.mesh.solid(i, j, k)) values[box.at(i, j, k)] = by_layout[layout.at(i, j, k)];
  });
  return values;
}

std::vector<double> from_box(const Case& c, const std::vector<double>& by_box) {
  const Box7 box = box_of(c);
  const auto layout = c.mesh.layout();
  std::vector<double> values(layout.size());
  for_places(box, 0,
             [&](int i, int j, int k) { values[layout.at(i, j, k)] = by_box[box.at(i, j, k)]; });
  return values;
}

std::vector<double> initial_phi(const Case& c) {
  const Box7 box = box_of(c);
  std::vector<double> phi(box.size());
  for (const Distribution& part : c.initial)
    for (int k = part.low[2]; k < part.high[2]; ++k)
      for (int j = part.low[1]; j < part.high[1]; ++j)
        for (int i = part.low[0]; i < part.high[0]; ++i)
          if (!c.mesh.solid(i, j, k))
            phi[box.at(i, j, k)] += part.amount * part.factors.in_cell({i, j, k});
  return phi;
}

StepValues values_at(const Case& c, double time) {
  StepValues values;
  for (const Condition& condition : c.conditions)
    values.walls.push_back(condition.value * condition.factors.at(time));
  for (const Distribution& source : c.sources)
    values.sources.push_back(source.amount * source.factors.at(time));
  values.walls.resize(std::max<std::size_t>(values.walls.size(), 1));
  values.sources.resize(std::max<std::size_t>(values.sources.size(), 1));
  return values;
}

StepValues values_in_step(const Case& c, double time, double dt) {
  return values_at(c, time_of_system(c, time, dt));
}

double mass_of(const Case& c, double dt) {
  return c.time_scheme == TimeScheme::steady ? 0 : c.storage / (c.implicit_part() * dt);
}

bool is_singular(const Case& c) {
  return c.time_scheme == TimeScheme::steady && c.reaction == 0 &&
         std::ranges::all_of(c.conditions, [](const Condition& condition) {
           return condition.kind == ConditionKind::flux;
         });
}

double courant_rate(const Case& c, const BoxArrays& arrays) {
  if (arrays.u.empty()) return 0;
  const auto values = values_at(c, 0);
  const TrBox box = arrays.view(c, values);
  double largest = 0;
  for_free_cells(arrays, box, [&](const TrCell& cell) {
    double rate = 0;
    for (int side = 0; side < tr_sides(&box); side += 2)
      rate +=
          std::max(std::abs(tr_flow(&box, &cell, side)), std::abs(tr_flow(&box, &cell, side + 1))) /
          tr_volume(&box, &cell);
    largest = std::max(largest, rate);
  });
  return largest;
}

std::array<double, 3> cell_peclet_numbers(const Case& c, const BoxArrays& arrays) {
  const auto values = values_at(c, 0);
  const TrBox box = arrays.view(c, values);
  std::array<double, 3> largest{};
  for_free_cells(arrays, box, [&](const TrCell& cell) {
    for (int side = 0; side < tr_sides(&box); ++side) {
      const int axis = TR_AXIS(side);
      const double velocity = tr_flow(&box, &cell, side) / tr_area(&box, &cell, axis);
      const double resistance = tr_resistance(&box, axis, cell.at[axis], cell.p);
      largest[axis] = std::max(largest[axis], 2 * std::abs(velocity) * resistance);
    }
  });
  return largest;
}

}  // namespace slipflow::transport
