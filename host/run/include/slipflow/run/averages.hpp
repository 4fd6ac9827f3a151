// Means and fluctuations in time as fields of a frame.
#pragma once

#include "slipflow/methods/problem.hpp"

namespace slipflow::run {

/// NAME_mean of the k-th field of OutputControl::averages, which is the present field as long as no
/// time has been averaged over.
methods::CellField mean_field(const methods::CellField& present, const mesh::Mesh& mesh,
                              const methods::Averages& averages, std::size_t k);

/// NAME_rms, the root of the mean square of its fluctuation.
methods::CellField rms_field(const methods::CellField& present, const mesh::Mesh& mesh,
                             const methods::Averages& averages, std::size_t k);

}  // namespace slipflow::run
