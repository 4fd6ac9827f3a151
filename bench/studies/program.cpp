// The command line of slipflow_studies.
#include "slipflow/opencl/program.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "command_line.hpp"
#include "opencl_start.hpp"
#include "option_values.hpp"
#include "slipflow/opencl/driver_probe.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "study_command.hpp"

namespace slipflow::bench::studies {

const opencl::SourceTree& study_kernels();  // kernels/*.cl

namespace {
namespace po = boost::program_options;
using Words = std::vector<std::string>;

constexpr int kMostRepeats = 1000;

const std::map<std::string, Study>& studies() {
  static const std::map<std::string, Study> table = {{"fp64", fp64_study()},
                                                     {"piso", piso_study()},
                                                     {"pressure", pressure_study()},
                                                     {"psi_omega", psi_omega_study()},
                                                     {"spmv", spmv_study()},
                                                     {"sweep", sweep_study()},
                                                     {"tridiagonal", tridiagonal_study()}};
  return table;
}

app::CommandLine line_of_study(const std::string& name, const Study& study) {
  po::options_description options("Options");
  auto add = options.add_options();
  study.add_options(add);
  add("device", one_name("NAME"),
      "an index of `slipflow devices`, or part of a name; else $SLIPFLOW_DEVICE, else the best");
  add("parity", po::bool_switch(), "the same bits on every device (no contracted operations)");
  add("repeats", po::value<int>()->default_value(5)->value_name("N"), "repetitions for the median");
  add("output", po::value<std::string>()->default_value("out/" + name)->value_name("DIR"),
      "directory of the results");
  add("overwrite", po::bool_switch(), "replace the results in the directory");
  return {options,
          "",
          {fmt::format("slipflow_studies {} [options]", name), study.purpose,
           fmt::format("slipflow_studies {} --repeats 3", name)}};
}

void print_help() {
  fmt::print(
      "slipflow_studies {}: published studies and linear solvers, timed\n\n"
      "Usage: slipflow_studies STUDY [options]\n\n",
      SLIPFLOW_VERSION);
  for (const auto& [name, study] : studies()) fmt::print("  {:<12}{}\n", name, study.purpose);
  fmt::print("\nslipflow_studies STUDY --help shows the options of a study.\n\n{}",
             app::exit_statuses());
}

// Quoted so that it can be repeated.
std::string command_of(const Words& arguments) {
  std::string text = "slipflow_studies";
  for (const auto& word : arguments)
    text += word.find(' ') == std::string::npos ? ' ' + word : fmt::format(" \"{}\"", word);
  return text;
}

int dispatch(const Words& arguments) {
  const std::string name = arguments.empty() ? "" : arguments.front();
  if (name == "--help" || name == "-h") {
    print_help();
    return 0;
  }
  if (name == opencl::kProbeArgument) return opencl::answer_probe();
  const auto found = studies().find(name);
  if (found == studies().end()) {
    Words all;
    for (const auto& [each, study] : studies()) all.push_back(each);
    throw refused(
        "{}: the studies are {} (slipflow_studies --help)",
        name.empty() ? "a study is missing" : fmt::format("no study '{}'", slipflow::shown(name)),
        fmt::join(all, ", "));
  }
  const auto values = app::parse_command({arguments.begin() + 1, arguments.end()},
                                         line_of_study(name, found->second));
  if (!values) return 0;
  app::number_of("repeats", std::to_string((*values)["repeats"].as<int>()), kMostRepeats);
  return found->second.run(*values, command_of(arguments));
}
}  // namespace

int run_program(const Words& arguments, const std::string& program) {
  app::program_file() = program;
  opencl::add_kernel_sources(study_kernels());
  try {
    return dispatch(arguments);
  } catch (const Error& error) {
    app::print_error(error.what());
    return static_cast<int>(error.status());
  } catch (const std::exception& error) {
    app::print_error(fmt::format("internal error: {}", error.what()));
    return static_cast<int>(ExitStatus::internal_error);
  }
}

}  // namespace slipflow::bench::studies
