#include "drawn_field.hpp"

#include <fmt/format.h>

#include "slipflow/support/error.hpp"

namespace slipflow::drawing {

const output::NamedField& field_to_draw(const output::Snapshot& snapshot, const std::string& name) {
  const output::NamedField* field = snapshot.find(name);
  if (!field) {
    throw Error(ExitStatus::internal_error, "no field '" + name + "' to draw a picture of");
  }
  const auto cells = static_cast<std::size_t>(snapshot.mesh->cells());
  if (field->values.size() != cells) {
    throw Error(ExitStatus::internal_error, fmt::format("field {} has {} values for {} cells", name,
                                                        field->values.size(), cells));
  }
  return *field;
}

std::string label_of(const output::NamedField& field) {
  return field.label.empty() ? field.name : field.label;
}

std::string place_and_time(const output::Snapshot& snapshot, const std::string& place) {
  const std::string before = place.empty() ? "" : place + ",  ";
  const std::string unit = snapshot.time_unit.empty() ? "" : " " + snapshot.time_unit;
  return fmt::format("{}{} = {:.6g}{}", before, snapshot.time_name, snapshot.time, unit);
}

}  // namespace slipflow::drawing
