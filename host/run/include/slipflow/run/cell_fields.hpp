// Fields that a run makes of those of a method: expressions, averages, columns of samples.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/setup/expressions.hpp"

namespace slipflow::run {

/// Calls visit(at, i, j, k) for every cell that is not solid, with its place in the values of a
/// field.
template <class Visit>
void for_fluid_cells(const mesh::Mesh& mesh, Visit visit) {
  const auto layout = mesh.layout();
  std::size_t at = 0;
  for (int k = 0; k < std::max(layout.nz, 1); ++k)
    for (int j = 0; j < std::max(layout.ny, 1); ++j)
      for (int i = 0; i < layout.nx; ++i, ++at)
        if (!mesh.solid(i, j, k)) visit(at, i, j, k);
}

/// The named fields that are expressions, from the fields that they need. In solid cells they
/// are 0; where a formula has no finite value they are NaN.
std::vector<methods::CellField> expression_fields(const methods::Problem& problem,
                                                  const std::vector<std::string>& names,
                                                  const std::vector<methods::CellField>& fields);

/// NAME_mean of the k-th field of OutputControl::averages, which is the present field as long as no
/// time has been averaged over.
methods::CellField mean_field(const methods::CellField& present, const mesh::Mesh& mesh,
                              const methods::Averages& averages, std::size_t k);

/// NAME_rms, the root of the mean square of its fluctuation.
methods::CellField rms_field(const methods::CellField& present, const mesh::Mesh& mesh,
                             const methods::Averages& averages, std::size_t k);

/// The fields of methods::Samples, in their order.
std::vector<std::string> fields_of_samples(const methods::Problem& problem);

/// The fields and expressions of OutputControl::sampled, or else the measured ones, from the
/// samples of a method.
class SampledFields {
 public:
  explicit SampledFields(const methods::Problem& problem);

  const std::vector<std::string>& names() const { return names_; }
  /// The values of these fields from one of methods::Samples.
  const std::vector<double>& values_of(const std::vector<double>& sample) {
    return values_(sample);
  }

 private:
  std::vector<std::string> names_;
  setup::FieldValues values_;
};

}  // namespace slipflow::run
