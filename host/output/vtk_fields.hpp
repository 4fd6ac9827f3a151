// Fields as arrays of VTK, which point into them.
#pragma once

#include <vtkDataSet.h>
#include <vtkDoubleArray.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "slipflow/output/snapshot.hpp"

namespace slipflow::output {

/// The values have to outlive it, and are only read.
vtkSmartPointer<vtkDoubleArray> view_of(const char* name, const std::vector<double>& values);

/// Throws Error(internal_error) unless each field has a value for each cell.
void require_sizes(const std::vector<NamedField>& fields, std::size_t cells);

/// Adds the fields, which have to outlive the grid, as values of its cells, the vectors whose
/// components they are (velocity, vorticity, friction), and the time.
void add_fields(vtkDataSet* grid, const std::vector<NamedField>& fields, double time);

/// Adds the factor of Snapshot::length_factor, which read_frame takes.
void add_length_factor(vtkDataSet* grid, double factor);

/// Marks a frame of Snapshot::missed_steady: its field data has NotConverged = 1.
void add_mark(vtkDataSet* grid);

}  // namespace slipflow::output
