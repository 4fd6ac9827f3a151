// The inner iteration in four plain kernels and one that measures the changes.
#include "build_options.hpp"
#include "kernel_runner.hpp"

namespace slipflow::simple_ts {

namespace {
class PlainRunner : public KernelRunner {
 public:
  explicit PlainRunner(DeviceCase& device) : KernelRunner(device) {
    const auto programs = opencl::build_programs(
        device.queue, {"simple_ts/plain_kernels.cl", "simple_ts/measures.cl"},
        build_options(device.c, device.options));
    kernels_ = programs[0];
    measures_ = programs[1];
    const std::size_t size = device.c.mesh.layout().size();
    gamma_ = device.doubles(size);
    shear2_ = device.doubles(size);
    p_ = device.doubles(size);
    pseudo_u_ = device.doubles(2 * size);
    pseudo_v_ = device.doubles(2 * size);
    partial_ = device.doubles(SF_RESIDUALS * pieces(device.c));
  }

  std::pair<cl::Buffer, int> partial_residuals() const override {
    return {partial_, pieces(device_.c)};
  }

 private:
  std::vector<Launch> prepare(const FieldRotation& rotation) const override {
    const int nx = device_.c.mesh.x.cells();
    const int ny = device_.c.mesh.y.cells();
    const DeviceFields& next = device_.sets[rotation.next()];
    std::vector<Launch> launches;
    const auto add = [&](const cl::Program& program, const char* name, int items_x, int items_y,
                         const auto&... arguments) {
      cl::Kernel kernel(program, name);
      set_arguments(kernel, device_.set_context(kernel, rotation), arguments..., device_.progress);
      launches.push_back({kernel, items_x, items_y});
    };
    add(kernels_, "prepare_inner_iteration", nx + 4, ny + 4, gamma_, shear2_);
    add(kernels_, "advance_temperature_and_pseudo_velocities", nx + 1, ny + 1, gamma_, shear2_,
        next.T, pseudo_u_, pseudo_v_);
    add(kernels_, "advance_pressure", nx + 2, ny + 2, next.T, pseudo_u_, pseudo_v_, p_);
    add(kernels_, "advance_velocities_and_density", nx + 1, ny + 1, next.T, p_, pseudo_u_,
        pseudo_v_, next.u, next.v, next.rho);
    add(measures_, "measure_changes", nx + 1, pieces_of_column(device_.c), next.u, next.v, next.T,
        next.rho, p_, cl_int{1}, partial_);
    return launches;
  }

  cl::Program kernels_, measures_;
  cl::Buffer gamma_, shear2_, p_, pseudo_u_, pseudo_v_, partial_;
};
}  // namespace

std::unique_ptr<KernelRunner> make_plain_runner(DeviceCase& device) {
  return std::make_unique<PlainRunner>(device);
}

}  // namespace slipflow::simple_ts
