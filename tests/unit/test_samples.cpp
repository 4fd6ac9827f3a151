// Values at points of the gas, and refused probes and profiles.
#include <doctest/doctest.h>

#include <cmath>

#include "moments.h"
#include "simple_ts/centre_value.h"
#include "slipflow/run/cell_fields.hpp"
#include "slipflow/simple_ts/fields.hpp"
#include "slipflow/simple_ts/samples.hpp"
#include "test_cases.hpp"
#include "test_output_support.hpp"

using slipflow::ExitStatus;

namespace slipflow::simple_ts::test_samples {

namespace {
const std::string text =
    "[gas]\nknudsen = 0.05\nmach = 0.5\n[mesh]\nx = 0 12\ny = 0 6\ncells = 12 9\n"
    "x_stretch = geometric 1.1\n[body]\nrectangle = 6 2 8 4\n"
    "[boundary]\nwest = symmetry\neast = outflow\nsouth = wall\nnorth = wall\n" +
    one_step;

std::string refused(const std::string& key, const std::string& value) {
  return test_support::reason_of_refusal([&] { case_from(text, {"output." + key + "=" + value}); });
}

/// rho = 1 + x/10, T = 1 + y/10, u = x + 2 y, v = x - y at the nodes of the gas.
State linear_state(const Case& c) {
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  const auto& x = c.mesh.x;
  const auto& y = c.mesh.y;
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const auto at = layout.at(i, j);
      s.rho[at] = 1 + x.centre(i) / 10;
      s.T[at] = 1 + y.centre(j) / 10;
      s.u[at] = x.faces[i] + 2 * y.centre(j);
      s.v[at] = x.centre(i) - y.faces[j];
    }
  return s;
}

SampleValues at(const Case& c, const State& s, double x, double y) {
  return sample(c, {sample_point(c, {x, y, 0})}, s).at(0);
}
}  // namespace

TEST_CASE("between nodes of the gas values are linear in x and y, each from its own nodes") {
  const Case c = case_from(text);
  const State s = linear_state(c);
  for (const double x : {1.0, 2.3, 3.77})
    for (const double y : {1.1, 3.0, 4.9}) {
      const auto v = at(c, s, x, y);
      CHECK(v.rho == doctest::Approx(1 + x / 10).epsilon(1e-13));
      CHECK(v.T == doctest::Approx(1 + y / 10).epsilon(1e-13));
      CHECK(v.u == doctest::Approx(x + 2 * y).epsilon(1e-13));
      CHECK(v.v == doctest::Approx(x - y).epsilon(1e-13));
    }
  const double centre = c.mesh.x.centre(3);
  CHECK(at(c, s, centre, c.mesh.y.centre(4)).p ==
        s.rho[c.mesh.layout().at(3, 4)] * s.T[c.mesh.layout().at(3, 4)]);
}

TEST_CASE("in a body there is no gas, and next to it no value of its cells counts") {
  const Case c = case_from(text);
  const State s = linear_state(c);
  const auto in_body = at(c, s, 7, 3);
  CHECK(std::isnan(in_body.p));
  CHECK(std::isnan(in_body.v));
  const int i = c.bodies[0].cells.i0 - 1;
  CHECK(at(c, s, c.mesh.x.centre(i), 3).rho ==
        doctest::Approx(1 + c.mesh.x.centre(i) / 10).epsilon(1e-13));
}

TEST_CASE("across a periodic boundary the image counts") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 4\ny = 0 4\ncells = 8 8\n[boundary]\nwest = periodic\n"
      "east = periodic\nsouth = periodic\nnorth = periodic\n[time]\nstep = 1\nmax_steps = 1\n");
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i) s.T[layout.at(i, j)] = 1 + i + 10 * j;
  update_ghosts(c, s);
  CHECK(at(c, s, 0, 0.25).T == doctest::Approx(1 + 3.5));
  CHECK(at(c, s, 4, 0.25).T == doctest::Approx(1 + 3.5));
  CHECK(at(c, s, 3.9, 0.25).T == doctest::Approx(1 + 7 - 0.3 * 7));
  CHECK(at(c, s, 0.25, 4).T == doctest::Approx(1 + 35));
}

TEST_CASE("probes and profiles outside, in bodies, or named alike are refused") {
  CHECK(refused("probe", "7 3") == "lies in rectangle 1, where there is no gas");
  CHECK(refused("probe", "13 3") == "(13, 3) lies outside the mesh, x 0 to 12, y 0 to 6");
  CHECK(refused("probe", "1 3 name=a/b") == "name=a/b must be at most 40 letters, digits, _ and -");
  CHECK(refused("probe", "1") == "output.probe takes 2 numbers or more, not 1");
  CHECK(refused("profile", "0 0 0 0") == "begins and ends at the same point");
  CHECK(refused("profile", "0 0 1 7") == "(1, 7) lies outside the mesh, x 0 to 12, y 0 to 6");
  CHECK(refused("profile", "0 0 1 1 points=1") ==
        "points=1 must be a whole number from 2 to 100000");
  CHECK(refused("profile", "0 0 1 1 points=2.5").starts_with("points=2.5 must be a whole number"));
  CHECK(refused("averages", "p mach") ==
        "must be none, or some of p T rho u v w, each at most once");
  const auto [status, sentence] = test_output::failure([&] {
    case_from(text, {"output.probe=1 1 name=a", "output.probe=2 1 name=a"});
  });
  CHECK(status == ExitStatus::bad_input);
  CHECK(sentence == "--set: output.probe = 2 1 name=a: another probe is named 'a'");
  const Case c = case_from(text, {"output.probe=1 1", "output.profile=0 0 12 6 name=d points=3"});
  CHECK(c.output.probes.at(0).name == "probe_1");
  CHECK(c.output.profiles.at(0).points == 3);
}

TEST_CASE("moments of weighted values are those of the sums, without losing small fluctuations") {
  SfMoments m = {0, 0};
  double weights = 0, sum = 0, squares = 0;
  const auto value = [](int k) { return 1e6 + 1e-3 * std::sin(k * 0.7); };
  for (int k = 0; k < 1000; ++k) {
    const double weight = 0.1 + 0.05 * (k % 3);
    weights += weight;
    m = sf_add_to_moments(m, value(k), weight, weight / weights);
    sum += weight * (value(k) - 1e6);
  }
  const double mean = sum / weights;
  for (int k = 0; k < 1000; ++k)
    squares += (0.1 + 0.05 * (k % 3)) * std::pow(value(k) - 1e6 - mean, 2);
  CHECK(std::abs(m.mean - 1e6 - mean) < 1e-8);
  CHECK(m.squares == doctest::Approx(squares).epsilon(1e-5));
}

TEST_CASE("means and fluctuations of steps of different length, as frames have them") {
  const Case c = case_from(text, {"output.averages=T u"});
  const auto backend = make_serial_operations(c);
  auto& measures = backend->diagnostics();
  State s = initial_state(c);
  measures.start_averages({});
  const auto T = cell_field(c, s, "T");
  CHECK(run::mean_field(T, c.mesh, measures.averages(), 0).values == T.values);
  CHECK(run::rms_field(T, c.mesh, measures.averages(), 0).values[0] == 0);
  for (const auto& [value, time] : {std::pair(1.0, 1.0), {2.0, 3.0}}) {
    std::fill(s.T.begin(), s.T.end(), value);
    backend->upload(s);
    measures.add_to_averages(time);
  }
  const auto averages = measures.averages();
  CHECK(averages.time == 4);
  const auto mean = run::mean_field(T, c.mesh, averages, 0);
  const auto rms = run::rms_field(T, c.mesh, averages, 0);
  CHECK(mean.name == "T_mean");
  CHECK(rms.name == "T_rms");
  CHECK(mean.values[0] == doctest::Approx(1.75));
  CHECK(rms.values[0] == doctest::Approx(std::sqrt(0.1875)));
  CHECK(run::rms_field(cell_field(c, s, "u"), c.mesh, averages, 1).values[0] == 0);
  const auto& box = c.bodies[0].cells;
  CHECK(mean.values[box.j0 * 12 + box.i0] == 1);  // the wall's temperature
  CHECK(rms.values[box.j0 * 12 + box.i0] == 0);
}

}  // namespace slipflow::simple_ts::test_samples
