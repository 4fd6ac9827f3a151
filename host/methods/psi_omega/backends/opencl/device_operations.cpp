// The operations of a step on an OpenCL device: cl_kernels/psi_omega.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "backends/opencl/device_kernels.hpp"
#include "backends/operations.hpp"
#include "slipflow/linear_solvers/device_solver7.hpp"
#include "slipflow/linear_solvers/line_solver.hpp"
#include "slipflow/methods/machines.hpp"
#include "slipflow/support/stopwatch.hpp"
#include "state/psi_system.hpp"

namespace slipflow::psi_omega {

namespace {
using opencl::Arguments;
using opencl::Array;
using Values = std::vector<double>;

class DeviceOperations : public Operations, public IslandOperations {
 public:
  DeviceOperations(const FlowParts& parts, const opencl::Queue& queue,
                   const methods::Launch& launch)
      : parts_(parts), layout_(parts.c.mesh.layout()), launch_(launch) {
    const double seconds = seconds_of([&] { build(queue); });
    machine_.emplace(kernels_->workspace(), launch_, kernels_->group(), seconds);
    make_arrays();
    make_lists();
  }

  Values numbers() override { return kernels_->read_numbers(); }
  void write(Field to, const Values& values) override { kernels_->write(field(to), values); }
  Values read(Field from) const override { return kernels_->read(field(from)); }
  void swap(Field a, Field b) override { std::swap(field(a), field(b)); }
  void copy(Field from, Field to) override { kernels_->copy(field(from), field(to)); }

  void set_velocities() override {
    kernels_->run("set_velocities",
                  mesh().with({{"has_outlet", parts_.c.has_outlet() ? 1 : 0},
                               {"psi", field(Field::psi)},
                               {"u", u_},
                               {"v", v_}}),
                  layout_.nx, layout_.ny - 1);
  }

  void find_courant_rate() override {
    kernels_->find_largest(PO_COURANT_RATE, "find_courant_rate",
                           mesh().with({{"u", u_}, {"v", v_}}), layout_.nx - 1, layout_.ny - 1);
  }

  void set_wall_vorticity(double relaxation) override {
    const int count = static_cast<int>(parts_.nodes.walls.size());
    if (count == 0) return;
    kernels_->find_largest(
        PO_WALL_CHANGE, "set_wall_vorticity",
        {{"walls", walls_},
         {"count", count},
         {"jensen", parts_.c.scheme.wall_vorticity == WallVorticity::jensen ? 1 : 0},
         {"relaxation", reals_.number(relaxation)},
         {"psi", field(Field::psi)},
         {"omega", field(Field::omega)}},
        count);
  }

  void add_to_omega(const mesh::CellBox& nodes, double amount) override {
    kernels_->run("add_kick",
                  {{"nx", layout_.nx},
                   {"kind", kind_},
                   {"i0", nodes.i0},
                   {"i1", nodes.i1},
                   {"j0", nodes.j0},
                   {"j1", nodes.j1},
                   {"amount", reals_.number(amount)},
                   {"omega", field(Field::omega)}},
                  nodes.i1 - nodes.i0 + 1, nodes.j1 - nodes.j0 + 1);
  }

  void solve(Family family, Field omega, const LineControl& control, Field result) override {
    const Arguments hooks = {{"mesh_nx", layout_.nx},
                             {"mesh_ny", layout_.ny},
                             {"axis_x", x_},
                             {"axis_y", y_},
                             {"kinds", kind_},
                             {"field_u", u_},
                             {"field_v", v_},
                             {"field_psi", field(Field::psi)},
                             {"field_omega", field(omega)},
                             {"reynolds", reals_.number(parts_.c.reynolds)},
                             {"time_step", reals_.number(control.dt)},
                             {"relaxation", reals_.number(control.relaxation)},
                             {"result", field(result)}};
    lines_[static_cast<std::size_t>(family)]->solve(hooks);
  }

  void keep_outlet_omega(double dt) override {
    kernels_->run("find_outlet_omega",
                  {{"nx", layout_.nx},
                   {"ny", layout_.ny},
                   {"dt", reals_.number(dt)},
                   {"spacing", reals_.number(parts_.c.mesh.x.widths.back())},
                   {"u", u_},
                   {"omega", field(Field::omega)},
                   {"outlet", outlet_}},
                  layout_.ny - 1);
  }
  void store_outlet_omega() override {
    kernels_->run("store_outlet_omega",
                  {{"nx", layout_.nx},
                   {"ny", layout_.ny},
                   {"outlet", outlet_},
                   {"omega", field(Field::omega)}},
                  layout_.ny - 1);
  }
  void copy_to_outlet() override {
    kernels_->run("copy_to_outlet",
                  {{"nx", layout_.nx}, {"ny", layout_.ny}, {"omega", field(Field::omega)}},
                  layout_.ny - 1);
  }

  void find_largest_change(Field a, Field b) override {
    kernels_->find_largest(PO_OMEGA_CHANGE, "find_largest_change",
                           nodes().with({{"a", field(a)}, {"b", field(b)}}), layout_.nx - 1,
                           layout_.ny - 1);
  }

  linear_solvers::Result7 solve_psi(double tolerance) override {
    kernels_->run("set_system",
                  nodes().with({{"h_x", widths_x_},
                                {"h_y", widths_y_},
                                {"psi", field(Field::psi)},
                                {"omega", field(Field::omega)},
                                {"f", system_->f()},
                                {"x", system_->x()}}),
                  layout_.nx - 1, layout_.ny - 1);
    system_->set_relative_tolerance(tolerance);
    auto result = system_->solve();
    kernels_->run("store_psi", nodes().with({{"x", system_->x()}, {"psi", field(Field::psi)}}),
                  layout_.nx - 1, layout_.ny - 1);
    return result;
  }

  void keep_response() override {
    responses_.push_back(kernels_->workspace().array(reals_, layout_.size()));
    kernels_->copy(field(Field::psi), responses_.back());
  }
  Values circulations() override {
    if (found_.count == 0) return {};
    find_circulations();
    return kernels_->read(found_);
  }
  void want_circulations(const Values& wanted) override {
    if (!wanted.empty()) kernels_->write(wanted_, wanted);
  }
  void want_circulations_after(double dt, bool of_omega_alone) override {
    const PoScheme scheme = scheme_of(parts_.c, dt);
    const auto values = [&](Field name) { return field(of_omega_alone ? Field::omega : name); };
    kernels_->run_groups("advance_circulations",
                         island_faces().with({{"convection", scheme.convection},
                                              {"sees_faces", scheme.sees_faces},
                                              {"reynolds", reals_.number(scheme.reynolds)},
                                              {"dt", reals_.number(dt)},
                                              {"psi", field(Field::psi)},
                                              {"before", values(Field::omega_old)},
                                              {"between", values(Field::star)},
                                              {"after", values(Field::omega)},
                                              {"circulations", wanted_}}),
                         static_cast<int>(wanted_.count));
  }
  void correct_islands(const Values& inverse) override {
    if (island_inverse_.count == 0) island_inverse_ = kernels_->workspace().array(reals_, inverse);
    find_circulations();
    const int islands = static_cast<int>(found_.count);
    for (int island = 0; island < islands; ++island)
      kernels_->run("add_response",
                    {{"count", static_cast<int>(layout_.size())},
                     {"islands", islands},
                     {"island", island},
                     {"inverse", island_inverse_},
                     {"wanted", wanted_},
                     {"found", found_},
                     {"response", responses_[static_cast<std::size_t>(island)]},
                     {"psi", field(Field::psi)}},
                    static_cast<int>(layout_.size()));
  }

  IslandOperations& islands() override { return *this; }
  methods::Machine& machine() override { return *machine_; }

 private:
  void find_circulations() {
    kernels_->run_groups(
        "find_circulations",
        island_faces().with({{"psi", field(Field::psi)}, {"circulations", found_}}),
        static_cast<int>(found_.count));
  }

  void build(const opencl::Queue& queue) {
    kernels_.emplace(queue, launch_, layout_);
    for (const Family family : used_lines(parts_.c)) build_lines(family);
    system_.emplace(kernels_->workspace(), psi_matrix(parts_.c, parts_.nodes),
                    psi_choice(parts_.c, launch_.parity));
  }

  void build_lines(Family family) {
    const PoScheme scheme = scheme_of(parts_.c, 0);
    const auto options =
        fmt::format("-DPO_FAMILY={} -DPO_CONVECTION={} -DPO_SEES_FACES={}",
                    static_cast<int>(family), scheme.convection, scheme.sees_faces);
    lines_[static_cast<std::size_t>(family)].emplace(
        kernels_->workspace(), lines_of(parts_.c, family),
        launch_.parity ? reference_lines(parts_.c, family) : chosen_lines(parts_.c, family),
        linear_solvers::LineRows{"psi_omega/rows.cl", options});
  }

  void make_arrays() {
    const auto& m = parts_.c.mesh;
    for (Array& f : fields_) f = zeros(layout_.size());
    const auto prescribed = prescribed_velocities(parts_.c);
    u_ = kernels_->workspace().array(reals_, prescribed.u);
    v_ = kernels_->workspace().array(reals_, prescribed.v);
    x_ = kernels_->workspace().array(reals_, parts_.nodes.x);
    y_ = kernels_->workspace().array(reals_, parts_.nodes.y);
    widths_x_ = kernels_->workspace().array(reals_, m.x.widths);
    widths_y_ = kernels_->workspace().array(reals_, m.y.widths);
    outlet_ = zeros(static_cast<std::size_t>(layout_.ny) + 1);
    kind_ = kernels_->workspace().buffer(parts_.nodes.kind);
  }

  void make_lists() {
    if (!parts_.nodes.walls.empty()) walls_ = kernels_->workspace().buffer(parts_.nodes.walls);
    std::vector<int> first = {0};
    std::vector<PoIslandFace> faces;
    for (const Island* island : free_islands(parts_.nodes)) {
      faces.insert(faces.end(), island->faces.begin(), island->faces.end());
      first.push_back(static_cast<int>(faces.size()));
    }
    if (faces.empty()) return;
    first_faces_ = kernels_->workspace().buffer(first);
    faces_ = kernels_->workspace().buffer(faces);
    wanted_ = zeros(first.size() - 1);
    found_ = zeros(first.size() - 1);
  }

  Array zeros(std::size_t count) { return kernels_->workspace().array(reals_, Values(count)); }
  Array& field(Field name) { return fields_[static_cast<std::size_t>(name)]; }
  const Array& field(Field name) const { return fields_[static_cast<std::size_t>(name)]; }

  Arguments nodes() const { return {{"nx", layout_.nx}, {"ny", layout_.ny}, {"kind", kind_}}; }
  Arguments mesh() const {
    return {{"nx", layout_.nx}, {"ny", layout_.ny}, {"x", x_}, {"y", y_}, {"kind", kind_}};
  }
  Arguments island_faces() const {
    return mesh().with({{"first", first_faces_}, {"faces", faces_}});
  }
  const FlowParts parts_;
  const mesh::Layout layout_;
  const methods::Launch launch_;
  const opencl::Numbers reals_{sizeof(double)};
  std::optional<DeviceKernels> kernels_;
  std::array<std::optional<linear_solvers::LineSolver>, kFamilies> lines_;
  std::optional<linear_solvers::DeviceSolver7> system_;
  std::array<Array, kFields> fields_;
  Array u_, v_, x_, y_, widths_x_, widths_y_, outlet_;
  Array wanted_, found_, island_inverse_;  // circulations around the free islands
  std::vector<Array> responses_;
  cl::Buffer kind_, walls_, first_faces_, faces_;
  std::optional<methods::DeviceMachine> machine_;
};
}  // namespace

std::unique_ptr<Operations> make_device_operations(const FlowParts& parts,
                                                   const opencl::Queue& queue,
                                                   const methods::Launch& launch) {
  return std::make_unique<DeviceOperations>(parts, queue, launch);
}

}  // namespace slipflow::psi_omega
