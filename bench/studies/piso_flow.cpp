#include "piso_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::bench::studies {

namespace {
using piso::Case;
using piso::FlowCase;
using piso::FlowMesh;
using piso::FlowPatch;

constexpr const char* kSheared = "sheared-simplec";
constexpr double kToleranceTimed = 1e-6;
constexpr double kStepOverWidthTimed = 0.2;
constexpr int kNorth = 3;  // the patch of the lid
// Measured on the host, where a mesh is made.
constexpr double kHostBytesOfBox = 1500, kHostBytesOfPolyhedra = 2000;
// Device memory of a cell with three oblique faces: vectors along k and parts along them.
constexpr double kBytesOfOblique = 12 * sizeof(double);

// Reynolds number 10, in any box.
std::string cavity_text(const std::string& algorithm, const std::array<int, 3>& cells) {
  return fmt::format(
      "title = Benchmark\nmethod = piso\n[flow]\nviscosity = 0.1\n"
      "[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = {} {} {}\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1,0,0\n"
      "bottom = wall\ntop = wall\n[scheme]\nalgorithm = {}\n[time]\n{}max_steps = 1\n",
      cells[0], cells[1], cells[2], algorithm,
      algorithm == "piso"
          ? fmt::format("step = {}\n", kStepOverWidthTimed / std::ranges::max(cells))
          : fmt::format("steady = {}\n", kToleranceTimed));
}

Case cavity(const std::string& variant, const std::array<int, 3>& cells) {
  const auto tables = config::make_key_tables({{"piso", piso::keys()}});
  const std::string algorithm = variant == kSheared ? "simplec" : variant;
  return piso::make_case(config::parse_case(cavity_text(algorithm, cells), "bench", {}, tables));
}

// By 30 degrees.
FlowMesh sheared_mesh(const mesh::Mesh& box) {
  auto mesh = mesh::poly_mesh_of(box);
  for (auto& point : mesh.points) point[0] += std::numbers::inv_sqrt3 * point[1];
  return piso::flow_mesh_of(mesh, mesh::geometry_of(mesh), "bench");
}

FlowCase sheared_flow(const Case& c) {
  FlowCase flow = c.flow;
  flow.patches.resize(6);
  for (FlowPatch& patch : flow.patches) patch.is_wall = true;
  flow.patches[kNorth].velocity = [](const SfVector&, double) { return SfVector{1, 0, 0}; };
  return flow;
}

// A row has a number and a column for each face of the cell, its diagonal, and its part of two
// vectors.
double bytes_of_product(const FlowMesh& mesh) {
  const double entries = 2.0 * mesh.faces.count() / mesh.cells;
  return entries * (sizeof(double) + sizeof(int)) + 3 * sizeof(double);
}
}  // namespace

std::vector<TimedCase> timed_cases(const std::array<int, 3>& cells) {
  std::vector<TimedCase> cases;
  for (const std::string variant : {"simplec", "piso", "simple", kSheared}) {
    TimedCase& of = cases.emplace_back();
    const bool is_sheared = variant == kSheared;
    of.flow = is_sheared ? "sheared cavity" : "cubic cavity";
    of.variant = variant;
    of.cells = cells;
    of.has_time_steps = variant == "piso";
    of.tolerance = of.has_time_steps ? 0 : kToleranceTimed;
    of.device_bytes = piso::bytes_of(cavity(variant, cells)) +
                      of.cell_count() * (is_sheared ? kBytesOfOblique : 0);
    of.host_bytes = of.cell_count() * (is_sheared ? kHostBytesOfPolyhedra : kHostBytesOfBox);
  }
  return cases;
}

TimedFlow::TimedFlow(const TimedCase& of, opencl::Workspace* workspace, bool parity)
    : case_(cavity(of.variant, of.cells)) {
  if (of.variant == kSheared)
    sheared_ = sheared_mesh(case_.mesh);
  else
    box_ = piso::make_case_flow(case_);
  const FlowCase flow = sheared_ ? sheared_flow(case_) : box_->flow();
  const auto finish = [workspace] {
    if (workspace) workspace->finish();
  };
  const auto wrap = [&](piso::StepOperations& operations) {
    return std::make_unique<TimedOperations>(operations, finish, clock_);
  };
  if (workspace)
    solver_.emplace(*workspace, mesh(), flow, piso::DeviceChoice{parity}, wrap);
  else
    solver_.emplace(mesh(), flow, wrap);
}

void TimedFlow::start() {
  solver_->start(std::vector<SfVector>(mesh().volumes.size(), SfVector{0, 0, 0}));
}

FlowIteration TimedFlow::advance() {
  const piso::FlowReport report =
      case_.is_steady() ? solver_->iterate() : solver_->step(case_.time.step.value());
  return {std::max(report.residual_u, report.residual_p), report.velocity_iterations,
          report.pressure_iterations};
}

void TimedFlow::time_parts(bool on) { clock_ = {on, {}}; }

std::vector<PartTime> TimedFlow::parts() const {
  std::vector<PartTime> parts;
  for (std::size_t k = 0; k < kPartNames.size(); ++k)
    parts.push_back({kPartNames[k], clock_.seconds[k]});
  return parts;
}

// By the kernels of cl_kernels/piso and cl_kernels/linear_solvers.
std::vector<OperationKernels> TimedFlow::operations() const {
  std::vector<OperationKernels> operations = {
      {"product A p", {"multiply"}, bytes_of_product(mesh())},
      {"step of the smoother", {"smooth"}},
      {"gradient of p", {"find_pressure_gradient"}},
      {"Laplacian of p", {"set_face_coefficients", "set_cell_coefficients", "set_rows"}},
      {"momentum: assembly", {"assemble"}},
      {"momentum: product", {"multiply_momentum"}}};
  if (sheared_)
    operations.push_back({"Laplacian, non-orthogonal",
                          {"set_face_coefficients", "set_cell_coefficients", "set_rows",
                           "find_pressure_gradient", "find_parts_along", "set_pressure_right"}});
  else
    operations.push_back({"divergence of the flux", {"set_pressure_right"}});
  return operations;
}

}  // namespace slipflow::bench::studies
