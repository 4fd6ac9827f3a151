// The cases of the published study of psi_omega.
#include <fmt/format.h>

#include <cmath>

#include "psi_omega.hpp"

namespace slipflow::bench::studies {

namespace {
using methods::BenchMesh;

constexpr long kIterationsOfCavity = 1000;
constexpr double kEnd = 110, kStepOverWidth = 0.2;  // of the square in a channel
constexpr long kStepsTimed = 100;

// The flow in a cavity whose lid moves, on that many cells.
std::string cavity(const BenchMesh& mesh) {
  return fmt::format(
      "title = Benchmark\nmethod = psi_omega\n[fluid]\nreynolds = 1000\n"
      "[mesh]\nx = 0 {}\ny = 0 1\ncells = {} {}\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1\n"
      "[scheme]\ntime = rows\n[time]\nmax_steps = 1\n",
      static_cast<double>(mesh.nx) / mesh.ny, mesh.nx, mesh.ny);
}

// The square is as wide as the unit of length; its front is at x = 12.
std::string square_in_channel(const BenchMesh& mesh, double reynolds) {
  return fmt::format(
      "title = Benchmark\nmethod = psi_omega\n[fluid]\nreynolds = {}\n"
      "[mesh]\nx = 0 50\ny = 0 8\ncells = {} {}\n[body]\nrectangle = 12 3.5 13 4.5\n"
      "[boundary]\nwest = inflow velocity=1 profile=parabolic\neast = outflow\n"
      "south = wall\nnorth = wall\n[scheme]\ntime = adi\n[time]\nstep = {}\nend = {}\n",
      reynolds, mesh.nx, mesh.ny, kStepOverWidth * 50 / mesh.nx, kEnd);
}

std::string lines(const char* algorithm, const char* axis) {
  return fmt::format("[lines]\nalgorithm = {}\naxis = {}\n", algorithm, axis);
}

// An iteration takes as long with any; with the 0.3 that a case has at this Reynolds number the
// coarsest cavity diverges, and that of 128 x 128 cells with lines along y.
constexpr const char* kRelaxation = "[relaxation]\nvorticity = 0.1\nwall = 0.02\n";

// A line solver, with the times that the study states for the coarsest and the finest cavity.
struct Variant {
  const char* name;
  const char* algorithm;
  const char* axis;
  bool on_host;
  const char* published_64;
  const char* published_1024;
};

constexpr Variant kVariants[] = {{"serial thomas", "pta", "x", true, "", "331.73 s"},
                                 {"auto", "auto", "x", false, "", ""},
                                 {"pta contiguous", "pta", "x", false, "below 1 x", "20.3 x"},
                                 {"pta interleaved", "pta", "y", false, "1.7 x", "8.6 s, 38.5 x"},
                                 {"cr", "cr", "x", false, "0.4 x", "4.4 x"},
                                 {"pcr", "pcr", "x", false, "0.47 x", "5.2 x"},
                                 {"partition", "partition", "x", false, "", ""}};

void add_cavities(std::vector<PsiOmegaCase>& cases) {
  for (const int n : {64, 128, 256, 512, 1024})
    for (const Variant& v : kVariants)
      cases.push_back({.flow = "cavity, Re 1000",
                       .mesh = {n, n, 0},
                       .variant = v.name,
                       .on_host = v.on_host,
                       .case_text = cavity({n, n, 0}) + kRelaxation + lines(v.algorithm, v.axis),
                       .steps = kIterationsOfCavity,
                       .published = n == 64     ? v.published_64
                                    : n == 1024 ? v.published_1024
                                                : ""});
}

void add_squares(std::vector<PsiOmegaCase>& cases) {
  for (const double reynolds : {100.0, 200.0})
    for (const auto& [nx, ny] : {std::pair{800, 160}, {1000, 200}, {2000, 400}})
      for (const bool on_host : {true, false})
        cases.push_back({.flow = fmt::format("square, Re {}", reynolds),
                         .mesh = {nx, ny, 1},
                         .variant = on_host ? "serial thomas" : "auto",
                         .on_host = on_host,
                         .case_text = square_in_channel({nx, ny, 1}, reynolds) +
                                      lines(on_host ? "pta" : "auto", "x"),
                         .steps = std::lround(kEnd / (kStepOverWidth * 50 / nx)),
                         .most_timed = kStepsTimed,
                         .published = on_host ? "" : "about 9 x"});
}
}  // namespace

std::vector<PsiOmegaCase> psi_omega_cases() {
  std::vector<PsiOmegaCase> cases;
  add_cavities(cases);
  add_squares(cases);
  return cases;
}

}  // namespace slipflow::bench::studies
