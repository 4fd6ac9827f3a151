// The methods whose commands tests_app tests. Those with simple_ts have tests of their own.
#include "method_commands.hpp"
#include "method_texts.hpp"

namespace test_app {

namespace {
MethodCase psi_omega_case() {
  return {.name = "psi_omega",
          .text = two_bodies,
          .cells = "41 x 21",
          .scheme = "adi skew",
          .derived = {"\n# cell Reynolds number "},
          .configs = {"cavity_psi_omega.cfg", "square_in_channel_psi_omega.cfg"},
          .comparisons = {{{"--set", "scheme.time=steady"}}, {{"--set", "scheme.time=rows"}}},
          .benchmarks = {"steady", "rows"}};
}

MethodCase transport_case() {
  const Words diffusion = {"--set", "equation.velocity=none"};
  return {.name = "transport",
          .text = hot_body,
          .cells = "12 x 11 x 6",
          .scheme = "crank_nicolson central",
          .derived = {"\n# cell Peclet numbers       "},
          .configs = {"transport_box.cfg", "transport_rotation.cfg"},
          .restarts = {{{"--set", "linear.preconditioner=atm"}}},
          .comparisons = {{diffusion},
                          {diffusion + Words{"--set", "scheme.time=steady", "--set",
                                             "time.step=", "--set", "time.max_steps=1"}}},
          .benchmarks = {"diffusion", "rotation"}};
}

/// Two axes, and steps of simplec towards the steady flow.
const std::string steady_channel =
    "title = Channel\nmethod = piso\n[flow]\nviscosity = 0.1\n"
    "[mesh]\nx = 0 2\ny = 0 1\ncells = 12 10\n"
    "[boundary]\nwest = inflow flow=1 profile=parabolic\neast = outflow\n"
    "south = wall\nnorth = wall\n[time]\nsteady = 0\nmax_steps = 20\n[output]\nhistory_every = 1\n";

MethodCase piso_case() {
  return {.name = "piso",
          .text = duct,
          .cells = "14 x 9 x 6",
          .scheme = "piso bdf2 linear",
          .configs = {"cavity_piso.cfg", "pipe_polymesh.cfg", "square_in_channel_piso.cfg"},
          .restarts = {{{"--set", "scheme.convection=linear_upwind"}},
                       {{"--set", "scheme.time=euler"}},
                       {{}, steady_channel}},
          .comparisons = {{{}, steady_channel}},
          .benchmarks = {"simplec", "piso"},
          .steps_on_host = 5,
          .tunes = false};  // repeated iterations of one time step can break bicgstab down
}
}  // namespace

std::vector<MethodCase> method_cases() { return {psi_omega_case(), transport_case(), piso_case()}; }

}  // namespace test_app
