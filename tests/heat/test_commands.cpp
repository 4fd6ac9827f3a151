// A second method: its results, help, refusals and kernels. The commands that serve every method
// are tested by test_method_commands.cpp.
#include <doctest/doctest.h>

#include <filesystem>

#include "frame.hpp"
#include "method_commands.hpp"
#include "program.hpp"
#include "results.hpp"
#include "slipflow/app/commands.hpp"
#include "slipflow/opencl/program.hpp"

namespace test_commands {

using namespace test_app;

namespace {
const std::string heat_case = method_cases().front().text;
}  // namespace

TEST_CASE("run writes frames, averages, pictures, probes and profiles") {
  const Place place(heat_case);
  run_case(place, serial);
  const auto frame = read_frame(place / "out/fields/000003.vtr");
  CHECK(frame.nx == 29);
  CHECK(frame.time == 0.03);
  CHECK(frame.fields.count("T") == 1);
  CHECK(frame.fields.at("T_mean") != frame.fields.at("T"));
  CHECK(frame.fields.count("T_rms") == 1);
  CHECK(fs::exists(place / "out/pictures/T_000003.png"));
  CHECK(lines_of(read(place / "out/history.csv"))[0] ==
        "step,time,dt,inner_iterations,residual_T,mean_T,change_rate,steady_limit");
  CHECK(lines_of(read(place / "out/probes.csv"))[0] == "step,time,spot_T");
  CHECK(lines_of(read(place / "out/profiles/low_000003.csv")).size() == 6);
  CHECK(holds(read(place / "out/summary.json"), "\"status\": \"done\""));
}

TEST_CASE("help lists the keys of the method") {
  const Place place;
  const auto keys = place.slipflow({"help", "keys", "--method", "heat"});
  CHECK(holds(keys.out,
              "heat.diffusivity\n  a number greater than 0 and at most 1000000, in "
              "L^2/t\n"));
  CHECK(holds(keys.out, "a part of the largest stable one"));
  CHECK(!holds(keys.out, "gas.knudsen"));
  const auto key = place.slipflow({"help", "time.courant"});
  CHECK(holds(key.out, "method = simple_ts\ntime.courant\n"));
  CHECK(holds(key.out, "method = heat\ntime.courant\n"));
}

TEST_CASE("a key of another method is refused by its name") {
  const Place place("method = heat\n[gas]\nknudsen = 0.1\n");
  const auto refused = place.slipflow({"check", "case.cfg"});
  CHECK(refused.status == 2);
  CHECK(refused.err ==
        "slipflow: case.cfg:3: gas.knudsen is a key of method simple_ts; this case has method = "
        "heat\n");
}

TEST_CASE("a checkpoint of another method is refused") {
  const Place place(small_case);
  run_case(place, serial + Words{"--steps", "1"});
  const auto checkpoint = newest_checkpoint(place / "out").string();
  write(place / "case.cfg", heat_case);
  const auto refused = place.slipflow(
      Words{"run", "case.cfg", "--output", "heat", "--restart", checkpoint} + serial);
  CHECK(refused.status == 2);
  CHECK(holds(refused.err, "it was written with method = simple_ts, the case has method = heat"));
}

TEST_SUITE_BEGIN("opencl");

TEST_CASE("devices tests the kernels of all methods") {
  const Place place;
  CHECK(holds(place.slipflow({"devices"}).out, "self-test         passed in "));
}

TEST_CASE("a kernel folder replaces the method's own sources too") {
  const Place place(heat_case);
  fs::create_directory(place / "kernels");
  const auto equation = read(fs::path(SLIPFLOW_SOURCE_DIR) / "tests/heat/heat.h");
  write(place / "kernels" / "heat.h",
        with_line(equation, "  return (heat_T(box, i, j) - T_P) * rhf;",
                  "  return 1.0001 * (heat_T(box, i, j) - T_P) * rhf;"));
  const auto with_other = [&](const Words& words) {
    return in_child(place.path(), [&] {
      slipflow::opencl::override_kernel_sources(place / "kernels");
      return slipflow::app::run_program(words);
    });
  };
  CHECK(with_other({"verify", "case.cfg", "--parity", "--trust-device"}).status == 7);
  const auto refused = with_other({"run", "case.cfg"});
  CHECK(refused.status == 3);
  CHECK(holds(refused.err, "fails the self-test: the solver's kernel gives T = "));
}

TEST_SUITE_END();

}  // namespace test_commands
