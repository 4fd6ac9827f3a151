// The loops of a compiled kernel that march over rows of cells.
#pragma once

#include <string>
#include <vector>

namespace slipflow::bench::studies {

/// PTX: NVIDIA's portable assembly, with virtual registers. SASS: what a device executes, as
/// nvdisasm prints it.
enum class Assembly { ptx, sass };

/// A loop that passes two barriers in each row.
struct MarchLoop {
  int rows = 0;  ///< of one pass through the loop
  int fp64 = 0;  ///< its sums, products, multiply-adds and comparisons of doubles
  double fp64_per_row() const { return static_cast<double>(fp64) / rows; }
};

/// The outermost loops of that kernel that can be a march, in no particular order. None if the text
/// has no such kernel, or jumps that are not understood.
std::vector<MarchLoop> march_loops(const std::string& text, const std::string& kernel,
                                   Assembly assembly);

}  // namespace slipflow::bench::studies
