#include "slipflow/methods/method.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "case/units.hpp"
#include "slipflow/mesh/mesh.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/operations.hpp"
#include "slipflow/simple_ts/problem.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::simple_ts {

namespace {
// The benchmark case: the microchannel of arXiv:1802.04243 on a mesh of any size.

using methods::BenchMesh;

/// Cells of width 0.05 L, squares of side L above one another: the case of
/// configs/microchannel_square*.cfg with a disturbed initial state. The main schemes and the
/// published meshes are those of the paper, section 5. In space a periodic box of such cells with
/// the same gas.
class Benchmark : public methods::Benchmark {
 public:
  std::vector<std::string> schemes() const override;
  std::vector<std::string> main_schemes() const override;
  BenchMesh mesh(int nx, int ny, int squares, const std::string& text) const override;
  bool can_stretch() const override { return true; }
  bool can_be_in_space() const override { return true; }
  std::vector<BenchMesh> published_meshes() const override;
  std::string case_text(const BenchMesh& mesh, const std::string& scheme,
                        setup::Precision precision) const override;
};

constexpr int kSide = 20;            // cells along a side of a square
constexpr int kRowsPerSquare = 200;  // of the paper's channels
constexpr int kColumnOfSquares = 200;
// Width of the last cell of an axis over that of the first: neighbouring widths hardly differ, but
// no two are equal.
constexpr double kStretching = 1.5;
constexpr int kMostSquares = 250;  // bodies and boundaries share the wall numbers, up to 255

Error refused_mesh(const std::string& text, const std::string& reason) {
  return {ExitStatus::bad_input, fmt::format("--mesh {}: {}", shown(text), reason)};
}

void check_squares(const std::string& text, const BenchMesh& c) {
  if (c.squares > kMostSquares)
    throw Error(ExitStatus::bad_input,
                fmt::format("--squares {} must be from 0 to {}", c.squares, kMostSquares));
  // Room for a square and as much gas on either side of it.
  if (c.squares > 0 && (c.nx < 3 * kSide || c.ny / c.squares < 2 * kSide))
    throw refused_mesh(text,
                       fmt::format("{} square{} of {} x {} cells need at least {} x {} cells; "
                                   "take a larger mesh or fewer --squares",
                                   c.squares, c.squares == 1 ? "" : "s", kSide, kSide, 3 * kSide,
                                   2 * kSide * c.squares));
}

double length_of(int cells) { return cells / 20.0; }
double ratio_of(int cells) { return std::pow(kStretching, 1.0 / cells); }

// The positions of faces, at which squares begin and end.
std::vector<double> faces_of(int cells, bool stretched) {
  return stretched ? mesh::geometric_axis(0, length_of(cells), cells, ratio_of(cells)).faces
                   : mesh::uniform_axis(0, length_of(cells), cells).faces;
}

// Squares are numbered from below, and placed as in the paper's channels if there is room.
std::string square_line(const BenchMesh& c, int number) {
  const int i0 = std::min(kColumnOfSquares, (c.nx - kSide) / 2);
  const long j0 = (2L * number + 1) * c.ny / (2L * c.squares) - kSide / 2;
  const auto x = faces_of(c.nx, c.stretched), y = faces_of(c.ny, c.stretched);
  return fmt::format("rectangle = {} {} {} {}\n", x[i0], y[j0], x[i0 + kSide], y[j0 + kSide]);
}

std::vector<std::string> Benchmark::schemes() const {
  std::vector<std::string> names;
  for (const char* time : {"implicit", "explicit"})
    for (const auto& convection : convection_schemes())
      names.push_back(fmt::format("{} {}", time, convection));
  return names;
}

std::vector<std::string> Benchmark::main_schemes() const {
  return {"implicit upwind", "implicit tvd", "explicit upwind", "explicit tvd"};
}

BenchMesh Benchmark::mesh(int nx, int ny, int squares, const std::string& text) const {
  BenchMesh c{nx, ny, squares};
  if (squares < 0) {
    const int room = c.nx < 3 * kSide ? 0 : std::min(c.ny / (2 * kSide), kMostSquares);
    c.squares = std::clamp(c.ny / kRowsPerSquare, 1, std::max(room, 1)) * (room > 0);
  }
  check_squares(text, c);
  return c;
}

std::vector<BenchMesh> Benchmark::published_meshes() const {
  return {{4032, 200, 1}, {4032, 400, 2}, {4032, 2000, 10}, {4032, 4000, 20}};
}

std::string Benchmark::case_text(const BenchMesh& c, const std::string& scheme,
                                 setup::Precision precision) const {
  std::string text =
      "title = Benchmark\nmethod = simple_ts\n[gas]\nknudsen = 0.00283\nmach = 2.43\n[mesh]\n";
  std::string cells = "cells =";
  for (const auto& [name, count] : {std::pair("x", c.nx), {"y", c.ny}, {"z", c.nz}}) {
    if (count == 0) continue;
    text += fmt::format("{} = 0 {}\n", name, length_of(count));
    if (c.stretched) text += fmt::format("{}_stretch = geometric {}\n", name, ratio_of(count));
    cells += fmt::format(" {}", count);
  }
  text += cells + "\n";
  if (c.squares > 0) text += "[body]\n";
  for (int k = 0; k < c.squares; ++k) text += square_line(c, k);
  const auto blank = scheme.find(' ');
  std::string sides =
      "west = stream\neast = outflow\n"
      "south = wall velocity=free_stream\nnorth = wall velocity=free_stream\n";
  if (c.nz > 0) {
    sides.clear();
    for (const char* side : mesh::side_names) sides += fmt::format("{} = periodic\n", side);
  }
  return text + fmt::format(
                    "[boundary]\n{}[initial]\nperturbation = 0.1\n"
                    "[scheme]\ntime = {}\nconvection = {}\nwall_density = cell\n"
                    "convex_corner = slip\n[time]\nstep = 0.003\nmax_steps = 1\n"
                    "[run]\nprecision = {}\n",
                    sides, scheme.substr(0, blank), scheme.substr(blank + 1), name_of(precision));
}

// A disturbed stream with one outflow boundary, small enough for any device. It has no walls, whose
// code would double the time it takes to build the kernels, and no periodic boundaries, whose
// images add a third. Its steps start from the previous time level, which saves another kernel.
Case small_case(methods::TestedFor tested) {
  Case c;
  c.run.precision = tested.precision;
  c.time.step = 0.01;
  c.splitting.extrapolated_start = false;
  c.gas.knudsen = 0.05;
  c.gas.mach = 2.43;
  c.gas.u_stream = 2.2;
  c.initial.west.u = c.gas.u_stream;
  c.initial.perturbation = 0.1;
  c.mesh.x = mesh::uniform_axis(0, 4, 37);
  c.mesh.y = mesh::uniform_axis(0, 2, 17);
  if (tested.axes == 3) {
    c.mesh.x = mesh::uniform_axis(0, 4, 21);
    c.mesh.y = mesh::uniform_axis(0, 2, 9);
    c.mesh.z = mesh::uniform_axis(0, 1, 7);
    c.initial.west.w = 0.1;
  }
  c.sides.fill(BoundaryKind::stream);
  c.sides[mesh::east] = BoundaryKind::outflow;
  c.mesh.tags.assign(c.mesh.layout().size(), 0);
  return c;
}

std::unique_ptr<methods::Problem> make_problem(const config::Settings& settings,
                                               methods::Start start) {
  return std::make_unique<Problem>(settings, start);
}

std::unique_ptr<methods::Problem> make_test_problem(methods::TestedFor tested) {
  return std::make_unique<Problem>(small_case(tested));
}
}  // namespace

methods::Method method() {
  return {
      .name = "simple_ts",
      .keys = keys(),
      .make = make_problem,
      .make_test_problem = make_test_problem,
      .benchmark = std::make_shared<Benchmark>(),
      .make_units = unit_system,
      .serial_build = serial_build(),
      .papers = {"K. Shterev, S. Stefanov, Pressure based finite volume method for calculation of "
                 "compressible viscous gas flows, Journal of Computational Physics 229 (2010) "
                 "461-480",
                 "K. Shterev, GPU implementation of algorithm SIMPLE-TS for calculation of "
                 "unsteady, viscous, compressible and heat-conductive gas flows, arXiv:1802.04243 "
                 "(2018)"}};
}

}  // namespace slipflow::simple_ts
