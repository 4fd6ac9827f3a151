// Functions that are compiled once for each precision, and some for each number of axes.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/inner_result.hpp"

namespace slipflow::simple_ts {

class Operations;

/// The serial reference.
template <Precision, int axes>
std::unique_ptr<Operations> make_serial_operations_of(const Case& c);

/// The steps of the serial reference on that many threads.
template <Precision>
std::unique_ptr<Operations> make_threads_operations_of(const Case& c, int threads, int columns);

/// Operations on a mesh of three axes, of which each thread takes layers.
template <Precision>
std::unique_ptr<Operations> make_threads_in_space_of(const Case& c, int threads);

/// The walls in device layout: the bytes of an SfWall each, at least one (macros/shared_types.h).
template <Precision, int axes>
std::vector<std::byte> walls_for_device_of(const Case& c);

/// The numbers of the case that kernels take as an argument: the bytes of an SfNumbers.
template <Precision, int axes>
std::vector<std::byte> numbers_for_device_of(const Case& c);

/// The rule by which inner iterations end, on an SfInnerProgress in its bytes.
struct InnerIterations {
  std::size_t progress_bytes;
  void (*start)(std::byte* progress, double factor);
  /// `period` is relaxation_period().
  void (*judge)(std::byte* progress, const Residuals& changes, double tolerance, int period);
  InnerResult (*result)(const std::byte* progress);
  /// The estimated error that is compared with the tolerance, infinite while changes grow.
  double (*error)(const std::byte* progress, int period);
};
template <Precision, int axes>
InnerIterations inner_iterations_of();

// Each is defined in a source that is compiled for the precision and the number of axes.
#define SF_DECLARE_FOR_AXES(precision, axes)                                                      \
  template <>                                                                                     \
  std::unique_ptr<Operations> make_serial_operations_of<Precision::precision, axes>(const Case&); \
  template <>                                                                                     \
  InnerIterations inner_iterations_of<Precision::precision, axes>();                              \
  template <>                                                                                     \
  std::vector<std::byte> walls_for_device_of<Precision::precision, axes>(const Case&);            \
  template <>                                                                                     \
  std::vector<std::byte> numbers_for_device_of<Precision::precision, axes>(const Case&);
#define SF_DECLARE_FOR(precision)                                                                \
  SF_DECLARE_FOR_AXES(precision, 2)                                                              \
  SF_DECLARE_FOR_AXES(precision, 3)                                                              \
  template <>                                                                                    \
  std::unique_ptr<Operations> make_threads_operations_of<Precision::precision>(const Case&, int, \
                                                                               int);             \
  template <>                                                                                    \
  std::unique_ptr<Operations> make_threads_in_space_of<Precision::precision>(const Case&, int);
SF_DECLARE_FOR(in_double)
SF_DECLARE_FOR(in_mixed)
SF_DECLARE_FOR(in_single)
#undef SF_DECLARE_FOR_AXES
#undef SF_DECLARE_FOR

inline InnerIterations inner_iterations(Precision precision, int axes) {
  return for_precision(precision, [axes]<Precision P>() {
    return axes == 3 ? inner_iterations_of<P, 3>() : inner_iterations_of<P, 2>();
  });
}

inline std::vector<std::byte> walls_for_device(const Case& c) {
  return for_precision(c.run.precision, [&c]<Precision P>() {
    return c.axes() == 3 ? walls_for_device_of<P, 3>(c) : walls_for_device_of<P, 2>(c);
  });
}
inline std::vector<std::byte> numbers_for_device(const Case& c) {
  return for_precision(c.run.precision, [&c]<Precision P>() {
    return c.axes() == 3 ? numbers_for_device_of<P, 3>(c) : numbers_for_device_of<P, 2>(c);
  });
}

}  // namespace slipflow::simple_ts
