#include "backend_option.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "option_values.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/machine.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

namespace {
constexpr int kMostThreads = 1024;
constexpr const char* kVariable = "SLIPFLOW_BACKEND";

void add_threads(po::options_description& options) {
  options.add_options()(
      "threads", po::value<int>()->value_name("N"),
      "threads of --backend threads; else one for each processor that may be used");
}

bool is_backend(const std::string& name) {
  return name == "opencl" || name == "serial" || name == "threads";
}

ChosenBackend with_threads(const std::string& name, const po::variables_map& values,
                           int processes) {
  ChosenBackend backend{name};
  const bool given = values.count("threads");
  if (given && name != "threads")
    throw Error(ExitStatus::bad_input, "--threads can only be given with --backend threads");
  if (name == "threads")
    backend.threads =
        given ? number_of("threads", std::to_string(values["threads"].as<int>()), kMostThreads)
              : usable_processors(processes);
  return backend;
}
}  // namespace

void add_backend_options(po::options_description& options) {
  options.add_options()("backend", po::value<std::string>()->default_value("opencl"),
                        "opencl, serial or threads");
  add_threads(options);
}

void add_automatic_backend_options(po::options_description& options) {
  options.add_options()("backend", po::value<std::string>()->default_value("auto"),
                        "auto, opencl, serial or threads; else $SLIPFLOW_BACKEND");
  add_threads(options);
}

ChosenBackend backend_from(const po::variables_map& values, int processes) {
  const auto name = values["backend"].as<std::string>();
  if (!is_backend(name))
    throw Error(ExitStatus::bad_input,
                fmt::format("--backend {} must be opencl, serial or threads", shown(name)));
  return with_threads(name, values, processes);
}

ChosenBackend automatic_backend_from(const po::variables_map& values, const parallel::Team& team) {
  auto name = values["backend"].as<std::string>();
  std::string origin = "--backend ";
  if (const char* wanted = std::getenv(kVariable); wanted && values["backend"].defaulted()) {
    name = wanted;
    origin = fmt::format("{}=", kVariable);
  }
  if (name != "auto" && !is_backend(name))
    throw Error(ExitStatus::bad_input,
                fmt::format("{}{} must be auto, opencl, serial or threads", origin, shown(name)));
  if (name == "auto" && team.size() > 1) name = "opencl";
  return with_threads(name, values, team.local_size());
}

}  // namespace slipflow::app
