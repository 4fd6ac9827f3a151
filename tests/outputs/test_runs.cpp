// Runs with derived fields, expressions, integrals and wall data: their files, restart, the
// resolved case, other methods.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

#include "csv_rows.hpp"
#include "frame.hpp"
#include "program.hpp"
#include "results.hpp"

namespace test_runs {

using namespace test_app;

namespace {
const std::string outputs =
    "measures_every = 1\nexpression = dp = p - 1\nexpression = flow = rho * u\n"
    "expression = bad = 1 / (p - p)\nfields = p rho u dp vorticity bad\n"
    "pictures = dp schlieren\nsampled = p dp flow heat_flux_y\nprobe = 1 2 name=front\n"
    "profile = 4 0.5 4 3.5 points=4 name=behind\n"
    "integral = box 0 0 8 4 field=rho name=mass\nintegral = box 1 1 1.3 2 field=dp name=part\n"
    "integral = line 1 0 1 4 field=flow name=through\nwalls = on\naverage_from = 0.04\n";

void run(const Place& place, const Words& words) {
  const auto outcome =
      place.slipflow(Words{"run", "case.cfg", "--quiet", "--backend", "serial"} + words);
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
}

double near(const Row& row, const std::string& name, double value) {
  return std::abs(number(row, name) - value);
}
}  // namespace

TEST_CASE("a run writes derived fields, expressions, integrals and walls; a part is continued") {
  auto text = small_case + outputs;
  text = with_line(text, "rectangle = 2 1.6 2.8 2.4", "rectangle = 2 1.6 2.8 2.4 name=square");
  const Place place(text);
  run(place, {"--output", "whole"});
  const auto frame = read_frame(place / "whole/fields/000002.vtr");
  for (std::size_t k = 0; k < frame.ghosts.size(); ++k) {
    const bool solid = frame.hidden(static_cast<int>(k) % frame.nx, static_cast<int>(k) / frame.nx);
    CHECK(frame.fields.at("dp")[k] == (solid ? 0 : frame.fields.at("p")[k] - 1));
    if (!solid) CHECK(std::isnan(frame.fields.at("bad")[k]));
  }
  CHECK(fs::exists(place / "whole/pictures/dp_000002.png"));
  CHECK(fs::exists(place / "whole/pictures/schlieren_000000.png"));
  const auto probe = read_csv(place / "whole/probes.csv").back();
  CHECK(near(probe, "front_dp", number(probe, "front_p") - 1) < 1e-15);
  CHECK(probe.size() == 2 + 4);
  CHECK(read_csv(place / "whole/profiles/behind_000002.csv").back().count("flow") == 1);
  // The mass of the gas is the sum over the box; the flow through a line that of the case.
  const auto sums = read_csv(place / "whole/integrals.csv");
  CHECK(sums.size() == read_csv(place / "whole/forces.csv").size());
  const auto history = read_csv(place / "whole/history.csv");
  CHECK(near(sums.back(), "mass", number(history.back(), "mass")) < 1e-12);
  CHECK(std::abs(number(sums.front(), "through") / number(history.back(), "flow_west") - 1) < 1e-6);
  // Walls.
  const auto listed = read_collection(place / "whole/walls.pvd");
  REQUIRE(listed.size() == 3);
  CHECK(listed[2].second == "walls/000002.vtp");
  CHECK(fs::exists(place / "whole/walls/000002.vtp"));
  const auto square = read_csv(place / "whole/walls/square_000002.csv");
  CHECK(square.size() == 16);
  double drag = 0;
  for (const Row& face : square)
    drag -= number(face, "normal_x") * number(face, "cp") * number(face, "length") / 0.8;
  CHECK(near(read_csv(place / "whole/forces.csv").back(), "square_drag_pressure", drag) < 1e-12);
  // Means over the outputs after 0.04: that at 0.05 counts 0.01, that at 0.1 counts 0.05.
  const auto first = read_csv(place / "whole/walls/square_000001.csv").front();
  const auto mean = read_csv(place / "whole/walls/square_mean_000002.csv").front();
  CHECK(near(mean, "averaged_time", 0.06) < 1e-15);
  CHECK(near(mean, "pressure",
             (0.01 * number(first, "pressure") + 0.05 * number(square.front(), "pressure")) /
                 0.06) < 1e-14);
  // In parts, and from the case that the run has resolved.
  run(place, {"--output", "parts", "--steps", "4"});
  run(place, {"--output", "parts", "--restart", "latest"});
  check_same_results(place / "whole", place / "parts");
  fs::copy_file(place / "whole/case.cfg", place / "case.cfg", fs::copy_options::overwrite_existing);
  run(place, {"--output", "again"});
  check_same_results(place / "whole", place / "again");
  const auto summary = read(place / "again/summary.json");
  for (const char* key : {"\"commit\"", "\"date\"", "\"host\"", "\"heat_flow\"", "\"mass_flow_in\"",
                          "\"mass_flow_out\""})
    CHECK_MESSAGE(holds(summary, key), key);
}

TEST_CASE("averages of fields and along walls are over the same time, from average_from on") {
  // Steps of 0.02 that land on outputs: at 0.02, 0.035, 0.05, 0.07, 0.085, 0.1.
  const Place place(small_case + "averages = p\nwalls = on\naverage_from = 0.08\n");
  run(place, {"--output", "whole"});
  run(place, {"--output", "part", "--steps", "5"});
  const auto last = read_frame(place / "whole/fields/000002.vtr");
  const auto at_0085 = read_frame(place / "part/fields/000002.vtr");
  REQUIRE(at_0085.time == doctest::Approx(0.085).epsilon(1e-12));
  const auto &p = last.fields.at("p"), &before = at_0085.fields.at("p");
  for (std::size_t k = 0; k < p.size(); ++k)
    CHECK(last.fields.at("p_mean")[k] ==
          doctest::Approx(0.75 * p[k] + 0.25 * before[k]).epsilon(1e-12));
  const auto means = place / "whole/walls/rectangle_1_mean_000002.csv";
  CHECK(near(read_csv(means).front(), "averaged_time", 0.02) < 1e-15);
}

TEST_CASE("names of bodies: of a row numbered, each once") {
  const auto fails = [](const std::string& line, const std::string& part) {
    const Place place(with_line(small_case, "rectangle = 2 1.6 2.8 2.4", line));
    const auto outcome = place.slipflow({"check", "case.cfg"});
    CHECK(outcome.status == 2);
    CHECK_MESSAGE(holds(outcome.err, part), outcome.err);
  };
  fails("rectangle = 2 1.6 2.8 2.4 name=a/b", "name=a/b must be at most 40 letters");
  fails("rectangle = 2 1.6 2.8 2.4 name=wall_south", "begins as those of boundaries do");
  fails("rectangle = 2 1.6 2.8 2.4 name=a\nrectangle = 5 1.6 5.8 2.4 name=a",
        "another body is named 'a'");
  fails("rectangle = 2 1.6 2.8 2.4 name=rectangle_2\nrectangle = 5 1.6 5.8 2.4",
        "another body is named 'rectangle_2'");
  const Place place(with_line(small_case, "rectangle = 2 1.6 2.8 2.4",
                              "rectangle = 2 1.6 2.8 2.4 name=row count=2 spacing=3,0"));
  CHECK(holds(output_of(place.slipflow({"check", "case.cfg"})), "row_2"));
}

TEST_CASE("expressions and integrals of the other methods") {
  const Place box(
      "title = Box\nmethod = transport\n[equation]\ndiffusion = 1\n"
      "[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = 6 5 4\n[body]\n"
      "rectangle = 0.4 0.4 0.6 0.6 z=0.2,0.6 value=1\n[boundary]\nwest = value 1\neast = value 0\n"
      "south = value 0\nnorth = value 0\nbottom = flux 0\ntop = flux 0\n[scheme]\ntime = euler\n"
      "[time]\nstep = 0.01\nmax_steps = 2\n[output]\nexpression = square = phi^2\n"
      "fields = phi square\nprobe = 0.1 0.1 0.1\nsampled = square\n"
      "integral = box 0 0 0 1 1 1 field=phi name=content\n"
      "integral = line 0 0.1 0.1 1 0.1 0.1 field=square pieces=10 name=along\n");
  const auto outcome = box.slipflow({"run", "case.cfg", "--quiet", "--backend", "serial"});
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
  const auto line = read_csv(box / "out/integrals.csv").back();
  CHECK(number(line, "content") > 0);
  CHECK(number(line, "along") > 0);
  CHECK(lines_of(read(box / "out/probes.csv"))[0] == "step,time,probe_1_square");
}

}  // namespace test_runs
