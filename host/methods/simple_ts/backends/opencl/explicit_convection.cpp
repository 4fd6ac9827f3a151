#include "explicit_convection.hpp"

#include "build_options.hpp"

namespace slipflow::simple_ts {

ExplicitConvection::ExplicitConvection(DeviceCase& device) : device_(device) {
  constexpr int halo = 2;
  if (device.options.kernels == KernelSet::fused) {
    kernel_ = {device.build("simple_ts/march_explicit_convection.cl", kSmallestGroup),
               "march_explicit_convection"};
    subdomains_ = device.cut(kernel_.group() - halo, Near::walls, Extent::widened);
  } else {
    kernel_ = device.build_kernel("simple_ts/compute_explicit_convection.cl",
                                  "compute_explicit_convection");
  }
}

void ExplicitConvection::compute(const FieldRotation& rotation) {
  const opencl::Arguments arguments = device_.context(rotation).with(
      {{"new_C_u", device_.C_u}, {"new_C_v", device_.C_v}, {"new_C_T", device_.C_T}});
  if (subdomains_) {
    kernel_.set(arguments.with(subdomains_->named()));
    device_.workspace.launch_groups(kernel_, subdomains_->count);
  } else {
    kernel_.set(arguments);
    const Case& c = device_.c;
    device_.workspace.launch(kernel_, c.mesh.x.cells() + 1 + c.is_neighbour(mesh::west),
                             c.mesh.y.cells() + 1 + c.is_neighbour(mesh::south));
  }
}

}  // namespace slipflow::simple_ts
