#include "slipflow/output/snapshot.hpp"

#include <algorithm>

namespace slipflow::output {

const NamedField* Snapshot::find(const std::string& name) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const NamedField& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

}  // namespace slipflow::output
