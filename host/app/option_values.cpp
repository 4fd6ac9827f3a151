#include "option_values.hpp"

#include <algorithm>
#include <iterator>

#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

std::vector<std::string> listed_values(const po::variables_map& values, const std::string& option) {
  std::vector<std::string> words;
  if (!values.count(option)) return words;
  for (const auto& text : values[option].as<std::vector<std::string>>())
    std::ranges::move(split_at(text, ','), std::back_inserter(words));
  return words;
}

int number_of(const std::string& option, const std::string& text, int most) {
  const auto value = parsed<int>(text);
  if (!value || *value < 1 || *value > most)
    throw Error(ExitStatus::bad_input,
                fmt::format("--{} {} must be a whole number from 1 to {}", option,
                            text.empty() ? "''" : shown(text), most));
  return *value;
}

bool is_given(const po::variables_map& values, const std::string& option) {
  return values.count(option) > 0 && !values[option].defaulted();
}

}  // namespace slipflow::app
