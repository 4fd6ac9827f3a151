#include "explicit_convection.hpp"

#include "build_options.hpp"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

ExplicitConvection::ExplicitConvection(DeviceCase& device) : device_(device) {
  if (device.options.kernels == KernelSet::fused)
    prepare_march();
  else
    prepare_nodes();
  device.set_time_step(kernel_.kernel, 1.0, 0.0);  // not read, but a kernel needs all its arguments
}

void ExplicitConvection::prepare_march() {
  constexpr int columns_beside = 2;
  const auto [program, group] =
      device_.build("simple_ts/march_explicit_convection.cl", kSmallestGroup);
  kernel_ = {cl::Kernel(program, "march_explicit_convection"), group};
  const Subdomains cut =
      cut_into_subdomains(device_.c, group - columns_beside, device_.options.rows, Near::walls);
  subdomains_ = device_.filled_buffer(cut.all.data(), cut.all.size() * sizeof(SfSubdomain));
  near_walls_ = cut.near_walls;
  nx_ = static_cast<int>(cut.all.size()) * group;
}

void ExplicitConvection::prepare_nodes() {
  kernel_ = device_.build_kernel("simple_ts/compute_explicit_convection.cl",
                                 "compute_explicit_convection");
  nx_ = device_.c.mesh.x.cells() + 1;
  ny_ = device_.c.mesh.y.cells() + 1;
}

void ExplicitConvection::compute(const FieldRotation& rotation) {
  cl::Kernel& kernel = kernel_.kernel;
  const cl_uint next = set_arguments(kernel, device_.set_context(kernel, rotation), device_.C_u,
                                     device_.C_v, device_.C_T);
  if (device_.options.kernels == KernelSet::fused)
    set_arguments(kernel, next, subdomains_, cl_int{near_walls_});
  device_.launch(kernel_, nx_, ny_);
}

}  // namespace slipflow::simple_ts
