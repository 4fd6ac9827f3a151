// The operations of a step on an OpenCL device: cl_kernels/transport.
#include <algorithm>
#include <optional>
#include <vector>

#include "backends/operations.hpp"
#include "slipflow/linear_solvers/device_solver7.hpp"
#include "slipflow/methods/machines.hpp"
#include "slipflow/opencl/workspace.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::transport {

namespace {
using linear_solvers::DeviceSolver7;
using opencl::Arguments;
using opencl::Array;
using opencl::Kernel;
using Values = std::vector<double>;

// Lines of cells that a work-item looks at for the largest change are as many apart.
constexpr int kMostLinesOfMaxima = 64;

class DeviceOperations : public Operations {
 public:
  DeviceOperations(const Parts& parts, const opencl::Queue& queue, const methods::Launch& launch)
      : parts_(parts),
        launch_(launch),
        workspace_(queue),
        choices_(choices_of(parts.c)),
        solvers_(choices_.size()) {
    const double seconds = seconds_of([&] { build(); });
    machine_.emplace(workspace_, launch_, end_step_.group(), seconds);
    make_arrays();
  }

  void write(methods::Level level, const Values& phi) override {
    methods::on_device(workspace_, "writing phi to", [&] { workspace_.write(at(level), phi); });
  }
  Values read(methods::Level level) const override {
    return methods::on_device(workspace_, "reading phi from",
                              [&] { return workspace_.read(at(level)); });
  }

  Solution advance(const Step& step) override {
    return methods::on_device(workspace_, "a time step on", [&] {
      workspace_.write(wall_values_, step.values.walls);
      workspace_.write(source_values_, step.values.sources);
      const Array* x = nullptr;
      auto solution = solve_by_first(parts_.c, [&](std::size_t number) {
        DeviceSolver7& solver = solver_of(number, step);
        set_right_hand_side_.set_changed(box().with({{"mass", reals_.number(step.mass)},
                                                     {"phi", phi_},
                                                     {"f", solver.f()},
                                                     {"x", solver.x()},
                                                     {"before", before_}}));
        launch(set_right_hand_side_);
        x = &solver.x();
        return solver.solve();
      });
      end_step(*x, step.is_middle);
      return solution;
    });
  }

  KeptOmega kept_omega() const override {
    const auto& [on, mass] = solvers_[0];
    return mass ? KeptOmega{*mass, on->omega()} : kept_;
  }
  void keep_omega(const KeptOmega& kept) override { kept_ = kept; }

  double largest_change() override {
    return methods::on_device(workspace_, "measuring the change on",
                              [&] { return largest_->largest(); });
  }

  methods::Machine& machine() override { return *machine_; }

 private:
  struct Solver {
    std::optional<DeviceSolver7> on;
    std::optional<double> mass;  // of the coefficients, once there are any
  };

  const Array& at(methods::Level level) const {
    return level == methods::Level::current ? phi_ : before_;
  }
  int lines() const { return parts_.box.box.n2 * parts_.box.box.n3; }
  void launch(const Kernel& kernel) const { workspace_.launch(kernel, parts_.box.box.n1, lines()); }

  void build() {
    const auto precision = setup::Precision::in_double;
    const auto built =
        methods::build_kernels(workspace_.queue(), "transport/transport.cl", precision, launch_);
    set_coefficients_ = {built, "set_coefficients"};
    set_right_hand_side_ = {built, "set_right_hand_side"};
    end_step_ = {built, "end_step"};
    largest_.emplace(workspace_, precision, launch_, end_step_.group(), parts_.box.box.n1,
                     std::min(lines(), kMostLinesOfMaxima));
    for (auto& choice : choices_) choice.parity = launch_.parity;
    make_solver(0);
  }

  void make_solver(std::size_t number) {
    solvers_[number].on.emplace(workspace_, matrix_without_arrays(parts_), choices_[number]);
  }

  void make_arrays() {
    const BoxArrays& arrays = parts_.box;
    const auto copy = [&](const Values& values) {
      return values.empty() ? widths_ : workspace_.array(reals_, values);
    };
    widths_ = workspace_.array(reals_, arrays.widths);
    for (Array* field : {&phi_, &before_}) *field = copy(Values(arrays.box.size()));
    tag_ = workspace_.buffer(arrays.tag);
    scale_ = copy(arrays.scale);
    u_ = copy(arrays.u);
    v_ = copy(arrays.v);
    w_ = copy(arrays.w);
    walls_ = workspace_.buffer(arrays.walls);
    sources_ = workspace_.buffer(arrays.sources);
    factors_ = copy(arrays.factors);
    wall_values_ = copy(Values(arrays.walls.size()));
    source_values_ = copy(Values(arrays.sources.size()));
  }

  Arguments box() const {
    const TrBox b = parts_.box.numbers(parts_.c);
    return {{"n1", b.n[0]},
            {"n2", b.n[1]},
            {"n3", b.n[2]},
            {"row", b.row},
            {"plane", b.plane},
            {"has_scale", b.has_scale},
            {"has_flow", b.has_flow},
            {"is_upwind", b.is_upwind},
            {"sources", b.sources},
            {"k1", reals_.number(b.k[0])},
            {"k2", reals_.number(b.k[1])},
            {"k3", reals_.number(b.k[2])},
            {"reaction", reals_.number(b.reaction)},
            {"widths", widths_},
            {"tag", tag_},
            {"scale", scale_},
            {"u", u_},
            {"v", v_},
            {"w", w_},
            {"walls", walls_},
            {"wall_values", wall_values_},
            {"source", sources_},
            {"source_values", source_values_},
            {"factors", factors_}};
  }

  DeviceSolver7& solver_of(std::size_t number, const Step& step) {
    const double mass = step.mass;
    if (!solvers_[number].on) make_solver(number);
    auto& [on, mass_then] = solvers_[number];
    if (mass_then == mass) return *on;
    check_diagonals(parts_, step.values, mass);
    set_coefficients(*on, mass);
    if (number == 0) {
      if (kept_.omega != 0 && kept_.mass == mass) on->set_omega(kept_.omega);
      kept_ = {};
    }
    mass_then = mass;
    return *on;
  }

  void set_coefficients(DeviceSolver7& solver, double mass) {
    // For one that the matrix does not have, another one, which is left alone.
    const auto a = [&](int number) -> const Array& {
      const Array& array = solver.coefficient(number);
      return array.count > 0 ? array : solver.coefficient(0);
    };
    const auto fixed = [&](int axis) {
      return solver.side(axis < parts_.c.mesh.axes() ? axis : 0);
    };
    set_coefficients_.set_changed(box().with({{"mass", reals_.number(mass)},
                                              {"is_symmetric", parts_.c.has_velocity() ? 0 : 1},
                                              {"a0", a(0)},
                                              {"a1", a(1)},
                                              {"a2", a(2)},
                                              {"a3", a(3)},
                                              {"a4", a(4)},
                                              {"a5", a(5)},
                                              {"a6", a(6)},
                                              {"fixed_x", fixed(0)},
                                              {"fixed_y", fixed(1)},
                                              {"fixed_z", fixed(2)}}));
    launch(set_coefficients_);
    solver.set_coefficients();
  }

  void end_step(const Array& x, bool is_middle) {
    const TrBox b = parts_.box.numbers(parts_.c);
    end_step_.set_changed({{"n1", b.n[0]},
                           {"n2", b.n[1]},
                           {"n3", b.n[2]},
                           {"row", b.row},
                           {"plane", b.plane},
                           {"tag", tag_},
                           {"is_middle", is_middle ? 1 : 0},
                           {"x", x},
                           {"before", before_},
                           {"phi", phi_},
                           {"largest", largest_->of_groups()}});
    workspace_.launch(end_step_, b.n[0], std::min(lines(), kMostLinesOfMaxima));
  }

  const Parts parts_;
  const methods::Launch launch_;
  const opencl::Numbers reals_{sizeof(double)};
  opencl::Workspace workspace_;
  Kernel set_coefficients_, set_right_hand_side_, end_step_;
  std::optional<methods::LargestChange> largest_;
  std::vector<linear_solvers::Choice7> choices_;
  std::vector<Solver> solvers_;  // by choice, from its first use on
  Array phi_, before_, widths_, scale_, u_, v_, w_, factors_, wall_values_, source_values_;
  cl::Buffer tag_, walls_, sources_;
  KeptOmega kept_;  // before the first step
  std::optional<methods::DeviceMachine> machine_;
};
}  // namespace

std::unique_ptr<Operations> make_device_operations(const Parts& parts, const opencl::Queue& queue,
                                                   const methods::Launch& launch) {
  return std::make_unique<DeviceOperations>(parts, queue, launch);
}

}  // namespace slipflow::transport
