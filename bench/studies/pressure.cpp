#include "pressure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pressure_systems.hpp"
#include "seven_point_systems.hpp"
#include "slipflow/opencl/errors.hpp"

namespace slipflow::bench::studies {

namespace {
using linear_solvers::Box7;
using linear_solvers::Choice7;
using linear_solvers::Preconditioner7;
using linear_solvers::Solver7;

// Coefficients and vectors of the device; on the host the matrix twice and the vectors of a solver.
constexpr int kArraysOfSolver = 24, kArraysOfSolverOnHost = 32;
constexpr int kMostIterations = 20'000;

struct PressureProblem {
  const char* name;
  std::array<double, 3> constants;
};
constexpr PressureProblem kPressureProblems[] = {{"uniform", {1, 1, 1}},
                                                 {"anisotropic", {100, 1, 1}}};

Choice7 choice_of(Solver7 solver, Preconditioner7 preconditioner) {
  Choice7 choice;
  choice.solver = solver;
  choice.preconditioner = preconditioner;
  choice.max = kMostIterations;
  return choice;
}

Choice7 lines_along_x() {
  Choice7 choice = choice_of(Solver7::cg, Preconditioner7::lines);
  choice.line_axes = {true, false, false};
  return choice;
}

Choice7 single_multigrid() {
  Choice7 choice = choice_of(Solver7::cg, Preconditioner7::multigrid);
  choice.single_multigrid = true;
  return choice;
}

class PressureBench {
 public:
  PressureBench(const PressureOptions& options, const TableEvents& events, PressureReport& report)
      : options_(options), events_(events), report_(report), queue_(options.device) {
    boxes_ = options.boxes.empty() ? usual_pressure_boxes(options.device) : options.boxes;
    report_.kind = options.kind;
  }

  void run() {
    events_.say(pressure_heading());
    for (const Box7& box : boxes_) {
      const auto reason =
          box_obstacle(box, options_.device, kArraysOfSolver, kArraysOfSolverOnHost);
      if (reason.empty()) {
        for (const PressureProblem& problem : kPressureProblems) run_problem(box, problem);
        continue;
      }
      report_.skipped.push_back({box, reason});
      events_.say(skipped_line(report_.skipped.back()));
    }
  }

 private:
  void run_problem(const Box7& box, const PressureProblem& problem) {
    const PressureSystem system(box, problem.constants, options_.kind);
    for (PressureSolver solver : options_.solvers) {
      solver.choice.parity = options_.parity;
      stage({problem.name, name_of(box), solver.name});
      PressureResult result;
      result.problem = problem.name;
      result.box = box;
      result.solver = solver.name;
      opencl::guarded("solving seven-point systems", [&] { measure(system, solver, result); });
      report_.results.push_back(result);
      events_.say(pressure_line(result));
    }
  }

  void measure(const PressureSystem& system, const PressureSolver& solver, PressureResult& result) {
    try {
      opencl::Workspace workspace(queue_);
      system.solve(workspace, solver.choice, options_.repeats, result);
    } catch (const Error& error) {
      if (error.status() != ExitStatus::diverged && error.status() != ExitStatus::bad_input) throw;
      result.refusal = error.what();
    }
    if (result.valid())
      result.serial_seconds = system.serial_seconds(solver.choice, result.iterations);
  }

  void stage(const std::vector<std::string>& what) const {
    events_.stage_of(report_.size(),
                     std::size(kPressureProblems) * options_.solvers.size() * boxes_.size(), what);
  }

  const PressureOptions& options_;
  const TableEvents& events_;
  PressureReport& report_;
  const opencl::Queue queue_;
  std::vector<Box7> boxes_;
};
}  // namespace

const std::vector<PressureSolver>& pressure_solvers() {
  static const std::vector<PressureSolver> solvers = {
      {"jacobi-cg", choice_of(Solver7::cg, Preconditioner7::jacobi)},
      {"atm-cg", choice_of(Solver7::cg, Preconditioner7::atm)},
      {"x-line-cg", lines_along_x()},
      {"multigrid-cg", choice_of(Solver7::cg, Preconditioner7::multigrid)},
      {"single-multigrid-cg", single_multigrid()},
      {"multigrid", choice_of(Solver7::multigrid, Preconditioner7::none)},
  };
  return solvers;
}

std::vector<Box7> usual_pressure_boxes(const opencl::Device& device) {
  if (device.cpu) return {{32, 32, 32}};
  return {{64, 64, 64}, {128, 128, 128}, {256, 256, 256}};
}

void run_benchmark(const PressureOptions& options, const TableEvents& events,
                   PressureReport& report) {
  PressureBench(options, events, report).run();
}

std::optional<Error> fault_of(const PressureReport& report) {
  const auto wrong = std::ranges::find_if(report.results, &PressureResult::wrong);
  if (wrong != report.results.end())
    return Error(ExitStatus::results_disagree,
                 fmt::format("the solution of the {} system of {} cells by {} on '{}' has a "
                             "residual of {:.1e}",
                             wrong->problem, name_of(wrong->box), wrong->solver, report.device,
                             wrong->residual));
  if (std::ranges::any_of(report.results, &PressureResult::valid)) return std::nullopt;
  if (!report.results.empty()) return Error(ExitStatus::diverged, report.results.front().refusal);
  return Error(ExitStatus::no_device,
               fmt::format("nothing could be measured: {}", report.skipped.front().reason));
}

}  // namespace slipflow::bench::studies
