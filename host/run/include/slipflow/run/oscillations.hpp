// Frequencies of oscillating flows, from the table of probes.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/output/results_folder.hpp"

namespace slipflow::run {

/// The oscillation of the velocity v at a probe, in the units of the case.
struct Oscillation {
  std::string probe;
  double frequency = 0;  ///< mean of the last periods
  int periods = 0;       ///< number of these
  double spread = 0;     ///< longest minus shortest of them, over their mean
};

/// The oscillation of values at these times, between the times when they rise above their mean: the
/// last four periods of the second half. None without a whole period, or where the values vary by
/// less than 0.001.
std::optional<Oscillation> oscillation_of(const std::vector<double>& times,
                                          const std::vector<double>& values);

/// Those in a table with the columns time and PROBE_v, for each of the probes, whose units may
/// follow in brackets. The factors are those of times and velocities in the table.
std::vector<Oscillation> oscillations_in(std::istream& table,
                                         const std::vector<std::string>& probes,
                                         double time_factor = 1, double velocity_factor = 1);

/// Those at the probes of a case, whose table is in the results.
std::vector<Oscillation> oscillations(const methods::Problem& problem,
                                      const output::ResultsFolder& results);

}  // namespace slipflow::run
