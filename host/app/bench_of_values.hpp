// What the options of all benchmarks of slipflow bench --of NAME have in common.
#pragma once

#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <string>
#include <utility>
#include <vector>

#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::app {

/// The error for a value or an option that is not allowed.
template <class... Args>
Error refused(fmt::format_string<Args...> text, Args&&... args) {
  return {ExitStatus::bad_input, fmt::format(text, std::forward<Args>(args)...)};
}

/// Throws Error(bad_input) for options besides these and those that every --of has.
void require_only(const boost::program_options::variables_map& values, const std::string& of,
                  const std::vector<std::string>& allowed);

/// The cells of a box in --mesh. Throws Error(bad_input).
std::vector<linear_solvers::Box7> boxes_from(const boost::program_options::variables_map& values);

/// The options that only --of spmv and --of pressure have.
const std::vector<std::string>& options_of_boxes();
/// The options that only --of sweep has.
const std::vector<std::string>& options_of_sweep();
/// The options that only methods with flows have whose iterations are timed.
const std::vector<std::string>& options_of_iterations();

}  // namespace slipflow::app
