// Runs the three cases in this folder to their steady state, serial and OpenCL, and
// compares fields and drag with another program's. Exit status 1 when a difference is above its
// bound.
#include <fmt/format.h>

#include <string>

#include "reference_fields.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "time_loop.hpp"

namespace {
using namespace slipflow;
using namespace slipflow::simple_ts;

constexpr double kFieldBound = 1e-9;
constexpr double kDragBound = 1e-8;

struct Reference {
  const char* name;
  double drag_friction, drag_pressure;  // 0 without a body
};
constexpr Reference references[] = {
    {"small", 1.6953005892e-01, 1.3999545395e+00},
    {"small_noslip", 1.9468914529e-01, 1.4120635931e+00},
    {"channel_supersonic", 0, 0},
};

double drag_difference(const Case& c, Operations& backend, const Reference& r) {
  if (c.bodies.empty()) return 0;
  const auto f = body_forces(c, rounded(c, backend.diagnostics().wall_loads())).at(0);
  return std::max(std::abs(f.drag_friction - r.drag_friction),
                  std::abs(f.drag_pressure - r.drag_pressure));
}

bool validate(const Reference& r, const Case& c, Operations& backend, const std::string& folder) {
  backend.upload(initial_state(c));
  const RunTotals totals = run_time_loop(c, backend, {});
  const State s = backend.download();
  const auto d = differences_from_file(c, s, folder + '/' + r.name + ".f64");
  const double drag = drag_difference(c, backend, r);
  const double fields = std::max({d.p, d.T, d.u, d.v});
  const bool good = totals.stopped_by == "steady" && fields < kFieldBound && drag < kDragBound;
  fmt::print("| {} | {} | {} | {:.1e} | {:.1e} | {:.1e} | {:.1e} | {} | {:.0f} s | {} |\n", r.name,
             backend.machine().info().name, totals.step, d.p, d.T, d.u, d.v,
             c.bodies.empty() ? "-" : fmt::format("{:.1e}", drag), totals.seconds,
             good ? "agrees" : "DIFFERS");
  std::fflush(stdout);
  return good;
}
}  // namespace

int main() {
  const std::string folder = SLIPFLOW_SOURCE_DIR "/validation/reference_fields";
  fmt::print(
      "| case | backend | steps | p | T | u | v | drag | time | verdict |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n");
  bool all_good = true;
  for (const Reference& r : references) {
    const Case c =
        make_case(config::load_case_file(folder + '/' + r.name + ".cfg", {}, key_tables()));
    all_good &= validate(r, c, *make_serial_operations(c), folder);
    all_good &=
        validate(r, c, *make_opencl_operations(c, opencl::choose_device("auto"), {}), folder);
  }
  return all_good ? 0 : 1;
}
