#include "backend_option.hpp"

#include <fmt/format.h>

#include "option_values.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/processors.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

namespace {
constexpr int kMostThreads = 1024;
}  // namespace

void add_backend_options(po::options_description& options) {
  auto add = options.add_options();
  add("backend", po::value<std::string>()->default_value("opencl"), "opencl, serial or threads");
  add("threads", po::value<int>()->value_name("N"),
      "threads of --backend threads; else one for each processor that may be used");
}

ChosenBackend backend_from(const po::variables_map& values, int processes) {
  ChosenBackend backend{values["backend"].as<std::string>()};
  if (backend.name != "opencl" && backend.name != "serial" && backend.name != "threads")
    throw Error(ExitStatus::bad_input,
                fmt::format("--backend {} must be opencl, serial or threads", shown(backend.name)));
  const bool given = values.count("threads");
  if (given && backend.name != "threads")
    throw Error(ExitStatus::bad_input, "--threads can only be given with --backend threads");
  if (backend.name == "threads")
    backend.threads =
        given ? number_of("threads", std::to_string(values["threads"].as<int>()), kMostThreads)
              : usable_processors(processes);
  return backend;
}

}  // namespace slipflow::app
