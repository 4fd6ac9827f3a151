#include "slipflow/methods/number_archive.hpp"

#include <fmt/format.h>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::methods {

bool NumberArchive::lacks(const std::string& part) const {
  const auto found = numbers_.lower_bound(part + '.');
  return restores_ && (found == numbers_.end() || !found->first.starts_with(part + '.'));
}

void NumberArchive::operator()(const std::string& name, std::vector<double>& values) {
  if (restores_)
    values = this->values(name);
  else
    numbers_[name] = values;
}

double NumberArchive::restored(const std::string& name, double least, double most) const {
  const auto& found = values(name);
  if (found.size() == 1 && found[0] >= least && found[0] <= most) return found[0];
  throw error(fmt::format("the number '{}' makes no sense", name));
}

const std::vector<double>& NumberArchive::values(const std::string& name) const {
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) throw error(fmt::format("there is no number '{}'", name));
  return found->second;
}

Error NumberArchive::error(const std::string& what) const {
  return {ExitStatus::bad_input, fmt::format("{}: is damaged: {}", shown(file_), what)};
}

}  // namespace slipflow::methods
