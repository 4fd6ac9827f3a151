#include "surface_loads.hpp"

#include <algorithm>

#include "piso/gradients.h"
#include "slipflow/box/si_units.hpp"

namespace slipflow::piso {

namespace {
const Condition& surface_at(const Case& c, int number) {
  return c.surfaces[static_cast<std::size_t>(number)];
}

// Bodies have names such as "circle 1". Patches keep theirs: "a b" and "a_b" may both be there.
std::string in_a_column(const Case& c, std::string name) {
  if (!c.poly) std::ranges::replace(name, ' ', '_');
  return name;
}
}  // namespace

std::vector<SurfaceLoad> loads_of(const CaseFlow& flow, const SideLoads& values,
                                  const std::vector<SfVector>& velocities) {
  const FlowSides& sides = flow.mesh().sides;
  const SfVectorArray of{sides.count(), flow.mesh().components};
  std::vector<SurfaceLoad> loads(flow.surface_of_patch().size());
  for (int s = 0; s < of.count; ++s) {
    const auto k = static_cast<std::size_t>(s);
    SurfaceLoad& load = loads[static_cast<std::size_t>(sides.patch[k])];
    const SfVector S = sf_vector_at(sides.S.data(), of, s);
    const double area = sf_dot(S, sf_vector_at(sides.n.data(), of, s));
    load.area += area;
    load.pressure_times_area += values.pressures[k] * area;
    load.pressure = sf_plus_times(load.pressure, values.pressures[k], S);
    load.friction = sf_plus(load.friction, values.frictions[k]);
    load.flow_out += values.fluxes[k];
    if (!velocities.empty())
      load.momentum_out = sf_plus_times(load.momentum_out, values.fluxes[k], velocities[k]);
  }
  return loads;
}

std::vector<std::string> force_columns(const Case& c, const std::vector<int>& surfaces) {
  std::vector<std::string> names;
  for (const int number : surfaces) {
    if (!surface_at(c, number).is_wall()) continue;
    const std::string name = in_a_column(c, surface_at(c, number).name);
    for (const char* of : {"pressure", "friction"})
      for (int axis = 0; axis < c.axes; ++axis)
        names.push_back(name + "_" + of + "_" + setup::kAxes[axis]);
  }
  return names;
}

std::vector<std::string> flow_columns(const Case& c, const std::vector<int>& surfaces) {
  std::vector<std::string> names;
  for (const int number : surfaces)
    if (!surface_at(c, number).is_wall())
      names.push_back(in_a_column(c, surface_at(c, number).name));
  return names;
}

std::vector<double> forces_in_columns(const Case& c, const std::vector<int>& surfaces,
                                      const std::vector<SurfaceLoad>& loads) {
  std::vector<double> values;
  for (std::size_t patch = 0; patch < surfaces.size(); ++patch) {
    if (!surface_at(c, surfaces[patch]).is_wall()) continue;
    for (const SfVector& force : {loads[patch].pressure, loads[patch].friction})
      for (int axis = 0; axis < c.axes; ++axis) values.push_back(sf_component(force, axis));
  }
  return values;
}

std::vector<double> flows_in_columns(const Case& c, const std::vector<int>& surfaces,
                                     const std::vector<SurfaceLoad>& loads) {
  std::vector<double> values;
  for (std::size_t patch = 0; patch < surfaces.size(); ++patch)
    if (!surface_at(c, surfaces[patch]).is_wall()) values.push_back(loads[patch].flow_out);
  return values;
}

std::vector<methods::Surface> surface_list(const Case& c, const std::vector<int>& surfaces) {
  std::vector<methods::Surface> list;
  for (const int number : surfaces) {
    const Condition& condition = surface_at(c, number);
    methods::Surface surface{in_a_column(c, condition.name),
                             {{methods::kMeanPressure, kPressureUnit}}};
    const auto add = [&](const std::string& vector) {
      for (int axis = 0; axis < c.axes; ++axis)
        surface.numbers.push_back({vector + '_' + setup::kAxes[axis], force_unit(c.axes)});
    };
    add("force");
    if (!condition.is_wall()) {
      add("momentum");
      surface.numbers.push_back({"volume_flow", boxes::flow_unit(c.axes)});
      if (boxes::has_density(c.output.units.get()))
        surface.numbers.push_back({"mass_flow", "rho " + boxes::flow_unit(c.axes)});
    }
    list.push_back(std::move(surface));
  }
  return list;
}

std::vector<double> surface_numbers(const Case& c, const std::vector<int>& surfaces,
                                    const std::vector<SurfaceLoad>& loads) {
  std::vector<double> numbers;
  const auto add = [&](const SfVector& vector) {
    for (int axis = 0; axis < c.axes; ++axis) numbers.push_back(sf_component(vector, axis));
  };
  for (std::size_t patch = 0; patch < surfaces.size(); ++patch) {
    const SurfaceLoad& load = loads[patch];
    numbers.push_back(load.mean_pressure());
    add(sf_plus(load.pressure, load.friction));
    if (surface_at(c, surfaces[patch]).is_wall()) continue;
    add(load.momentum_out);
    numbers.push_back(load.flow_out);
    if (boxes::has_density(c.output.units.get())) numbers.push_back(load.flow_out);
  }
  return numbers;
}

std::vector<methods::BodyForce> forces_in_table(const Case& c, const std::vector<int>& surfaces,
                                                double length) {
  std::vector<methods::BodyForce> forces;
  for (const int number : surfaces) {
    const std::string& name = surface_at(c, number).name;
    const auto body = std::ranges::find(c.bodies, number + 1, &setup::Body::wall);
    if (!surface_at(c, number).is_wall() || (!c.poly && body == c.bodies.end())) continue;
    for (int axis = 0; axis < c.axes; ++axis) {
      methods::BodyForce& force = forces.emplace_back(
          methods::BodyForce{name, std::string("force_") + setup::kAxes[axis], {}, length});
      for (const char* of : {"pressure", "friction"})
        force.columns.push_back(in_a_column(c, name) + "_" + of + "_" + setup::kAxes[axis]);
      if (body != c.bodies.end()) force.reference_length = body->reference_length;
    }
  }
  return forces;
}

}  // namespace slipflow::piso
