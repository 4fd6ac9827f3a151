#include "slipflow/simple_ts/state.hpp"

#include "shared_types.h"
#include "slipflow/support/error.hpp"

namespace slipflow::simple_ts {

int side_code(BoundaryKind kind) {
  if (kind == BoundaryKind::outflow) return SF_SIDE_COPY;
  if (kind == BoundaryKind::pressure) return SF_SIDE_PRESSURE;
  if (kind == BoundaryKind::neighbour) return SF_SIDE_NEIGHBOUR;
  return kind == BoundaryKind::periodic ? SF_SIDE_PERIODIC : SF_SIDE_FIXED;
}

namespace {
std::vector<setup::FieldInfo> fields_of(int axes) {
  using enum setup::Location;
  std::vector<setup::FieldInfo> fields = {
      {"u", "velocity u", "V0", face_normal_to_x, true},
      {"v", "velocity v", "V0", face_normal_to_y, true},
      {"w", "velocity w", "V0", face_normal_to_z, true, 3},
      {"T", "temperature T", "T0", cell_centre, true},
      {"rho", "density rho", "rho0", cell_centre, true},
      {"p", "pressure p", "p0", cell_centre},
      {"mach", "Mach number", "", cell_centre},
      {"vorticity", "vorticity", "V0/L", cell_centre, false, 2},
      {"vorticity_x", "vorticity along x", "V0/L", cell_centre, false, 3},
      {"vorticity_y", "vorticity along y", "V0/L", cell_centre, false, 3},
      {"vorticity_z", "vorticity along z", "V0/L", cell_centre, false, 3},
      {"q_criterion", "Q criterion", "V0^2/L^2", cell_centre, false, 3},
      {"divergence", "divergence of the velocity", "V0/L", cell_centre},
      {"schlieren", "density gradient", "rho0/L", cell_centre},
      {"heat_flux_x", "heat flux along x", "rho0 V0^3", cell_centre},
      {"heat_flux_y", "heat flux along y", "rho0 V0^3", cell_centre},
      {"heat_flux_z", "heat flux along z", "rho0 V0^3", cell_centre, false, 3},
      {"heat_flux", "heat flux", "rho0 V0^3", cell_centre},
      {"knudsen", "local Knudsen number", "", cell_centre},
      {"knudsen_gradient", "gradient-length Knudsen number", "", cell_centre},
      {"psi", "stream function psi", "rho0 V0 L", cell_centre, false, 2},
      {"T_total", "total temperature", "T0", cell_centre},
      {"volume_fraction", "volume fraction of gas", "", cell_centre, false, 2},
  };
  if (axes != 0)
    std::erase_if(fields, [&](const auto& f) { return f.axes != 0 && f.axes != axes; });
  return fields;
}
}  // namespace

const std::vector<setup::FieldInfo>& field_list(int axes) {
  static const std::vector<setup::FieldInfo> of_both = fields_of(0), in_plane = fields_of(2),
                                             in_space = fields_of(3);
  return axes == 0 ? of_both : axes == 2 ? in_plane : in_space;
}

const setup::FieldInfo& field_named(const std::string& name) {
  for (const auto& field : field_list(0))
    if (field.name == name) return field;
  throw Error(ExitStatus::internal_error, "there is no field '" + name + "'");
}

}  // namespace slipflow::simple_ts
