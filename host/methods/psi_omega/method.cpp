#include "slipflow/psi_omega/method.hpp"

#include <fmt/format.h>

#include "slipflow/psi_omega/problem.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::psi_omega {

namespace {
// The flow in a cavity whose lid moves, on that many cells.
std::string cavity(int nx, int ny, const std::string& time) {
  return fmt::format(
      "title = Benchmark\nmethod = psi_omega\n[fluid]\nreynolds = 100\n"
      "[mesh]\nx = 0 {}\ny = 0 1\ncells = {} {}\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1\n"
      "[scheme]\ntime = {}\n[time]\nmax_steps = 1\n",
      static_cast<double>(nx) / ny, nx, ny, time);
}

std::unique_ptr<methods::Problem> make_problem(const config::Settings& settings, methods::Start) {
  return std::make_unique<Problem>(settings);
}

// With a body, a stretched axis, an inflow and an outflow.
std::unique_ptr<methods::Problem> make_test_problem(setup::Precision) {
  const char* text =
      "title = Self-test\nmethod = psi_omega\n[fluid]\nreynolds = 20\n"
      "[mesh]\nx = 0 6\ny = 0 3\ncells = 37 19\ny_stretch = geometric 1.05\n"
      "[body]\nrectangle = 1.5 1 2.5 2\n"
      "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = symmetry\n"
      "[scheme]\ntime = adi\n[time]\nstep = 0.01\nmax_steps = 1\n";
  const auto tables = config::make_key_tables({{"psi_omega", keys()}});
  return make_problem(config::parse_case(text, "self-test", {}, tables), methods::Start::read);
}

class Benchmark : public methods::Benchmark {
 public:
  std::vector<std::string> schemes() const override { return {"steady", "rows"}; }
  std::vector<std::string> main_schemes() const override { return schemes(); }
  methods::BenchMesh mesh(int nx, int ny, int squares, const std::string&) const override {
    if (squares > 0)
      throw Error(ExitStatus::bad_input,
                  fmt::format("--squares {}: the benchmark of method psi_omega has none", squares));
    return {nx, ny, 0};
  }
  std::string case_text(const methods::BenchMesh& mesh, const std::string& scheme,
                        setup::Precision) const override {
    return cavity(mesh.nx, mesh.ny, scheme);
  }
};
}  // namespace

methods::Method method() {
  return {.name = "psi_omega",
          .keys = keys(),
          .make = make_problem,
          .make_test_problem = make_test_problem,
          .benchmark = std::make_shared<Benchmark>(),
          .serial_build = "a compiler of version " __VERSION__};
}

}  // namespace slipflow::psi_omega
