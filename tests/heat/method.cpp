// The problem, the method, and the list of methods of a program with it.
#include "slipflow/methods/method.hpp"

#include <fmt/format.h>

#include "heat.hpp"
#include "slipflow/simple_ts/problem.hpp"

namespace slipflow::heat {

namespace {
using setup::Precision;

// A box of that many cells, from T = 0 in the south to T = 1 in the north, periodic in x.
std::string case_text(int nx, int ny, Precision precision) {
  return fmt::format(
      "title = Benchmark\nmethod = heat\n[heat]\ndiffusivity = 1\n"
      "[mesh]\nx = 0 {}\ny = 0 1\ncells = {} {}\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = temperature T=0\n"
      "north = temperature T=1\n[time]\ncourant = 0.9\nmax_steps = 1\n[run]\nprecision = {}\n",
      static_cast<double>(nx) / ny, nx, ny, name_of(precision));
}

// With a stretched axis and walls of both kinds.
std::string test_case(Precision precision) {
  return case_text(37, 17, precision) +
         "[mesh]\ny_stretch = geometric 1.05\n"
         "[body]\nrectangle = 0.5 0.3 1 0.6\nrectangle = 1.5 0.3 2 0.6 T=3\n";
}

std::string bench_case(const methods::BenchMesh& mesh, const std::string&, Precision precision) {
  return case_text(mesh.nx, mesh.ny, precision);
}

methods::Method method() {
  auto made = methods::method_of<Problem>({.name = "heat",
                                           .keys = keys(),
                                           .test_case = test_case,
                                           .schemes = {"explicit"},
                                           .main_schemes = {"explicit"},
                                           .bench_case = bench_case});
  made.kernels = kernels();
  return made;
}
}  // namespace

Problem::Problem(const config::Settings& settings) : PlainProblem("heat", make_case(settings)) {
  outputs_ = {.fields = {temperature}, .measured = {"T"}, .changes = {"T"}};
}

drawing::MeshPicture Problem::picture() const {
  std::vector<std::string> walls;
  for (const auto& T : case_.walls)
    walls.push_back(T ? fmt::format("temperature {:.6g}", *T) : "adiabatic");
  return boxes::picture_of(case_, std::move(walls));
}

}  // namespace slipflow::heat

namespace slipflow::app {
std::vector<methods::Method> make_methods() { return {simple_ts::method(), heat::method()}; }
}  // namespace slipflow::app
