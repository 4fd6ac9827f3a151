// Values of options, checked.
#pragma once

#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "slipflow/mesh/decomposition.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::app {

/// The number that the whole text spells; nothing if it is something else.
template <class Number>
std::optional<Number> parsed(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

/// All values of an option that takes lists, those with commas split.
std::vector<std::string> listed_values(const boost::program_options::variables_map& values,
                                       const std::string& option);

/// The number in a value of an option. Throws Error(bad_input) unless it is whole and from 1 to
/// `most`.
int number_of(const std::string& option, const std::string& text, int most);

/// The number of an option. Throws Error(bad_input) unless it is from `least` to `most`; `unit`
/// follows the limits in its message.
template <class Number>
Number number_from(const boost::program_options::variables_map& values, const std::string& option,
                   Number least, Number most, const std::string& unit = "") {
  const auto number = values[option].as<Number>();
  if (number >= least && number <= most) return number;
  throw Error(ExitStatus::bad_input,
              fmt::format("--{} {} must be from {} to {}{}", option, number, least, most, unit));
}

/// Whether the user has given the option.
bool is_given(const boost::program_options::variables_map& values, const std::string& option);

// How the cells of a mesh are shared among ranks: --grid and --weights.

/// --grid and --weights.
void add_cut_options(boost::program_options::options_description& options);

/// The numbers of --weights, "1,2.5". Throws Error(bad_input) unless there is a positive one for
/// each rank.
std::vector<double> weights_in(const std::string& text, int ranks);

/// The cuts for that many ranks. Without --grid, the grid is that of choose_grid(), with --weights
/// one that cuts the last axis. Throws Error(bad_input).
mesh::Cuts cuts_from(const boost::program_options::variables_map& values, const mesh::Mesh& mesh,
                     int ranks);

/// Whether --grid and --weights allow cuts by the speeds of the ranks' devices.
bool may_cut_by_speed(const boost::program_options::variables_map& values, const mesh::Mesh& mesh,
                      int ranks);

/// These cuts, if they are allowed.
mesh::Cuts cuts_by_speed(const boost::program_options::variables_map& values,
                         const mesh::Mesh& mesh, const std::vector<double>& speeds);

}  // namespace slipflow::app
