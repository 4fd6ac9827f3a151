// The command run with method psi_omega. tests/app tests the commands with every method.
#include <doctest/doctest.h>

#include <filesystem>

#include "frame.hpp"
#include "method_texts.hpp"
#include "program.hpp"
#include "results.hpp"

namespace test_commands {

using namespace test_app;

TEST_CASE("run writes frames, averages, pictures, probes and profiles") {
  const Place place(two_bodies);
  run_case(place, serial);
  const auto frame = read_frame(place / "out/fields/000002.vtr");
  CHECK(frame.nx == 41);
  for (const char* field : {"psi", "omega", "u", "v", "u_mean", "v_rms"})
    CHECK(frame.fields.count(field) == 1);
  CHECK(fs::exists(place / "out/pictures/omega_000002.png"));
  CHECK(lines_of(read(place / "out/history.csv"))[0] ==
        "step,time,dt,inner_iterations,residual_omega,residual_wall_omega,psi_min,psi_max,"
        "change_rate,steady_limit");
  CHECK(lines_of(read(place / "out/probes.csv"))[0] ==
        "step,time,wake_psi,wake_omega,wake_u,wake_v");
  CHECK(lines_of(read(place / "out/profiles/low_000002.csv")).size() == 6);
}

TEST_CASE("a run in two parts halves its time step when one in one go does") {
  // Its steps are too long: after 1000 of them, two intervals, the first is halved.
  const Place place(
      "title = Cavity\nmethod = psi_omega\n[fluid]\nreynolds = 1000\n"
      "[mesh]\nx = 0 1\ny = 0 1\ncells = 16 16\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1\n"
      "[relaxation]\nwall = 0.2\n[time]\nstep = 0.4\nsteady = 1e-6\n"
      "[output]\nhistory_every = 10\npictures = none\n");
  const Words to_the_end = serial + Words{"--steps", "1020"};
  run_case(place, to_the_end + Words{"--output", "whole"});
  run_case(place, serial + Words{"--output", "parts", "--steps", "700"});
  run_case(place, to_the_end + Words{"--output", "parts", "--restart", "latest"});
  const auto history = lines_of(read(place / "whole/history.csv"));
  CHECK(holds(history[100], "1000,"));
  CHECK(holds(history[100], ",0.40000000000000002,"));
  CHECK(holds(history[101], ",0.20000000000000001,"));
  check_same_results(place / "whole", place / "parts");
}

}  // namespace test_commands
