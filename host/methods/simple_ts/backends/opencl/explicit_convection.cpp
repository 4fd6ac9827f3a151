#include "explicit_convection.hpp"

#include "build_options.hpp"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

ExplicitConvection::ExplicitConvection(DeviceCase& device) : device_(device) {
  if (device.options.kernels == KernelSet::fused)
    prepare_march();
  else
    prepare_nodes();
}

void ExplicitConvection::prepare_march() {
  constexpr int columns_beside = 2;
  kernel_ = {device_.build("simple_ts/march_explicit_convection.cl", kSmallestGroup),
             "march_explicit_convection"};
  const int group = kernel_.group();
  const Subdomains cut =
      cut_into_subdomains(device_.c, group - columns_beside, device_.options.rows, Near::walls);
  subdomains_ = device_.workspace.buffer(cut.all);
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
  const opencl::Arguments arguments = device_.context(rotation).with(
      {{"new_C_u", device_.C_u}, {"new_C_v", device_.C_v}, {"new_C_T", device_.C_T}});
  if (device_.options.kernels == KernelSet::fused)
    kernel_.set(arguments.with({{"subdomains", subdomains_}, {"near_walls", near_walls_}}));
  else
    kernel_.set(arguments);
  device_.workspace.launch(kernel_, nx_, ny_);
}

}  // namespace slipflow::simple_ts
