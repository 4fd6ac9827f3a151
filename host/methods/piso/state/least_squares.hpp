// Gradients that are exact for linear quantities on any mesh, for values between centres of cells.
#pragma once

#include <functional>
#include <optional>

#include "slipflow/piso/flow_mesh.hpp"

namespace slipflow::piso {

/// A quantity of cells, and of those sides where it is prescribed.
struct Quantity {
  std::function<double(int cell)> of_cell;
  std::function<std::optional<double>(int side)> of_side;
};

/// The gradient in a cell by least squares, from the differences to the cells across its faces and
/// to its sides, each over its distance. 0 along directions in which nothing is known; faces that a
/// rotation joins tell nothing of a component.
SfVector gradient_by_least_squares(const FlowMesh& mesh, int cell, const Quantity& q);

}  // namespace slipflow::piso
