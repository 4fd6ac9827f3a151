// The name=value options of a value line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slipflow/config/settings.hpp"

namespace slipflow::simple_ts {

/// The option's value, or nullptr when the line leaves it out.
const std::string* option(const config::Directive& directive, const std::string& name);

/// The finite numbers that commas join in the text; none unless all of it is numbers.
std::vector<double> parse_numbers(std::string_view text);

}  // namespace slipflow::simple_ts
