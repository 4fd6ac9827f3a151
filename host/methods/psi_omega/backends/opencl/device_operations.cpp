// The operations of a step on an OpenCL device: cl_kernels/psi_omega.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "backends/operations.hpp"
#include "backends/ordered_sum.hpp"
#include "psi_omega/poisson.h"
#include "slipflow/linear_solvers/line_solver.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::psi_omega {

namespace {
using opencl::Arguments;
using opencl::Array;
using opencl::Kernel;
using Values = std::vector<double>;

// Work-items along y of kernels that find a maximum: each has every so many-th row.
constexpr int kMostRowsOfMaxima = 64;
constexpr const char* kFlowFile = "psi_omega/flow.cl";
constexpr const char* kPoissonFile = "psi_omega/poisson.cl";

class DeviceOperations : public Operations {
  // Turns failures of OpenCL into sentences.
  template <class Action>
  auto guarded(const char* doing, Action action) const {
    return opencl::guarded(fmt::format("{} {}", doing, workspace_.device().name), action);
  }

 public:
  DeviceOperations(const FlowParts& parts, const opencl::Queue& queue,
                   const methods::Launch& launch)
      : parts_(parts), layout_(parts.c.mesh.layout()), launch_(launch), workspace_(queue) {
    build_seconds_ = seconds_of([&] { build(); });
    make_arrays();
    make_levels();
    make_lists();
  }

  void write(Field to, const Values& values) override {
    guarded("writing fields to", [&] { workspace_.write(field(to), values); });
  }
  Values read(Field from) const override { return read_from(field(from)); }
  void swap(Field a, Field b) override { std::swap(field(a), field(b)); }

  void set_velocities() override {
    run("set_velocities",
        mesh().with({{"has_outlet", parts_.c.has_outlet() ? 1 : 0},
                     {"psi", field(Field::psi)},
                     {"u", u_},
                     {"v", v_}}),
        layout_.nx, layout_.ny - 1);
  }

  double largest_courant_rate() override {
    return largest_of("find_courant_rate", mesh().with({{"u", u_}, {"v", v_}}), layout_.nx - 1,
                      layout_.ny - 1);
  }

  double set_wall_vorticity(double relaxation) override {
    const int count = static_cast<int>(parts_.nodes.walls.size());
    if (count == 0) return 0;
    return largest_of("set_wall_vorticity",
                      {{"walls", walls_},
                       {"count", count},
                       {"jensen", parts_.c.scheme.wall_vorticity == WallVorticity::jensen ? 1 : 0},
                       {"relaxation", reals_.number(relaxation)},
                       {"psi", field(Field::psi)},
                       {"omega", field(Field::omega)}},
                      count, 1);
  }

  void add_to_omega(const mesh::CellBox& nodes, double amount) override {
    run("add_kick",
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
    run("find_outlet_omega",
        {{"nx", layout_.nx},
         {"ny", layout_.ny},
         {"dt", reals_.number(dt)},
         {"spacing", reals_.number(parts_.c.mesh.x.widths.back())},
         {"u", u_},
         {"omega", field(Field::omega)},
         {"outlet", outlet_}},
        layout_.ny - 1, 1);
  }
  void store_outlet_omega() override {
    run("store_outlet_omega",
        {{"nx", layout_.nx},
         {"ny", layout_.ny},
         {"outlet", outlet_},
         {"omega", field(Field::omega)}},
        layout_.ny - 1, 1);
  }
  void copy_to_outlet() override {
    run("copy_to_outlet", {{"nx", layout_.nx}, {"ny", layout_.ny}, {"omega", field(Field::omega)}},
        layout_.ny - 1, 1);
  }

  double largest_change(Field a, Field b) override {
    return largest_of(
        "find_largest_change",
        {{"nx", layout_.nx}, {"ny", layout_.ny}, {"kind", kind_}, {"a", field(a)}, {"b", field(b)}},
        layout_.nx - 1, layout_.ny - 1);
  }

  void set_residual() override {
    run("find_residual",
        {{"nx", layout_.nx},
         {"ny", layout_.ny},
         {"h_x", widths_x_},
         {"h_y", widths_y_},
         {"kind", kind_},
         {"psi", field(Field::psi)},
         {"omega", field(Field::omega)},
         {"right_side", field(Field::right_side)},
         {"residual", field(Field::residual)}},
        layout_.nx - 1, layout_.ny - 1);
  }

  double product(Field a, Field b) override {
    const int count = static_cast<int>(layout_.size());
    const int blocks = static_cast<int>((layout_.size() + kSumBlock - 1) / kSumBlock);
    run_groups("sum_products",
               {{"count", count}, {"a", field(a)}, {"b", field(b)}, {"sums", sums_}}, blocks);
    run_groups("sum_blocks", {{"count", blocks}, {"blocks", sums_}, {"sums", sum_}}, 1);
    return read_from(sum_)[0];
  }

  void find_direction(double beta) override {
    run("find_direction",
        {{"count", static_cast<int>(layout_.size())},
         {"beta", reals_.number(beta)},
         {"z", field(Field::correction)},
         {"direction", field(Field::direction)}},
        static_cast<int>(layout_.size()), 1);
    run("multiply",
        matrix(0).with({{"x", field(Field::direction)}, {"product", field(Field::product)}}),
        columns(0), rows(0));
  }

  void advance_solution(double alpha) override {
    run("advance_solution",
        {{"count", static_cast<int>(layout_.size())},
         {"alpha", reals_.number(alpha)},
         {"direction", field(Field::direction)},
         {"product", field(Field::product)},
         {"psi", field(Field::psi)},
         {"residual", field(Field::residual)}},
        static_cast<int>(layout_.size()), 1);
  }

  void begin_cycle() override { copy(field(Field::residual), work_[0].r); }

  void smooth(std::size_t level, int k, bool from_zero) override {
    Work& w = work_[level];
    const PoChebyshev factors = po_chebyshev(k);
    run("smooth",
        matrix(level).with({{"from_zero", from_zero ? 1 : 0},
                            {"factor_before", reals_.number(factors.before)},
                            {"factor_residual", reals_.number(factors.residual)},
                            {"d_before", w.d},
                            {"r", w.r},
                            {"d", w.d_next},
                            {"x", solution(level)}}),
        columns(level), rows(level));
    std::swap(w.d, w.d_next);
  }

  void restrict_from(std::size_t level) override {
    run("restrict_residual",
        matrix(level).with({{"coarse_nx", parts_.levels.levels[level + 1].nx},
                            {"coarse_columns", columns(level + 1)},
                            {"coarse_rows", rows(level + 1)},
                            {"d", work_[level].d},
                            {"r", work_[level].r},
                            {"coarse", work_[level + 1].r}}),
        columns(level + 1), rows(level + 1));
  }

  void prolong_to(std::size_t level) override {
    run("prolong",
        {{"nx", parts_.levels.levels[level].nx},
         {"columns", columns(level)},
         {"rows", rows(level)},
         {"reciprocal", level_arrays_[level].reciprocal},
         {"coarse_nx", parts_.levels.levels[level + 1].nx},
         {"coarse", solution(level + 1)},
         {"d", work_[level].d},
         {"x", solution(level)}},
        columns(level), rows(level));
  }

  void solve_last_level() override {
    const int count = static_cast<int>(parts_.levels.coarsest.size());
    const std::size_t last = work_.size() - 1;
    if (count == 0) return;
    run("solve_last_level",
        {{"count", count},
         {"places", places_},
         {"inverse", inverse_},
         {"r", work_[last].r},
         {"x", solution(last)}},
        count, 1);
  }

  void keep_response() override {
    responses_.push_back(workspace_.array(reals_, layout_.size()));
    copy(field(Field::psi), responses_.back());
  }
  void add_response(std::size_t island, double factor) override {
    run("add_response",
        {{"count", static_cast<int>(layout_.size())},
         {"factor", reals_.number(factor)},
         {"response", responses_[island]},
         {"psi", field(Field::psi)}},
        static_cast<int>(layout_.size()), 1);
  }
  Values defects() override {
    const int count = static_cast<int>(defects_.count);
    run("find_defects",
        {{"islands", count},
         {"first", first_faces_},
         {"faces", faces_},
         {"psi", field(Field::psi)},
         {"omega", field(Field::omega)},
         {"defects", defects_}},
        count, 1);
    return read_from(defects_);
  }

  methods::BackendInfo info() const override {
    const auto& device = workspace_.device();
    return {.name = "opencl",
            .device = device.name,
            .driver = device.driver,
            .kernels = name_of(launch_.kernels),
            .work_group_size = group_,
            .rows = 1,
            .bytes_allocated = workspace_.bytes(),
            .build_seconds = build_seconds_};
  }
  void finish() override {
    guarded("waiting for", [&] { workspace_.finish(); });
  }
  void time_kernels(bool on) override {
    guarded("timing kernels on", [&] { workspace_.time_launches(on); });
  }
  double kernel_seconds() override {
    return guarded("timing kernels on", [&] { return workspace_.launch_seconds(); });
  }

 private:
  struct LevelArrays {
    Array west, south, sum, reciprocal;
  };
  struct Work {
    Array r, d, d_next, x;
  };

  void build() {
    const std::string options = "-cl-std=CL1.2" +
                                opencl::precision_options(setup::Precision::in_double, false) +
                                (launch_.parity ? " -DSF_PARITY" : "");
    const int smallest = launch_.may_shrink ? 8 : launch_.work_group_size;
    const auto flow = opencl::build_for_groups(workspace_.queue(), kFlowFile, options,
                                               launch_.work_group_size, smallest);
    group_ = flow.group;
    for (const char* name :
         {"set_velocities", "find_courant_rate", "set_wall_vorticity", "add_kick",
          "find_outlet_omega", "store_outlet_omega", "copy_to_outlet", "copy_values",
          "find_largest_change", "find_largest"})
      kernels_[name] = Kernel(flow, name);
    const auto poisson =
        opencl::build_for_groups(workspace_.queue(), kPoissonFile, options, group_, smallest);
    for (const char* name : {"find_residual", "smooth", "restrict_residual", "prolong",
                             "solve_last_level", "find_direction", "multiply", "advance_solution",
                             "add_response", "find_defects", "sum_products", "sum_blocks"})
      kernels_[name] = Kernel(poisson, name);
    for (const char* name : {"sum_products", "sum_blocks"})
      kernels_[name].set_group(static_cast<int>(kSumLanes));
    if (parts_.c.scheme.time == TimeScheme::rows)
      for (const Family family : {Family::psi, Family::steady}) build_lines(family);
    else
      for (const Family family : {Family::half_x, Family::half_y}) build_lines(family);
    if (parts_.c.has_outlet()) build_lines(Family::outlet);
  }

  void build_lines(Family family) {
    const auto options = fmt::format("-DPO_FAMILY={} -DPO_CONVECTION={}", static_cast<int>(family),
                                     static_cast<int>(parts_.c.scheme.convection));
    lines_[static_cast<std::size_t>(family)].emplace(
        workspace_, lines_of(parts_.c, family),
        launch_.parity ? reference_lines(parts_.c, family) : linear_solvers::LineChoice{},
        linear_solvers::LineRows{"psi_omega/rows.cl", options});
  }

  void make_arrays() {
    const auto& m = parts_.c.mesh;
    for (Array& f : fields_) f = zeros(layout_.size());
    const auto given = given_velocities(parts_.c);
    u_ = workspace_.array(reals_, given.u);
    v_ = workspace_.array(reals_, given.v);
    x_ = workspace_.array(reals_, parts_.nodes.x);
    y_ = workspace_.array(reals_, parts_.nodes.y);
    widths_x_ = workspace_.array(reals_, m.x.widths);
    widths_y_ = workspace_.array(reals_, m.y.widths);
    outlet_ = zeros(static_cast<std::size_t>(layout_.ny) + 1);
    sums_ = zeros((layout_.size() + kSumBlock - 1) / kSumBlock);
    sum_ = zeros(1);
    const std::size_t most = std::max<std::size_t>(
        static_cast<std::size_t>(groups(layout_.nx)) * layout_.ny, parts_.nodes.walls.size());
    largest_ = zeros(most);
    largest_of_all_ = zeros(1);
    kind_ = workspace_.buffer(parts_.nodes.kind);
  }

  void make_levels() {
    for (const Level& level : parts_.levels.levels) {
      level_arrays_.push_back(
          {workspace_.array(reals_, level.west), workspace_.array(reals_, level.south),
           workspace_.array(reals_, level.sum), workspace_.array(reals_, level.reciprocal)});
      work_.push_back({zeros(level.size()), zeros(level.size()), zeros(level.size()),
                       work_.empty() ? Array() : zeros(level.size())});
    }
    if (parts_.levels.coarsest.empty()) return;
    places_ = workspace_.buffer(parts_.levels.coarsest);
    inverse_ = workspace_.array(reals_, parts_.levels.inverse);
  }

  void make_lists() {
    if (!parts_.nodes.walls.empty()) walls_ = workspace_.buffer(parts_.nodes.walls);
    std::vector<int> first = {0};
    std::vector<PoIslandFace> faces;
    for (const Island* island : free_islands(parts_.nodes)) {
      faces.insert(faces.end(), island->faces.begin(), island->faces.end());
      first.push_back(static_cast<int>(faces.size()));
    }
    if (faces.empty()) return;
    first_faces_ = workspace_.buffer(first);
    faces_ = workspace_.buffer(faces);
    defects_ = zeros(first.size() - 1);
  }

  int groups(int items) const { return (items + group_ - 1) / group_; }
  Array zeros(std::size_t count) { return workspace_.array(reals_, Values(count)); }
  Array& field(Field name) { return fields_[static_cast<std::size_t>(name)]; }
  const Array& field(Field name) const { return fields_[static_cast<std::size_t>(name)]; }
  Array& solution(std::size_t level) {
    return level == 0 ? field(Field::correction) : work_[level].x;
  }
  int columns(std::size_t level) const { return parts_.levels.levels[level].columns; }
  int rows(std::size_t level) const { return parts_.levels.levels[level].rows; }
  Kernel& kernel(const std::string& name) { return kernels_.at(name); }

  Arguments mesh() const {
    return {{"nx", layout_.nx}, {"ny", layout_.ny}, {"x", x_}, {"y", y_}, {"kind", kind_}};
  }
  Arguments matrix(std::size_t level) const {
    const Level& l = parts_.levels.levels[level];
    const LevelArrays& a = level_arrays_[level];
    return {{"nx", l.nx},
            {"columns", l.columns},
            {"rows", l.rows},
            {"west", a.west},
            {"south", a.south},
            {"sum", a.sum},
            {"reciprocal", a.reciprocal}};
  }

  void run(const char* name, const Arguments& arguments, int nx, int ny) {
    guarded("running psi_omega's kernels on", [&] {
      Kernel& k = kernel(name);
      k.set(arguments);
      workspace_.launch(k, nx, ny);
    });
  }

  void run_groups(const char* name, const Arguments& arguments, int count) {
    guarded("running psi_omega's kernels on", [&] {
      Kernel& k = kernel(name);
      k.set(arguments);
      workspace_.launch_groups(k, count);
    });
  }

  Values read_from(const Array& array) const {
    return guarded("reading fields from", [&] { return workspace_.read(array); });
  }

  double largest_of(const char* name, const Arguments& arguments, int nx, int ny) {
    const int rows = std::min(ny, kMostRowsOfMaxima);
    run(name, arguments.with({{"largest", largest_}}), nx, rows);
    run_groups("find_largest",
               {{"count", groups(nx) * rows}, {"values", largest_}, {"largest", largest_of_all_}},
               1);
    return read_from(largest_of_all_)[0];
  }

  void copy(const Array& from, const Array& to) {
    const int count = static_cast<int>(from.count);
    run("copy_values", {{"count", count}, {"from", from}, {"to", to}}, count, 1);
  }

  const FlowParts parts_;
  const mesh::Layout layout_;
  const methods::Launch launch_;
  const opencl::Numbers reals_{sizeof(double)};
  opencl::Workspace workspace_;
  std::map<std::string, Kernel> kernels_;
  std::array<std::optional<linear_solvers::LineSolver>, kFamilies> lines_;
  std::array<Array, kFields> fields_;
  Array u_, v_, x_, y_, widths_x_, widths_y_, outlet_, sums_, sum_, largest_, largest_of_all_,
      inverse_, defects_;
  std::vector<LevelArrays> level_arrays_;
  std::vector<Work> work_;
  std::vector<Array> responses_;
  cl::Buffer kind_, walls_, places_, first_faces_, faces_;
  int group_ = 0;
  double build_seconds_ = 0;
};
}  // namespace

std::unique_ptr<Operations> make_device_operations(const FlowParts& parts,
                                                   const opencl::Queue& queue,
                                                   const methods::Launch& launch) {
  return std::make_unique<DeviceOperations>(parts, queue, launch);
}

}  // namespace slipflow::psi_omega
