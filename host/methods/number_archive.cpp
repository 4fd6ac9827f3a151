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

void NumberArchive::operator()(const std::string& name, double& number, double least, double most) {
  if (!restores_) {
    numbers_[name] = {number};
    return;
  }
  const auto& found = values(name);
  if (found.size() != 1 || !(found[0] >= least && found[0] <= most))
    throw error(fmt::format("the number '{}' makes no sense", name));
  number = found[0];
}

void NumberArchive::operator()(const std::string& name, long& number, long least, long most) {
  auto value = static_cast<double>(number);
  (*this)(name, value, static_cast<double>(least), static_cast<double>(most));
  number = static_cast<long>(value);
}

void NumberArchive::operator()(const std::string& name, bool& flag) {
  double value = flag ? 1 : 0;
  (*this)(name, value, 0, 1);
  flag = value != 0;
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
