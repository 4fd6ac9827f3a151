// Averages over time, computed on the host.
#pragma once

#include <cstddef>
#include <vector>

#include "slipflow/methods/simulation.hpp"

namespace slipflow::methods {

/// Implements Simulation::start_averages(), add_to_averages() and averages() in double precision.
class HostAverages {
 public:
  /// Resumes from the averages `from` or, if they are empty, begins new ones of this number of
  /// fields and cells.
  void start(const Averages& from, std::size_t fields, std::size_t cells);
  /// Adds the present values of the fields, weighted with a time.
  void add(const std::vector<CellField>& fields, double time);
  const Averages& averages() const { return averages_; }

 private:
  Averages averages_;
};

}  // namespace slipflow::methods
