#include "explicit_convection.hpp"

#include "build_options.hpp"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

ExplicitConvection::ExplicitConvection(DeviceCase& device) : device_(device) {
  if (device.options.kernels == KernelSet::fused)
    prepare_march();
  else
    prepare_nodes();
  device.set_time_step(kernel_, 1.0, 0.0);  // not read, but a kernel needs all its arguments
}

void ExplicitConvection::prepare_march() {
  constexpr int columns_beside = 2;
  const int group = device_.options.work_group_size;
  const Subdomains cut =
      cut_into_subdomains(device_.c, group - columns_beside, device_.options.rows, Near::walls);
  kernel_ = cl::Kernel(
      opencl::build_programs(device_.queue, {"simple_ts/march_explicit_convection.cl"},
                             build_options(device_.c, device_.options))[0],
      "march_explicit_convection");
  subdomains_ = device_.filled_buffer(cut.all.data(), cut.all.size() * sizeof(SfSubdomain));
  near_walls_ = cut.near_walls;
  nx_ = static_cast<int>(cut.all.size()) * group;
}

void ExplicitConvection::prepare_nodes() {
  kernel_ = cl::Kernel(
      opencl::build_programs(device_.queue, {"simple_ts/compute_explicit_convection.cl"},
                             build_options(device_.c, device_.options))[0],
      "compute_explicit_convection");
  nx_ = device_.c.mesh.x.cells() + 1;
  ny_ = device_.c.mesh.y.cells() + 1;
}

void ExplicitConvection::compute(const FieldRotation& rotation) {
  const cl_uint next = set_arguments(kernel_, device_.set_context(kernel_, rotation), device_.C_u,
                                     device_.C_v, device_.C_T);
  if (device_.options.kernels == KernelSet::fused)
    set_arguments(kernel_, next, subdomains_, cl_int{near_walls_});
  device_.launch(kernel_, nx_, ny_);
}

}  // namespace slipflow::simple_ts
