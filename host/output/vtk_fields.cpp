#include "vtk_fields.hpp"

#include <fmt/format.h>
#include <vtkCellData.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkNew.h>

#include <algorithm>
#include <array>

#include "slipflow/support/error.hpp"

namespace slipflow::output {

namespace {
/// The unit as VTK's attribute of an array.
void name_unit(vtkDataArray* array, const std::string& unit) {
  if (!unit.empty()) array->GetInformation()->Set(vtkDataArray::UNITS_LABEL(), unit.c_str());
}

/// Joins three fields to a vector of that name, or two if the third may be left out.
void add_vector(vtkDataSet* grid, const char* name, const std::vector<NamedField>& fields,
                const std::array<const char*, 3>& parts, bool may_be_flat) {
  std::array<const NamedField*, 3> found{};
  for (std::size_t k = 0; k < 3; ++k) {
    const auto field = std::ranges::find(fields, parts[k], &NamedField::name);
    if (field != fields.end())
      found[k] = &*field;
    else if (k < 2 || !may_be_flat)
      return;
  }
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(static_cast<vtkIdType>(found[0]->values.size()));
  double* out = array->GetPointer(0);
  for (std::size_t i = 0; i < found[0]->values.size(); ++i)
    for (const NamedField* part : found) *out++ = part ? part->values[i] : 0.0;
  name_unit(array, found[0]->unit);
  grid->GetCellData()->AddArray(array);
}

/// A number about the whole grid.
void add_number(vtkDataSet* grid, const std::string& name, double value) {
  vtkNew<vtkDoubleArray> array;
  array->SetName(name.c_str());
  array->InsertNextValue(value);
  grid->GetFieldData()->AddArray(array);
}
}  // namespace

vtkSmartPointer<vtkDoubleArray> view_of(const char* name, const std::vector<double>& values) {
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(name);
  // VTK wants a pointer to non-const, but writers only read.
  array->SetArray(const_cast<double*>(values.data()), static_cast<vtkIdType>(values.size()), 1);
  return array;
}

void require_sizes(const std::vector<NamedField>& fields, std::size_t cells) {
  for (const NamedField& field : fields)
    if (field.values.size() != cells)
      throw Error(ExitStatus::internal_error, fmt::format("field {} has {} values for {} cells",
                                                          field.name, field.values.size(), cells));
}

void add_fields(vtkDataSet* grid, const std::vector<NamedField>& fields, double time) {
  for (const NamedField& field : fields) {
    const auto array = view_of(field.name.c_str(), field.values);
    name_unit(array, field.unit);
    grid->GetCellData()->AddArray(array);
    if (!field.unit.empty()) add_number(grid, "SI_unit_of_" + field.name, field.factor);
  }
  add_vector(grid, "velocity", fields, {"u", "v", "w"}, true);
  add_vector(grid, "vorticity", fields, {"vorticity_x", "vorticity_y", "vorticity_z"}, false);
  add_vector(grid, "friction", fields, {"friction_x", "friction_y", "friction_z"}, true);
  add_number(grid, "TimeValue", time);
}

void add_length_factor(vtkDataSet* grid, double factor) {
  if (factor != 1) add_number(grid, "SI_unit_of_x", factor);
}

void add_mark(vtkDataSet* grid) { add_number(grid, "NotConverged", 1); }

}  // namespace slipflow::output
