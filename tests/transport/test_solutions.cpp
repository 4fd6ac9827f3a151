// Method transport against closed forms.
#include <numbers>

#include "cases.hpp"
#include "test_folder.hpp"

namespace test_solutions {

using namespace transport_tests;

TEST_CASE("between two values the profile is linear, on a stretched axis too") {
  Run run(
      "[equation]\ndiffusion = 3\n[mesh]\nx = 0 2\ny = 0 1\ncells = 7 5\n"
      "x_stretch = geometric 1.2\n" +
      kAccurate + "[boundary]\nwest = value -1\neast = value 3\nsouth = flux 0\nnorth = flux 0\n");
  CHECK(run.error([](double x, double, double) { return -1 + 2 * x; }) < 1e-11);
  for (const double x : {0.0, 0.01, 0.9, 1.95, 2.0})
    for (const double y : {0.0, 0.5, 1.0})
      CHECK(std::abs(run.simulation.sample({{x, y}})[0][0] - (-1 + 2 * x)) < 1e-11);
  // K dphi/dx = 6 flows in through the east boundary.
  CHECK(run.simulation.tables()[0][0] == doctest::Approx(6).epsilon(1e-10));
  CHECK(run.simulation.tables()[0][1] == doctest::Approx(-6).epsilon(1e-10));
}

TEST_CASE("a flux and an exchange give the profile of their closed form") {
  // Q = 2 enters in the west; K = 4: dphi/dx = -1/2; leaves in the east by H (phi - V).
  Run run("[equation]\ndiffusion = 4\n[mesh]\nx = 0 3\ny = 0 1\nz = 0 1\ncells = 6 3 2\n" +
          kAccurate + kInsulatedZ +
          "west = flux 2\neast = exchange 0.5 10\nsouth = flux 0\nnorth = flux 0\n");
  const auto exact = [](double x, double, double) { return 10 + 2 / 0.5 + (3 - x) / 2; };
  CHECK(run.error(exact) < 1e-10);
  for (const double x : {0.0, 0.1, 1.3, 2.9, 3.0})
    for (const double z : {0.0, 0.4, 1.0})
      CHECK(std::abs(run.simulation.sample({{x, 0.2, z}})[0][0] - exact(x, 0, 0)) < 1e-10);
}

TEST_CASE("at a body and at a boundary that changes over time profiles end with their values") {
  const test_support::Folder folder;
  folder.write("ramp.csv", "t,factor\n0,1\n1,3\n");
  Run run(
      "[equation]\ndiffusion = 1\n[mesh]\nx = 0 4\ny = 0 1\ncells = 8 2\n[body]\n"
      "rectangle = 3 0 4 1 value=5\n" +
          kAccurate +
          "[boundary]\nwest = value 2 over_time=ramp.csv\neast = flux 0\nsouth = flux 0\n"
          "north = flux 0\n[scheme]\ntime = euler\n[time]\nstep = 0.5\nend = 1\n",
      {}, (folder / "case.cfg").string());
  const auto at = [&](double x) { return run.simulation.sample({{x, 0.3}})[0][0]; };
  CHECK(at(0) == 6);
  CHECK(at(0.125) == doctest::Approx(0.5 * (6 + run.phi[0])));
  CHECK(at(3) == 5);
  CHECK(at(2.875) == doctest::Approx(0.5 * (5 + run.phi[5])));
  CHECK(std::isnan(at(3.1)));
}

TEST_CASE("between layers of different diffusion the flux is that of resistances in a row") {
  const test_support::Folder folder;
  folder.write("k.txt", "1 1 4 4\n1 1 4 4\n");
  Run run("[equation]\ndiffusion = 2 path=k.txt\n[mesh]\nx = 0 4\ny = 0 1\ncells = 4 2\n" +
              kAccurate +
              "[boundary]\nwest = value 0\neast = value 1\nsouth = flux 0\nnorth = flux 0\n",
          {}, (folder / "case.cfg").string());
  CHECK(run.simulation.tables()[0][0] == doctest::Approx(1 / (2.0 / 2 + 2.0 / 8)));
}

TEST_CASE("upwind and central convection between two values have their discrete profiles") {
  // Of a_w (phi_P - phi_W) = a_e (phi_E - phi_P): ratios of differences, with ghosts half a cell
  // away at the ends.
  for (const char* scheme : {"upwind", "central"}) {
    CAPTURE(scheme);
    Run run(
        "[equation]\ndiffusion = 1\nvelocity = constant 4 0\n[mesh]\nx = 0 1\ny = 0 1\n"
        "cells = 40 2\n[linear]\nrelative_tolerance = 1e-12\n"
        "[boundary]\nwest = value 0\neast = value 1\nsouth = flux 0\nnorth = flux 0\n",
        {std::string("scheme.convection=") + scheme});
    const auto exact = [](double x, double, double) { return std::expm1(4 * x) / std::expm1(4.0); };
    CHECK(run.error(exact) < (scheme[0] == 'u' ? 0.03 : 2e-3));
    const double ratio = (run.phi[20] - run.phi[19]) / (run.phi[19] - run.phi[18]);
    const double pe = 4.0 / 40;
    CHECK(ratio == doctest::Approx(scheme[0] == 'u' ? 1 + pe : (1 + pe / 2) / (1 - pe / 2)));
  }
}

TEST_CASE("a rotating medium keeps a constant, and its convection conserves") {
  Run run(
      "[equation]\ndiffusion = 0.1\nvelocity = rotation 5 0.4 0.6\n"
      "[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = 9 8 5\ny_stretch = geometric 1.1\n"
      "[boundary]\nwest = value 2\neast = value 2\nsouth = value 2\nnorth = value 2\n"
      "bottom = flux 0\ntop = flux 0\n" +
      kAccurate);
  CHECK(run.error([](double, double, double) { return 2.0; }) < 1e-10);
}

TEST_CASE("what passes boundaries and bodies is what sources make and the reaction takes") {
  Run run(
      "[equation]\ndiffusion = 1 2 0.5\nreaction = 3\nsource = 2\n"
      "source = 40 box=0.1,0.1,0.1,0.3,0.4,0.5\nvelocity = rotation 2 0.5 0.5 axis=y\n"
      "[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = 11 9 7\n"
      "[body]\nrectangle = 0.4 0.4 0.7 0.8 z=0.3,0.6 value=5\n"
      "circle = 0.2 0.8 0.1 exchange=4,1\n"
      "[boundary]\nwest = value 0\neast = exchange 2 1\nsouth = flux 1\nnorth = flux 0\n"
      "bottom = value 1\ntop = flux -1\n[linear]\nrelative_tolerance = 1e-13\n");
  const auto [sum, largest] = run.balance();
  CHECK(std::abs(sum) < 1e-10 * largest);
}

TEST_CASE("without a prescribed value the mean stays, and the rest is the solution") {
  Run run(
      "[equation]\ndiffusion = 1\n[mesh]\nx = 0 1\ny = 0 1\ncells = 16 4\n"
      "[initial]\nphi = 3\n[boundary]\nwest = flux 2\neast = flux -2\nsouth = flux 0\n"
      "north = flux 0\n" +
      kAccurate);
  CHECK(run.error([](double x, double, double) { return 3 + 2 * (0.5 - x); }) < 1e-10);
}

TEST_CASE("storage alone: phi follows a source over time") {
  const test_support::Folder folder;
  folder.write("ramp.csv", "t,factor\n0,0\n1,2\n3,2\n");
  const auto run_with = [&](const char* scheme) {
    return Run(
        "[equation]\ndiffusion = 1\nstorage = 4\nsource = 6 over_time=ramp.csv\n"
        "[mesh]\nx = 0 1\ny = 0 1\ncells = 4 4\n" +
            kInsulated + kAccurate + "[time]\nstep = 0.25\nend = 3\n",
        {std::string("scheme.time=") + scheme}, (folder / "case.cfg").string());
  };
  // The integral of the factor is 1 + 4; the trapezoidal rule has it exactly.
  CHECK(run_with("crank_nicolson").error([](double, double, double) { return 6 * 5 / 4.0; }) <
        1e-11);
  CHECK(run_with("euler").error([](double, double, double) { return 6 * (1.25 + 4) / 4.0; }) <
        1e-11);
}

TEST_CASE("time: first and second order") {
  const auto error = [](const char* scheme, double dt) {
    // phi = exp(-q t) everywhere.
    const Run run(
        fmt::format("[equation]\ndiffusion = 1\nreaction = 2\n[initial]\nphi = 1\n"
                    "[mesh]\nx = 0 1\ny = 0 1\ncells = 3 3\n{}{}"
                    "[scheme]\ntime = {}\n[time]\nstep = {}\nend = 1\n",
                    kInsulated, kAccurate, scheme, dt));
    return run.error([](double, double, double) { return std::exp(-2.0); });
  };
  CHECK(std::log2(error("euler", 0.02) / error("euler", 0.01)) == doctest::Approx(1).epsilon(0.03));
  CHECK(std::log2(error("crank_nicolson", 0.02) / error("crank_nicolson", 0.01)) ==
        doctest::Approx(2).epsilon(0.01));
}

TEST_CASE("linear solvers agree") {
  const std::string text =
      "[equation]\ndiffusion = 1 3\nsource = 1\n[mesh]\nx = 0 1\ny = 0 1\ncells = 20 15\n"
      "[body]\ncircle = 0.5 0.5 0.2 value=1\n"
      "[boundary]\nwest = value 0\neast = flux 1\nsouth = exchange 2 1\nnorth = flux 0\n"
      "[linear]\nrelative_tolerance = 1e-11\nmax = 20000\n";
  const Run expected(text);
  for (const char* choice : {"cg jacobi", "cg atm", "cg lines", "cg none", "bicgstab multigrid",
                             "multigrid none", "matm none"}) {
    CAPTURE(choice);
    const std::string words = choice;
    const auto blank = words.find(' ');
    const Run run(text, {"linear.solver=" + words.substr(0, blank),
                         "linear.preconditioner=" + words.substr(blank + 1)});
    double largest = 0;
    for (std::size_t at = 0; at < run.phi.size(); ++at)
      largest = std::max(largest, std::abs(run.phi[at] - expected.phi[at]));
    CHECK(largest < 1e-8);
  }
}

TEST_CASE("a source in a box has its amount on any mesh") {
  for (const int n : {4, 7, 9}) {
    Run run(
        fmt::format("[equation]\ndiffusion = 1\nsource = 12 box=0.31,0.2,0.8,0.75\n"
                    "[mesh]\nx = 0 1\ny = 0 1\ncells = {0} {0}\n[boundary]\nwest = value 0\n"
                    "east = flux 0\nsouth = flux 0\nnorth = flux 0\n",
                    n));
    const auto fluxes = run.simulation.tables()[0];
    CHECK(fluxes[4] == doctest::Approx(12 * 0.49 * 0.55).epsilon(1e-13));
    CHECK(fluxes[0] == doctest::Approx(fluxes[4]).epsilon(1e-7));
  }
}

TEST_CASE(
    "along periodic axes a pattern moves with the medium, and where it begins does not matter") {
  const test_support::Folder folder;
  for (const int n : {8, 13}) {
    CAPTURE(n);
    // A bump in the first cells and the same one shifted by three cells.
    const auto with_bump = [&](int shift, const std::string& velocity, const Overrides& more) {
      std::string table = "y,factor\n";
      for (int k = 0; k <= 2 * n; ++k) {
        const bool is_centre = k % 2 == 1, inside = (k / 2 + n - shift) % n < 2;
        table += fmt::format("{:.17g},{}\n", 0.5 * k / n, is_centre && inside ? 1 : 0);
      }
      folder.write("bump.csv", table);
      return Run(fmt::format("[equation]\ndiffusion = 0.1\nreaction = 1\nvelocity = {}\n"
                             "source = 1 over_y=bump.csv\n"
                             "[mesh]\nx = 0 1\ny = 0 1\ncells = 5 {}\n[boundary]\nwest = value 0\n"
                             "east = flux 0\nsouth = periodic\nnorth = periodic\n",
                             velocity, n) +
                     kAccurate,
                 more, (folder / "case.cfg").string());
    };
    for (const std::string velocity : {"none", "constant 0 1", "constant 0.5 -2"})
      for (const std::string preconditioner : {"multigrid", "jacobi", "atm", "lines"}) {
        const Overrides more = {"linear.preconditioner=" + preconditioner};
        const auto a = with_bump(0, velocity, more).phi, b = with_bump(3, velocity, more).phi;
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < 5; ++i)
            CHECK(b[((j + 3) % n) * 5 + i] == doctest::Approx(a[j * 5 + i]).epsilon(1e-8));
      }
  }
}

TEST_CASE("a box that is periodic along all axes keeps its mean, and multigrid its iterations") {
  for (const int n : {16, 31}) {
    const Run run(
        fmt::format("[equation]\ndiffusion = 1\nsource = 8 box=0,0,0,0.5,0.5,0.5\n"
                    "source = -1\n[initial]\nphi = 3\n"
                    "[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = {0} {0} {0}\n[boundary]\n"
                    "west = periodic\neast = periodic\nsouth = periodic\n"
                    "north = periodic\nbottom = periodic\ntop = periodic\n",
                    n));
    double sum = 0;
    for (const double phi : run.phi) sum += phi;
    CHECK(sum / static_cast<double>(run.phi.size()) == doctest::Approx(3).epsilon(1e-8));
    CHECK(run.totals.inner <= 12);
  }
}

}  // namespace test_solutions
