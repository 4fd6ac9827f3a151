#include "slipflow/run/averages.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::run {

namespace {
// Calls f with the place of every cell that is not solid in the values of a field.
template <class F>
void for_cells(const mesh::Mesh& mesh, F f) {
  const auto layout = mesh.layout();
  std::size_t at = 0;
  for (int k = 0; k < std::max(layout.nz, 1); ++k)
    for (int j = 0; j < std::max(layout.ny, 1); ++j)
      for (int i = 0; i < layout.nx; ++i, ++at)
        if (!mesh.solid(i, j, k)) f(at);
}
}  // namespace

methods::CellField mean_field(const methods::CellField& present, const mesh::Mesh& mesh,
                              const methods::Averages& averages, std::size_t k) {
  methods::CellField field{present.name + "_mean", "mean " + present.label, present.values};
  if (averages.time == 0) return field;
  for_cells(mesh, [&](std::size_t at) { field.values[at] = averages.means[k][at]; });
  return field;
}

methods::CellField rms_field(const methods::CellField& present, const mesh::Mesh& mesh,
                             const methods::Averages& averages, std::size_t k) {
  methods::CellField field{present.name + "_rms", "fluctuation of " + present.label,
                           std::vector<double>(present.values.size(), 0.0)};
  if (averages.time == 0) return field;
  for_cells(mesh, [&](std::size_t at) {
    field.values[at] = std::sqrt(averages.squares[k][at] / averages.time);
  });
  return field;
}

}  // namespace slipflow::run
