#include <fmt/format.h>

#include <optional>

#include "parts.hpp"
#include "slipflow/simple_ts/march_acceleration.hpp"

namespace slipflow::simple_ts {

namespace {
using config::Settings;

struct Obstacle {
  std::string key, reason;
};

// What a march to a steady state cannot do: its pseudo-time is not that of the flow.
std::optional<Obstacle> obstacle_to_steady_march(const Settings& s, const Case& c) {
  for (const char* key : {"time.step", "time.courant", "time.end"})
    if (s.given(key))
      return Obstacle{
          key, "is a time, and the pseudo-time of time.march = steady is not that of the flow"};
  for (const char* key : {"output.every_time", "output.checkpoint_every_time"})
    if (s.number(key) > 0)
      return Obstacle{key, "needs the time of the flow, which time.march = steady does not have"};
  if (!s.words("output.averages").empty())
    return Obstacle{"output.averages",
                    "needs the time of the flow, which time.march = steady does not have"};
  std::string reason = obstacle_to_solving(s, c, "transient");
  if (c.sides_vary_in_time()) reason = "knows no inflow that varies over time; take transient";
  if (s.text("scheme.time") == "explicit") reason = "needs scheme.time = implicit";
  if (c.has_cut_walls()) reason = "needs mesh.walls = stairs";
  if (!reason.empty()) return Obstacle{"time.march", reason};
  return std::nullopt;
}
}  // namespace

std::string obstacle_to_solving(const Settings& s, const Case& c, const std::string& otherwise) {
  for (int axis = 0; axis < c.axes(); ++axis)
    if (c.periodic(axis)) return "knows no periodic boundaries; take " + otherwise;
  if (s.text("inner.diagonal") == "plain")
    return "does not converge with inner.diagonal = plain; leave inner.diagonal out";
  return s.text("run.precision") == "double" ? "" : "needs run.precision = double";
}

March read_march(const Settings& s, Case& c) {
  const std::string march = s.text("time.march");
  const bool to_steady = s.number("time.steady") > 0;
  if (march == "transient" || (march == "auto" && !to_steady)) return March::transient;
  if (!to_steady)
    throw s.error("time.march", "needs time.steady: the change per time that is steady enough");
  if (const auto obstacle = obstacle_to_steady_march(s, c)) {
    if (march == "auto") return March::transient;
    throw s.error(obstacle->key, obstacle->reason);
  }
  c.notes.emplace_back(
      "march to the steady state: times are those of a pseudo-time, and the keys inner.pressure, "
      "inner.relaxation and inner.start are not used");
  if (c.mesh.layout().size() > MarchAcceleration::kMostValues)
    c.notes.push_back(
        fmt::format("the march is not accelerated on a mesh of more than {} cells, ghosts included",
                    MarchAcceleration::kMostValues));
  if (c.scheme.second_order) {
    c.scheme.second_order = false;
    c.notes.emplace_back(
        "scheme.time = second_order has no effect on the march, whose steps are implicit; the "
        "steady state is the same");
  }
  return March::steady;
}

}  // namespace slipflow::simple_ts
