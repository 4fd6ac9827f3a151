// The precision of computations and of fields in memory.
#pragma once

#include <optional>
#include <string_view>

namespace slipflow::setup {

/// Doubles; floats in memory but doubles in computations; floats.
enum class Precision { in_double, in_mixed, in_single };

/// "double", "mixed", "single", as in case files.
constexpr const char* name_of(Precision p) {
  return p == Precision::in_double ? "double" : p == Precision::in_mixed ? "mixed" : "single";
}

/// The precision of that name, or none.
constexpr std::optional<Precision> precision_named(std::string_view name) {
  for (const auto p : {Precision::in_double, Precision::in_mixed, Precision::in_single})
    if (name == name_of(p)) return p;
  return std::nullopt;
}

/// Whether a device needs double precision for it.
constexpr bool needs_double(Precision p) { return p != Precision::in_single; }

/// Bytes of a number in computations, and of a value of a field in memory.
constexpr int bytes_computed(Precision p) {
  return static_cast<int>(needs_double(p) ? sizeof(double) : sizeof(float));
}
constexpr int bytes_stored(Precision p) {
  return static_cast<int>(p == Precision::in_double ? sizeof(double) : sizeof(float));
}

/// f.operator()<P>() for the precision P that `precision` is.
template <class F>
auto for_precision(Precision precision, F f) {
  switch (precision) {
    case Precision::in_mixed:
      return f.template operator()<Precision::in_mixed>();
    case Precision::in_single:
      return f.template operator()<Precision::in_single>();
    case Precision::in_double:
      break;
  }
  return f.template operator()<Precision::in_double>();
}

}  // namespace slipflow::setup
