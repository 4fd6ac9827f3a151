// The inner iteration in four plain kernels and one that measures the changes.
#include "build_options.hpp"
#include "device_case.hpp"

namespace slipflow::simple_ts {

namespace {
class PlainRunner : public KernelRunner {
 public:
  explicit PlainRunner(DeviceCase& device) : device_(device) {
    std::vector<std::string> files = {"simple_ts/plain_kernels.cl"};
    if (device.options.measures) files.push_back("simple_ts/measures.cl");
    const auto programs =
        opencl::build_programs(device.queue, files, build_options(device.c, device.options));
    prepare_ = cl::Kernel(programs[0], "prepare_inner_iteration");
    predict_ = cl::Kernel(programs[0], "advance_temperature_and_pseudo_velocities");
    pressure_ = cl::Kernel(programs[0], "advance_pressure");
    correct_ = cl::Kernel(programs[0], "advance_velocities_and_density");
    if (device.options.measures) measure_ = cl::Kernel(programs[1], "measure_changes");
    const std::size_t size = device.c.mesh.layout().size();
    gamma_ = device.doubles(size);
    shear2_ = device.doubles(size);
    p_ = device.doubles(size);
    pseudo_u_ = device.doubles(2 * size);
    pseudo_v_ = device.doubles(2 * size);
    partial_ = device.doubles(static_cast<std::size_t>(columns()) * SF_RESIDUALS);
  }

  void advance(const DeviceFields& current, const DeviceFields& old, const DeviceFields& next,
               double dt) override {
    const int nx = device_.c.mesh.x.cells();
    const int ny = device_.c.mesh.y.cells();
    set_arguments(prepare_, device_.set_context(prepare_, current, old, dt), gamma_, shear2_);
    device_.launch(prepare_, nx + 4, ny + 4);
    set_arguments(predict_, device_.set_context(predict_, current, old, dt), gamma_, shear2_,
                  next.T, pseudo_u_, pseudo_v_);
    device_.launch(predict_, nx + 1, ny + 1);
    set_arguments(pressure_, device_.set_context(pressure_, current, old, dt), next.T, pseudo_u_,
                  pseudo_v_, p_);
    device_.launch(pressure_, nx + 2, ny + 2);
    set_arguments(correct_, device_.set_context(correct_, current, old, dt), next.T, p_, pseudo_u_,
                  pseudo_v_, next.u, next.v, next.rho);
    device_.launch(correct_, nx + 1, ny + 1);
    if (!device_.options.measures) return;
    set_arguments(measure_, device_.set_context(measure_, current, old, dt), next.u, next.v, next.T,
                  next.rho, p_, cl_int{1}, partial_);
  }

  std::pair<cl::Buffer, int> partial_residuals() override {
    device_.launch(measure_, columns());  // its arguments stand since the last iteration
    return {partial_, columns()};
  }

 private:
  int columns() const { return device_.c.mesh.x.cells() + 1; }

  DeviceCase& device_;
  cl::Kernel prepare_, predict_, pressure_, correct_, measure_;
  cl::Buffer gamma_, shear2_, p_, pseudo_u_, pseudo_v_, partial_;
};
}  // namespace

std::unique_ptr<KernelRunner> make_plain_runner(DeviceCase& device) {
  return std::make_unique<PlainRunner>(device);
}

}  // namespace slipflow::simple_ts
