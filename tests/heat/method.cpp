#include "method.hpp"

#include <fmt/format.h>

#include "problem.hpp"
#include "simulation.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::heat {

namespace {
// A box of that many cells, from T = 0 in the south to T = 1 in the north, periodic in x.
std::string case_text(int nx, int ny, Precision precision, const std::string& more = "") {
  return fmt::format(
      "title = Benchmark\nmethod = heat\n[heat]\ndiffusivity = 1\n"
      "[mesh]\nx = 0 {}\ny = 0 1\ncells = {} {}\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = temperature T=0\n"
      "north = temperature T=1\n[initial]\nstate = sine 2 2.5 T=1\n"
      "[time]\ncourant = 0.9\nmax_steps = 1\n[run]\nprecision = {}\n{}",
      static_cast<double>(nx) / ny, nx, ny, name_of(precision), more);
}

std::unique_ptr<methods::Problem> make_problem(const config::Settings& settings, methods::Start) {
  return std::make_unique<Problem>(make_case(settings));
}

// With a stretched axis and walls of both kinds.
std::unique_ptr<methods::Problem> make_test_problem(Precision precision) {
  const auto text = case_text(37, 17, precision,
                              "[mesh]\ny_stretch = geometric 1.05\n"
                              "[body]\nrectangle = 0.5 0.3 1 0.6\nrectangle = 1.5 0.3 2 0.6 T=3\n");
  const auto tables = config::make_key_tables({{"heat", keys()}});
  return make_problem(config::parse_case(text, "self-test", {}, tables), methods::Start::read);
}

class Benchmark : public methods::Benchmark {
 public:
  std::vector<std::string> schemes() const override { return {"explicit"}; }
  std::vector<std::string> main_schemes() const override { return schemes(); }
  methods::BenchMesh mesh(int nx, int ny, int squares, const std::string&) const override {
    if (squares > 0)
      throw Error(ExitStatus::bad_input,
                  fmt::format("--squares {}: the benchmark of method heat has none", squares));
    return {nx, ny, 0};
  }
  std::string case_text(const methods::BenchMesh& mesh, const std::string&,
                        Precision precision) const override {
    return heat::case_text(mesh.nx, mesh.ny, precision);
  }
};
}  // namespace

methods::Method method() {
  return {.name = "heat",
          .keys = keys(),
          .make = make_problem,
          .make_test_problem = make_test_problem,
          .benchmark = std::make_shared<Benchmark>(),
          .kernels = kernels(),
          .serial_build = "a compiler of version " __VERSION__};
}

}  // namespace slipflow::heat
