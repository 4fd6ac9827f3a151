#include "slipflow/run/output_units.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace slipflow::run {

namespace {
mesh::Mesh scaled(mesh::Mesh mesh, double factor) {
  for (mesh::Axis* axis : {&mesh.x, &mesh.y, &mesh.z})
    for (auto* lengths : {&axis->faces, &axis->widths})
      for (double& length : *lengths) length *= factor;
  return mesh;
}

struct Prefixed {
  const char* name;
  double metres;
};
constexpr Prefixed kLengths[] = {{"m", 1}, {"mm", 1e-3}, {"um", 1e-6}, {"nm", 1e-9}};
}  // namespace

double OutputUnits::factor(const std::string& unit) const {
  const auto one = si() ? system_->one(unit) : std::nullopt;
  return one ? one->si() : 1;
}

std::string OutputUnits::name(const std::string& unit) const {
  return si() ? system_->name_of(unit) : "";
}

LengthUnit OutputUnits::length_unit() const {
  return si() ? LengthUnit{name(system_->length), length()} : LengthUnit{own_length_};
}

LengthUnit OutputUnits::readable_unit(double length) const {
  if (!si()) return {own_length_};
  // A little less than one millimetre is still one.
  constexpr double kRounding = 1 - 1e-9;
  const double metres = length * this->length();
  const auto* found = std::ranges::find_if(
      kLengths, [&](const Prefixed& unit) { return metres >= kRounding * unit.metres; });
  if (found == std::end(kLengths)) --found;
  return {found->name, this->length() / found->metres};
}

std::string OutputUnits::column(const std::string& column, const std::string& unit) const {
  const auto in = name(unit);
  return in.empty() ? column : fmt::format("{} [{}]", column, in);
}

std::string OutputUnits::column_of_time() const {
  return time_kind_ == setup::TimeKind::iterations ? column_of(time_kind_)
                                                   : column_of_interval("time");
}

std::string OutputUnits::column_of_interval(const std::string& column) const {
  if (time_kind_ == setup::TimeKind::iterations) return column;
  const auto name = time_kind_ == setup::TimeKind::pseudo ? "pseudo_" + column : column;
  return si() ? this->column(name, system_->time) : name;
}

std::string OutputUnits::column_of_length(const std::string& column) const {
  return si() ? this->column(column, system_->length) : column;
}

std::string OutputUnits::title(const setup::FieldInfo& field) const {
  const auto in = name(field.unit);
  return in.empty() ? field.title() : setup::with_unit(field.label, in);
}

std::string unit_of_field(const methods::Problem& problem, const std::string& field) {
  const auto& fields = problem.outputs().fields;
  const auto found = std::ranges::find(fields, field, &setup::FieldInfo::name);
  return found == fields.end() ? "" : found->unit;
}

MeshInUnit::MeshInUnit(const mesh::Mesh& mesh, LengthUnit unit)
    : mesh_(mesh), unit_(std::move(unit)) {
  if (unit_.factor != 1) scaled_ = scaled(mesh, unit_.factor);
}

void MeshInUnit::give_to(output::Snapshot& snapshot) const {
  snapshot.mesh = &mesh();
  snapshot.length_unit = unit_.name;
  snapshot.length_factor = unit_.factor;
}

MeshInUnit readable_mesh(const methods::Problem& problem) {
  const auto& x = problem.mesh().x.faces;
  const double width = x.empty() ? 0 : x.back() - x.front();
  return {problem.mesh(), OutputUnits(problem).readable_unit(width)};
}

}  // namespace slipflow::run
