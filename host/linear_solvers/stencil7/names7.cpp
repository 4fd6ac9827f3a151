#include <fmt/format.h>

#include <array>
#include <utility>

#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

namespace {
// A distance of s^2 from [0, 1] that is due to rounding.
constexpr double kRoundingOfEstimate = 1e-10;

constexpr std::array<std::pair<Solver7, const char*>, 4> kSolvers = {{
    {Solver7::cg, "cg"},
    {Solver7::bicgstab, "bicgstab"},
    {Solver7::multigrid, "multigrid"},
    {Solver7::matm, "matm"},
}};
constexpr std::array<std::pair<Preconditioner7, const char*>, 5> kPreconditioners = {{
    {Preconditioner7::none, "none"},
    {Preconditioner7::jacobi, "jacobi"},
    {Preconditioner7::atm, "atm"},
    {Preconditioner7::lines, "lines"},
    {Preconditioner7::multigrid, "multigrid"},
}};
constexpr std::array<std::pair<Schedule7, const char*>, 4> kSchedules = {{
    {Schedule7::automatic, "auto"},
    {Schedule7::planes, "planes"},
    {Schedule7::tiles, "tiles"},
    {Schedule7::pipeline, "pipeline"},
}};

template <class Names, class Value>
const char* name_in(const Names& names, Value value) {
  for (const auto& [each, name] : names)
    if (each == value) return name;
  return "";
}

template <class Value, std::size_t count>
std::optional<Value> value_in(const std::array<std::pair<Value, const char*>, count>& names,
                              std::string_view wanted) {
  for (const auto& [value, name] : names)
    if (wanted == name) return value;
  return {};
}
}  // namespace

const char* name_of(Solver7 solver) { return name_in(kSolvers, solver); }
const char* name_of(Preconditioner7 preconditioner) {
  return name_in(kPreconditioners, preconditioner);
}
const char* name_of(Schedule7 schedule) { return name_in(kSchedules, schedule); }
std::optional<Solver7> solver7_named(std::string_view name) { return value_in(kSolvers, name); }
std::optional<Preconditioner7> preconditioner7_named(std::string_view name) {
  return value_in(kPreconditioners, name);
}
std::optional<Schedule7> schedule7_named(std::string_view name) {
  return value_in(kSchedules, name);
}

std::string outside_note(const Result7& result) {
  if (!(result.outside > kRoundingOfEstimate)) return "";
  return fmt::format("MATM's estimate s^2 was outside of [0, 1] by up to {:.2g}", result.outside);
}

}  // namespace slipflow::linear_solvers
