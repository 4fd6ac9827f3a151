// Functions that are compiled once for each precision.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "slipflow/simple_ts/backend.hpp"

namespace slipflow::simple_ts {

/// The serial reference.
template <Precision>
std::unique_ptr<Backend> make_serial_backend_of(const Case& c);
template <>
std::unique_ptr<Backend> make_serial_backend_of<Precision::in_double>(const Case& c);
template <>
std::unique_ptr<Backend> make_serial_backend_of<Precision::in_mixed>(const Case& c);
template <>
std::unique_ptr<Backend> make_serial_backend_of<Precision::in_single>(const Case& c);

/// The walls in device layout: the bytes of an SfWall each, at least one (macros/shared_types.h).
template <Precision>
std::vector<std::byte> walls_for_device_of(const Case& c);
template <>
std::vector<std::byte> walls_for_device_of<Precision::in_double>(const Case& c);
template <>
std::vector<std::byte> walls_for_device_of<Precision::in_mixed>(const Case& c);
template <>
std::vector<std::byte> walls_for_device_of<Precision::in_single>(const Case& c);

/// The inner iterations of a step and the SfInnerProgress that counts them.
struct InnerIterations {
  /// Backend::iterate(); `period` is relaxation_period().
  InnerResult (*one_by_one)(Backend& backend, const InnerControl& control, double factor,
                            int period);
  std::size_t progress_bytes;  ///< of an SfInnerProgress
  InnerResult (*result)(const std::byte* progress);
};
template <Precision>
InnerIterations inner_iterations_of();
template <>
InnerIterations inner_iterations_of<Precision::in_double>();
template <>
InnerIterations inner_iterations_of<Precision::in_mixed>();
template <>
InnerIterations inner_iterations_of<Precision::in_single>();

inline InnerIterations inner_iterations(Precision precision) {
  return for_precision(precision, []<Precision P>() { return inner_iterations_of<P>(); });
}

}  // namespace slipflow::simple_ts
