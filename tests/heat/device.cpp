// Heat conduction on an OpenCL device.
#include "heat.hpp"
#include "slipflow/methods/machines.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::heat {

namespace {
using methods::Level;

class DeviceSimulation : public Simulation {
 public:
  DeviceSimulation(const Case& c, const opencl::Queue& queue, const methods::Launch& launch)
      : Simulation(c), reals_(bytes_computed(c.run.precision)), workspace_(queue) {
    const double seconds = seconds_of([&] {
      advance_ = {methods::build_kernels(queue, "heat.cl", c.run.precision, launch),
                  "advance_temperature"};
      change_.emplace(workspace_, c.run.precision, launch, advance_.group(), c.mesh.x.cells(),
                      c.mesh.y.cells());
    });
    machine_.emplace(workspace_, launch, advance_.group(), seconds);
    const opencl::Numbers stored(bytes_stored(c.run.precision));
    T_ = workspace_.array(stored, c.mesh.layout().size());
    old_T_ = workspace_.array(stored, c.mesh.layout().size());
    x_ = workspace_.array(reals_, c.metrics(0));
    y_ = workspace_.array(reals_, c.metrics(1));
    walls_ = workspace_.array(reals_, c.wall_factors());
    tag_ = workspace_.buffer(c.mesh.tags);
  }

  methods::Machine& machine() override { return *machine_; }
  double largest_change() override {
    return methods::on_device(workspace_, "measuring the change on",
                              [&] { return change_->largest(); });
  }

  void iterate() override {
    methods::on_device(workspace_, "a time step on", [&] {
      std::swap(T_, old_T_);
      const auto layout = case_.mesh.layout();
      advance_.set({{"nx", layout.nx},
                    {"ny", layout.ny},
                    {"x", x_},
                    {"y", y_},
                    {"tag", tag_},
                    {"walls", walls_},
                    {"alpha_dt", reals_.number(case_.diffusivity * dt_)},
                    {"T", old_T_},
                    {"T_next", T_},
                    {"largest", change_->of_groups()}});
      workspace_.launch(advance_, layout.nx, layout.ny);
    });
  }

  void write(Level level, const std::vector<double>& T) override {
    methods::on_device(workspace_, "writing the temperature to",
                       [&] { workspace_.write(level == Level::current ? T_ : old_T_, T); });
  }
  std::vector<double> read(Level level) const override {
    return methods::on_device(workspace_, "reading the temperature from", [&] {
      return workspace_.read(level == Level::current ? T_ : old_T_);
    });
  }

 private:
  const opencl::Numbers reals_;
  opencl::Workspace workspace_;
  opencl::Kernel advance_;
  opencl::Array T_, old_T_, x_, y_, walls_;
  cl::Buffer tag_;
  std::optional<methods::LargestChange> change_;
  std::optional<methods::DeviceMachine> machine_;
};
}  // namespace

std::unique_ptr<methods::Simulation> Problem::make(const opencl::Queue& queue,
                                                   const methods::Launch& launch) const {
  return std::make_unique<DeviceSimulation>(case_, queue, launch);
}

}  // namespace slipflow::heat
