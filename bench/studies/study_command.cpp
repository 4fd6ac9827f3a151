#include "study_command.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "case_options.hpp"
#include "opencl_start.hpp"
#include "option_values.hpp"
#include "slipflow/run/run_signals.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/progress.hpp"

namespace slipflow::bench::studies {

namespace po = boost::program_options;

namespace {
constexpr int kMostCellsAlong = 1'000'000;

/// Thrown between two measurements after a signal.
struct Stopped {};

// Returns whether everything was measured: false after a signal.
bool measure_steps(const Steps& steps, output::ResultsFolder& folder, Log& log,
                   const run::RunSignals& signals) {
  Progress progress(log);
  std::size_t written = 0;
  TableEvents events;
  events.stage = [&](double part, const std::vector<std::string>& what) {
    if (signals.stop() != 0) throw Stopped{};
    progress.update(part, what);
  };
  events.say = [&](const std::string& lines) {
    progress.finish();
    log.note(lines);
    if (steps.results() > written) steps.write(folder);
    written = steps.results();
  };
  bool complete = true;
  try {
    steps.measure(events);
  } catch (const Stopped&) {
    complete = false;
  } catch (const Error&) {
    // PoCL's compiler gives up what it compiles when a signal comes.
    if (signals.stop() == 0) throw;
    complete = false;
  }
  progress.finish();
  return complete;
}
}  // namespace

po::typed_value<std::vector<std::string>>* names(const char* shown) {
  return po::value<std::vector<std::string>>()->composing()->value_name(shown);
}

po::typed_value<std::string>* one_name(const char* shown) {
  return po::value<std::string>()->value_name(shown);
}

std::optional<int> number_given(const Values& values, const std::string& option, int most) {
  if (!values.count(option)) return std::nullopt;
  return app::number_of(option, values[option].as<std::string>(), most);
}

void require_one_of(const std::string& option, const std::string& value,
                    const std::vector<std::string>& names) {
  if (!std::ranges::count(names, value))
    throw refused("--{} {} must be one of {}", option, slipflow::shown(value),
                  fmt::join(names, ", "));
}

std::vector<int> numbers_of(const std::string& option, const std::string& text, std::size_t count,
                            int most) {
  std::vector<int> numbers;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, 'x');)
    numbers.push_back(app::number_of(option, part, most));
  if (numbers.size() != count)
    throw refused("--{} {} must be {} whole numbers with an x between them", option,
                  slipflow::shown(text), count);
  return numbers;
}

void add_boxes(Add& add, const std::string& usual) {
  add("mesh", names("NXxNYxNZ"),
      fmt::format("cells of a box (repeatable); else {}", usual).c_str());
}

std::vector<linear_solvers::Box7> boxes_from(const Values& values) {
  std::vector<linear_solvers::Box7> boxes;
  for (const auto& text : app::listed_values(values, "mesh")) {
    const auto n = numbers_of("mesh", text, 3, kMostCellsAlong);
    if ((n[0] + 2.0) * (n[1] + 2.0) * (n[2] + 2.0) > std::numeric_limits<int>::max())
      throw refused("--mesh {}: a box has up to 2.1e9 cells", text);
    boxes.push_back({n[0], n[1], n[2]});
  }
  return boxes;
}

opencl::Device find_device(const Values& values, const DeviceWish& wish, ReportHead& head,
                           Log& log) {
  app::start_opencl([&log](const std::string& text) { log.warn(text); });
  auto device = app::choose_given_device(wish.method, app::given_device(values), wish.trust,
                                         {wish.precision});
  methods::check_parity(wish.precision, {.parity = head.parity}, device);
  head.device = device.name;
  head.driver = device.driver;
  log.note(fmt::format("device {}: {}, driver {}", device.index, device.name, device.driver));
  log.note(fmt::format("serial reference: one core of {}", head.host_cpu));
  return device;
}

ReportHead head_of(const Values& values, const std::string& command) {
  return {command, host_cpu_name(), "", "", values["parity"].as<bool>()};
}

int run_steps(const Steps& steps, const Values& values) {
  Log log;
  // 1. The output directory, looked at before a device is opened.
  const std::string place = app::output_from(values);
  const bool overwrite = values["overwrite"].as<bool>();
  output::ResultsFolder folder(place, steps.files);
  folder.require_preparable(overwrite);
  // 2. The device.
  const run::RunSignals signals;
  steps.find_device(log);
  folder.prepare(overwrite);
  // 3. Measuring; each result is added to the files.
  const bool complete = measure_steps(steps, folder, log, signals);
  const auto where = fmt::format("{}: {}", place, fmt::join(steps.files.files, ", "));
  if (!complete) {
    log.note(fmt::format("stopped by {} {}", run::name_of_signal(signals.stop()),
                         steps.results() == 0
                             ? "before the first result"
                             : fmt::format("after {} results, in {}", steps.results(), where)));
    return run::status_of_signal(signals.stop());
  }
  steps.write(folder);
  log.note(fmt::format("\nresults in {}", where));
  if (const auto fault = steps.fault()) throw *fault;
  return 0;
}

}  // namespace slipflow::bench::studies
