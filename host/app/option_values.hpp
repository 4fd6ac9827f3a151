// Values of options, checked.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

namespace slipflow::app {

/// All values of an option that takes lists, those with commas split.
std::vector<std::string> listed_values(const boost::program_options::variables_map& values,
                                       const std::string& option);

/// The number in a value of an option. Throws Error(bad_input) unless it is whole and from 1 to
/// `most`.
int number_of(const std::string& option, const std::string& text, int most);

/// Whether the user has given the option.
bool is_given(const boost::program_options::variables_map& values, const std::string& option);

}  // namespace slipflow::app
