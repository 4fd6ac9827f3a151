// Frequencies of oscillating flows, from the tables of probes and forces.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/output/results_folder.hpp"

namespace slipflow::run {

/// A quantity in a table that may oscillate.
struct Signal {
  std::string kind;                  ///< "probe" or "body"
  std::string place;                 ///< the name of that
  std::string quantity;              ///< "v", "force_y"
  std::vector<std::string> columns;  ///< whose sum it is
  double factor = 1;                 ///< values of the case times this are in the table
  double reference_length = 1;       ///< of its Strouhal number
  double scale = 1;  ///< 0.001 of it is no oscillation; 0: of the largest value of all signals
};

/// The oscillation of a signal, in the units of the case.
struct Oscillation {
  Signal signal;
  double frequency = 0;  ///< mean of the last periods
  int periods = 0;       ///< number of these
  double spread = 0;     ///< longest minus shortest of them, over their mean
};

/// The oscillation of values at these times, between the times when they rise above their mean: the
/// last four periods of the second half. None without a whole period, or where the values vary by
/// less than 0.001 of the scale. Its signal is empty.
std::optional<Oscillation> oscillation_of(const std::vector<double>& times,
                                          const std::vector<double>& values, double scale = 1);

/// The oscillations of signals in a table with a column time, whose titles may have units in
/// brackets. Times of the case times `time_factor` are in the table.
std::vector<Oscillation> oscillations_in(std::istream& table, const std::vector<Signal>& signals,
                                         double time_factor = 1);

/// The oscillations of v at the probes of a case and of the forces on its bodies, from the tables
/// in the results.
std::vector<Oscillation> oscillations(const methods::Problem& problem,
                                      const output::ResultsFolder& results);

}  // namespace slipflow::run
