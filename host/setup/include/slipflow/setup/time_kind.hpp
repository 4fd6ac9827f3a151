// What the times of a run are, and how results name them.
#pragma once

#include <optional>
#include <string_view>

namespace slipflow::setup {

/// Physical times of the flow; pseudo-times of a march to a steady state, whose intermediate states
/// are not those of a flow; or iteration numbers.
enum class TimeKind { physical, pseudo, iterations };

/// In titles, on axes and in messages.
constexpr const char* name_of(TimeKind kind) {
  switch (kind) {
    case TimeKind::pseudo:
      return "pseudo-time";
    case TimeKind::iterations:
      return "iteration";
    default:
      return "t";
  }
}

/// The name of the column of times in tables.
constexpr const char* column_of(TimeKind kind) {
  switch (kind) {
    case TimeKind::pseudo:
      return "pseudo_time";
    case TimeKind::iterations:
      return "iteration";
    default:
      return "time";
  }
}

/// The kind of the times in a column of that name; none for other columns.
constexpr std::optional<TimeKind> time_kind_in(std::string_view column) {
  for (const auto kind : {TimeKind::physical, TimeKind::pseudo, TimeKind::iterations})
    if (column == column_of(kind)) return kind;
  return std::nullopt;
}

}  // namespace slipflow::setup
