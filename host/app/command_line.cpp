#include "command_line.hpp"

#include <fmt/format.h>

#include <iostream>
#include <sstream>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

std::string exit_statuses() {
  return "Exit statuses: 0 done, 1 internal error, 2 bad input, 3 no usable device or out of "
         "device\n"
         "memory, 4 diverged or did not converge, 5 output could not be written, 6 a kernel did\n"
         "not build, 7 results disagree (verify, bench --check), 8 the ranks of a launcher cannot\n"
         "work together,\n"
         "130 stopped by SIGINT, 143 by SIGTERM, SIGHUP or --max-hours (run: after a "
         "checkpoint).\n";
}

void add_no_mpi(po::options_description& options) {
  options.add_options()("no-mpi", po::bool_switch(),
                        "ignore the launcher that started this process, such as mpirun");
}

void print_error(const std::string& sentence) {
  // fmt::print would throw if standard error is closed; the status reports the failure too.
  std::fputs(fmt::format("slipflow: {}\n", escaped_lines(sentence)).c_str(), stderr);
}

namespace {
po::options_description with_help(po::options_description options) {
  options.add_options()("help,h", "show this");
  return options;
}

/// A value with blanks that the shell has cut is the likely reason of an argument too many; not
/// where the argument is a case file.
std::string advice_on_blanks(const std::vector<std::string>& arguments) {
  for (std::size_t k = 2; k < arguments.size(); ++k) {
    auto value = arguments[k - 1];
    if (value.find('=') == std::string::npos || arguments[k].starts_with('-')) continue;
    if (arguments[k].ends_with(".cfg")) return "";
    for (std::size_t n = k; n < arguments.size() && !arguments[n].starts_with('-'); ++n)
      value += ' ' + arguments[n];
    return fmt::format(" (a value with blanks is written in quotes: \"{}\")", shown(value));
  }
  return "";
}
}  // namespace

std::string help_text(const CommandLine& line) {
  std::ostringstream options;
  options << with_help(line.options);
  return fmt::format("Usage: {}\n\n{}\n\n{}\nExample: {}\n\n{}", line.help.usage, line.help.purpose,
                     options.str(), line.help.example, exit_statuses());
}

std::optional<po::variables_map> parse_command(const std::vector<std::string>& arguments,
                                               const CommandLine& line) {
  const auto& [options, positional, help, may_be_left_out, second] = line;
  po::positional_options_description places;
  po::options_description all = with_help(options);
  for (const auto& name : {positional, second}) {
    if (name.empty()) continue;
    places.add(name.c_str(), 1);
    all.add_options()(name.c_str(), po::value<std::string>());
  }
  po::variables_map values;
  try {
    // An abbreviation could mean another option in a later version, and --over removes
    // results.
    constexpr int style =
        po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(all).positional(places).style(style).run(),
              values);
  } catch (const po::error& problem) {
    const bool too_many = dynamic_cast<const po::too_many_positional_options_error*>(&problem);
    throw Error(ExitStatus::bad_input,
                fmt::format("{}{}; usage: {}", shown(problem.what()),
                            too_many ? advice_on_blanks(arguments) : "", help.usage));
  }
  if (values.count("help")) {
    std::cout << help_text(line);
    return std::nullopt;
  }
  if (!positional.empty() && !may_be_left_out && !values.count(positional))
    throw Error(ExitStatus::bad_input,
                fmt::format("a {} is missing; usage: {}",
                            positional == "case" ? "case file" : positional, help.usage));
  return values;
}

}  // namespace slipflow::app
