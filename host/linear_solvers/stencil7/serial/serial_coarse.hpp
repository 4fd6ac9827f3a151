// The coefficients of the coarser levels of multigrid on the host, in double precision.
#pragma once

#include <memory>
#include <vector>

#include "levels7.hpp"
#include "serial/serial_level.hpp"

namespace slipflow::linear_solvers {

class SerialCoarse {
 public:
  /// `finest`: the rows of the matrix. It and the plan have to outlive this.
  /// `periodic`: Box7::periodic_bits().
  SerialCoarse(const Levels7& plan, const SerialLevel<double>& finest, int periodic);

  /// Takes in the coefficients of the finest level.
  void set_coefficients();
  /// The rows of all levels, the finest first.
  std::vector<const SerialLevel<double>*> rows() const;
  /// Numbers of a coarser level: the diagonal and the coefficients along x, y, z.
  const std::vector<double>& a(std::size_t level, int number) const {
    return levels_[level].a[number];
  }
  double bytes() const;

 private:
  struct Level {
    std::vector<double> a[4], sides[3];
    std::unique_ptr<SerialLevel<double>> rows;
  };

  const Levels7& plan_;
  const SerialLevel<double>& finest_;
  std::vector<Level> levels_;  // nothing of the finest
};

}  // namespace slipflow::linear_solvers
