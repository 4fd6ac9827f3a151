// Averages over time, computed on the host.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "slipflow/methods/simulation.hpp"

namespace slipflow::methods {

/// Averages in double precision.
class HostAverages final : public Averaging {
 public:
  /// The present values of the fields of these names.
  using Fields = std::function<std::vector<CellField>(const std::vector<std::string>& names)>;

  /// Averages of the fields `names`, each with a value per cell.
  HostAverages(std::vector<std::string> names, std::size_t cells, Fields fields)
      : names_(std::move(names)), cells_(cells), fields_(std::move(fields)) {}

  void start_averages(const Averages& from) override;
  void add_to_averages(double time) override;
  Averages averages() const override { return averages_; }
  double averaged_time() const override { return averages_.time; }

 private:
  const std::vector<std::string> names_;
  const std::size_t cells_;
  const Fields fields_;
  Averages averages_;
};

}  // namespace slipflow::methods
