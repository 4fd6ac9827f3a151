// Fluxes and the equation of the pressure on a device.
#include <algorithm>

#include "device_operations.hpp"
#include "piso/sums.h"

namespace slipflow::piso {

using linear_solvers::kReals7;
using opencl::Arguments;

// Of old velocities.
void DeviceFlow::find_skew_fluxes() {
  find_gradients(U_old_, side_phi_);
  kernels_.run_pressure("find_skew_fluxes", of_mesh().with(gradients()).with({{"skew", skew_old_}}),
                        faces_);
  kernels_.run_pressure("find_side_skew_fluxes",
                        of_mesh().with(gradients()).with({{"skew", side_skew_old_}}), sides_);
}

// Iterations take the parts of old velocities: fluxes of a steady flow have the same ones.
void DeviceFlow::add_skew_fluxes() {
  if (!is_iterated_) find_gradients(u(), side_phi_old_);
  const Arguments parts = of_mesh()
                              .with(gradients())
                              .with({{"is_iterated", is_iterated_ ? 1 : 0}, {"factor", factor_}});
  kernels_.run_pressure("add_skew_fluxes", parts.with({{"old", skew_old_}, {"flux", phi_}}),
                        faces_);
  kernels_.run_pressure("add_side_skew_fluxes",
                        parts.with({{"old", side_skew_old_}, {"side_flux", side_phi_}}), sides_);
}

void DeviceFlow::find_fluxes(double c0, bool consistent) {
  find_h(c0, consistent);
  const Arguments parts = {{"h", h_},       {"factor", factor_}, {"U_old", U_old_},
                           {"more", more_}, {"p", p()},          {"gradient", gradient_}};
  kernels_.run_pressure("find_fluxes",
                        of_mesh().with(parts).with({{"old", phi_old_}, {"flux", phi_}}), faces_);
  kernels_.run_pressure("find_side_fluxes",
                        of_mesh()
                            .with(of_prescribed())
                            .with(parts)
                            .with({{"old", side_phi_old_}, {"side_flux", side_phi_}}),
                        sides_);
  if (skewed_) add_skew_fluxes();
  kernels_.run_pressure("add_gradient",
                        {{"cells", cells_},
                         {"components", components_},
                         {"times", kReals7.number(1)},
                         {"factor", more_},
                         {"gradient", gradient_},
                         {"from", h_},
                         {"to", h_}},
                        cells_, 0);
}

void DeviceFlow::set_pressure_coefficients() {
  kernels_.run_pressure("set_face_coefficients",
                        of_mesh().with({{"r", consistent_}, {"a", pressure_.a()}}), faces_);
  kernels_.run_pressure("set_cell_coefficients",
                        of_mesh().with({{"r", consistent_}, {"b", pressure_.b()}}), cells_);
  pressure_.set_coefficients();
}

void DeviceFlow::check_cells() {
  kernels_.run_pressure("check_cells",
                        of_mesh().with({{"flux", phi_},
                                        {"side_flux", side_phi_},
                                        {"net", scratch()},
                                        {"through_faces", more_scratch()},
                                        {"courant", last_scratch()}}),
                        cells_);
  sums_.add(more_scratch(), 0, SF_SUM_ALL);
}

double DeviceFlow::pressure_residual() {
  check_cells();
  if (oblique_)
    kernels_.run_pressure(
        "find_parts_along",
        of_mesh().with({{"r", consistent_}, {"gradient", gradient_}, {"along", along_}}), faces_);
  kernels_.run_pressure("set_pressure_right",
                        of_mesh()
                            .with(of_prescribed())
                            .with({{"flux", phi_},
                                   {"side_flux", side_phi_},
                                   {"along", along_},
                                   {"gradient", gradient_},
                                   {"r", consistent_},
                                   {"right", pressure_.f()}}),
                        cells_);
  sums_.add(p(), 0, SF_SUM_P);
  sums_.add(pressure_.f(), 0, SF_SUM_RIGHT);
  kernels_.run_pressure("find_pressure_residual",
                        of_mesh().with({{"singular", has_pressure_ ? 0 : 1},
                                        {"a", pressure_.a()},
                                        {"b", pressure_.b()},
                                        {"right", pressure_.f()},
                                        {"p", p()},
                                        {"sums", sums_.values()},
                                        {"scales", more_scratch()},
                                        {"residuals", scratch()}}),
                        cells_);
  sums_.add(more_scratch(), 0, SF_SUM_SCALE);
  sums_.add(scratch(), 0, SF_SUM_RESIDUAL);
  const auto sums = sums_.read();
  const double scale = std::max(sums[SF_SUM_SCALE], kLeastScale);
  return sums[SF_SUM_RESIDUAL] / std::max(scale, kLeastOfFluxes * sums[SF_SUM_ALL]);
}

linear_solvers::Result7 DeviceFlow::solve_pressure(double relative_tolerance, int most) {
  pressure_.set_relative_tolerance(relative_tolerance);
  pressure_.set_max(most);
  return pressure_.solve();
}

void DeviceFlow::find_pressure_gradient() {
  kernels_.run_pressure("find_pressure_gradient",
                        of_mesh().with(of_prescribed()).with({{"p", p()}, {"gradient", gradient_}}),
                        cells_);
}

void DeviceFlow::correct(double alpha) {
  kernels_.run_pressure(
      "correct_fluxes",
      of_mesh().with({{"a", pressure_.a()}, {"along", along_}, {"p", p()}, {"flux", phi_}}),
      faces_);
  kernels_.run_pressure(
      "correct_side_fluxes",
      of_mesh()
          .with(of_prescribed())
          .with(
              {{"r", consistent_}, {"p", p()}, {"gradient", gradient_}, {"side_flux", side_phi_}}),
      sides_);
  if (alpha != 1)
    kernels_.run_pressure(
        "relax_pressure",
        {{"cells", cells_}, {"alpha", kReals7.number(alpha)}, {"kept", p_old_}, {"p", p()}},
        cells_);
  if (!has_pressure_) {
    copy(p(), level_, 1, 4);
    kernels_.run_pressure("subtract_level", {{"cells", cells_}, {"level", level_}, {"p", p()}},
                          cells_);
  }
  find_pressure_gradient();
  kernels_.run_pressure("add_gradient",
                        {{"cells", cells_},
                         {"components", components_},
                         {"times", kReals7.number(-1)},
                         {"factor", consistent_},
                         {"gradient", gradient_},
                         {"from", h_},
                         {"to", u()}},
                        cells_, 1);
}

FlowChecks DeviceFlow::check() {
  check_cells();
  sums_.add(scratch(), 0, SF_SUM_NET);
  sums_.find_largest(last_scratch(), SF_LARGEST_COURANT);
  const auto sums = sums_.read();
  return {sums[SF_SUM_NET], sums[SF_SUM_ALL], sums[SF_LARGEST_COURANT]};
}

}  // namespace slipflow::piso
