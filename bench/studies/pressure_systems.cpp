#include "pressure_systems.hpp"

#include <algorithm>
#include <cmath>

#include "rows7.hpp"
#include "seven_point_systems.hpp"
#include "slipflow/linear_solvers/device_solver7.hpp"
#include "slipflow/linear_solvers/host_solver7.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::bench::studies {

namespace {
using linear_solvers::Box7;
using linear_solvers::Choice7;
using linear_solvers::Coefficients7;
using linear_solvers::DeviceSolver7;
using linear_solvers::HostSolver7;
using linear_solvers::Result7;

// Solutions are repeated for that long, and that is how long the serial reference is timed.
constexpr double kSecondsOfSolutions = 5, kSecondsOfSerial = 1;
// The residual of the iterations drifts from that of the solution by rounding.
constexpr double kMostOverTolerance = 1.5;

double norm(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return std::sqrt(sum);
}
}  // namespace

PressureSystem::PressureSystem(const Box7& box, const std::array<double, 3>& constants,
                               Coefficients7 kind)
    : matrix_(matrix_of(box, constants, kind)), f_(scattered_numbers(box)) {}

void PressureSystem::solve(opencl::Workspace& workspace, const Choice7& choice, int repeats,
                           PressureResult& result) const {
  DeviceSolver7 solver(workspace, matrix_, choice);
  const std::vector<double> zeros(f_.size());
  Result7 ended;
  const auto seconds_of_solution = [&] {
    workspace.write(solver.f(), f_);
    workspace.write(solver.x(), zeros);
    workspace.finish();
    return seconds_of([&] { ended = solver.solve(); });
  };
  seconds_of_solution();  // compiles kernels, and finds what depends on the coefficients alone
  result.iterations = ended.iterations;
  result.residual = residual(workspace.read(solver.x()));
  result.wrong = !(result.residual <= kMostOverTolerance * choice.relative_tolerance);
  std::vector<double> seconds;
  double spent = 0;
  for (int r = 0; r < repeats && spent < kSecondsOfSolutions; ++r) {
    seconds.push_back(seconds_of_solution());
    spent += seconds.back();
  }
  result.seconds = median(seconds);
}

double PressureSystem::residual(const std::vector<double>& x) const {
  std::vector<double> r(x.size());
  HostRows7(matrix_).multiply(x, r);
  for (std::size_t p = 0; p < r.size(); ++p) r[p] = f_[p] - r[p];
  return norm(r) / norm(f_);
}

double PressureSystem::serial_seconds(Choice7 choice, int iterations) const {
  const auto seconds_of_iterations = [&](int count) {
    choice.max = count;
    HostSolver7 solver(matrix_, choice);
    const auto solve = [&] {
      solver.f() = f_;
      std::ranges::fill(solver.x(), 0.0);
      return seconds_of([&] { solver.solve(); });
    };
    solve();
    return solve();
  };
  const double first = seconds_of_iterations(1);
  if (iterations == 1) return first;
  const int count =
      static_cast<int>(std::clamp(kSecondsOfSerial / first, 2.0, static_cast<double>(iterations)));
  const double each = (seconds_of_iterations(count) - first) / (count - 1);
  return first + each * (iterations - 1);
}

}  // namespace slipflow::bench::studies
