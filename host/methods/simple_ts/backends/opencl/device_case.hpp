// The case and its fields in device memory.
#pragma once

#include <string>

#include "field_rotation.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/workspace.hpp"
#include "slipflow/simple_ts/opencl_backend.hpp"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

/// u, v, T and rho of one inner or time level.
struct DeviceFields {
  opencl::Array u, v, T, rho;
  /// As arguments: "u", "v", "T" and "rho" with this after each.
  opencl::Arguments named(const std::string& suffix = "") const;
};

/// Sub-domains in device memory.
struct DeviceSubdomains {
  cl::Buffer buffer;
  int count, near_walls, near_sides;
  /// The arguments that every kernel over sub-domains has.
  opencl::Arguments named() const { return {{"subdomains", buffer}, {"near_walls", near_walls}}; }
};

/// Pieces that the measuring of maxima cuts each of the nx + 1 columns into, and all of them.
int pieces_of_column(const Case& c);
int pieces(const Case& c);

/// Everything kernels of one case share: three sets of fields, tags, walls, mesh.
class DeviceCase {
 public:
  DeviceCase(const Case& c, const opencl::Queue& queue, const Launch& options);

  /// The program of a kernel file, compiled for the case: for work-groups of the options' size, or
  /// smaller ones down to `smallest` where the device needs them, which changes no bit of what they
  /// compute.
  opencl::SizedProgram build(const std::string& file, int smallest = 1) const;
  /// The kernel of that name in a program of build().
  opencl::Kernel build_kernel(const std::string& file, const char* name) const;
  /// The sub-domains of at most so many columns, and the rows of the options.
  DeviceSubdomains cut(int columns, Near near);
  /// SF_CONTEXT_PARAMETERS. Kernels that read neither the time step nor the relaxation of the
  /// iteration, docs/methods/simple-ts.md (41), are given any.
  opencl::Arguments context(const FieldRotation& rotation, double dt = 1,
                            double relaxation = 0) const;
  /// Sets the time step and the relaxation among them again.
  void set_time_step(opencl::Kernel& kernel, double dt, double relaxation) const;
  void write(const DeviceFields& fields, const State& s) const;
  /// Into all sets.
  void write(const ImposedVelocities& velocities) const;
  State read(const DeviceFields& fields) const;
  const std::string& device_name() const { return workspace.device().name; }

  const Case& c;
  const Launch options;
  const opencl::Numbers reals;   ///< what the kernels compute with: macros/language.h
  const opencl::Numbers stored;  ///< what fields and convective sums are
  opencl::Workspace workspace;
  DeviceFields sets[FieldRotation::kSets];
  opencl::Array C_u, C_v, C_T;  ///< explicit convective sums; one value each when implicit
  opencl::Array partial;        ///< results of diagnostics before they are reduced
  cl::Buffer progress;          ///< an SfInnerProgress: of the inner iterations of this step
  cl::Buffer no_progress;       ///< one whose iterations go on for ever

 private:
  cl::Buffer tag_, wall_;
  opencl::Array axis_x_, axis_y_;
};

}  // namespace slipflow::simple_ts
