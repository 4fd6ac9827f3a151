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

const std::vector<setup::FieldInfo>& field_list() {
  using enum setup::Location;
  static const std::vector<setup::FieldInfo> fields = {
      {"u", "velocity u", "V0", face_normal_to_x, true, true},
      {"v", "velocity v", "V0", face_normal_to_y, true, true},
      {"T", "temperature T", "T0", cell_centre, true},
      {"rho", "density rho", "rho0", cell_centre, true},
      {"p", "pressure p", "p0", cell_centre},
      {"mach", "Mach number", "", cell_centre},
      {"vorticity", "vorticity", "V0/L", cell_centre, false, true},
      {"divergence", "divergence of the velocity", "V0/L", cell_centre, false, true},
      {"schlieren", "density gradient", "rho0/L", cell_centre},
      {"heat_flux_x", "heat flux along x", "rho0 V0^3", cell_centre, false, true},
      {"heat_flux_y", "heat flux along y", "rho0 V0^3", cell_centre, false, true},
      {"heat_flux", "heat flux", "rho0 V0^3", cell_centre},
      {"knudsen", "local Knudsen number", "", cell_centre},
      {"knudsen_gradient", "gradient-length Knudsen number", "", cell_centre},
      {"psi", "stream function psi", "rho0 V0 L", cell_centre, false, true},
      {"T_total", "total temperature", "T0", cell_centre},
  };
  return fields;
}

const setup::FieldInfo& field_named(const std::string& name) {
  for (const auto& field : field_list())
    if (field.name == name) return field;
  throw Error(ExitStatus::internal_error, "there is no field '" + name + "'");
}

#ifdef SF_MANUFACTURED_SOURCES
ManufacturedSources& manufactured_sources() {
  static ManufacturedSources sources;
  return sources;
}
#endif

}  // namespace slipflow::simple_ts
