// Averages over time of fields that the host has.
#pragma once

#include <cstddef>
#include <vector>

#include "slipflow/methods/simulation.hpp"

namespace slipflow::methods {

/// What Simulation::start_averages(), add_to_averages() and averages() need, in double precision.
class HostAverages {
 public:
  /// Averages of so many fields of so many cells begin, or resume from what they were; without
  /// values there are none so far.
  void start(const Averages& from, std::size_t fields, std::size_t cells);
  /// Adds the present values of the fields, weighted with a time.
  void add(const std::vector<CellField>& fields, double time);
  const Averages& averages() const { return averages_; }

 private:
  Averages averages_;
};

}  // namespace slipflow::methods
