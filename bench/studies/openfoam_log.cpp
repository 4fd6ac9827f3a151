#include "openfoam_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::bench::studies {

namespace {
constexpr std::uint64_t kMostBytesOfLog = 1 << 29;

// "GAMG:  Solving for p, Initial residual = 0.1, Final residual = 0.001, No Iterations 3"
constexpr std::string_view kSolving = "Solving for ",
                           kInitial = ", Initial residual = ", kIterations = ", No Iterations ",
                           kStep = "Time = ", kTime = "ExecutionTime = ", kSolver = "Exec   : ";

class LogReader {
 public:
  LogReader(const std::string& file, double goal) : goal_(goal) { log_.file = file; }

  void read(std::string_view line) {
    ++line_;
    if (line.starts_with(kSolver)) log_.solver = std::string(line.substr(kSolver.size()));
    if (line.starts_with(kStep)) begin_step();
    if (line.starts_with(kTime)) end_step(line);
    if (line.find(kSolving) != line.npos) read_solution(line);
  }

  const OpenFoamLog& result() const {
    const auto require = [&](bool holds, const char* what) {
      if (!holds)
        throw Error(ExitStatus::bad_input,
                    fmt::format("{}: is not the log of an incompressible solver of OpenFOAM, such "
                                "as simpleFoam or icoFoam: it has no {}",
                                slipflow::shown(log_.file), what));
    };
    require(has_pressure_, "line with 'Solving for p, Initial residual = '");
    require(log_.all.steps > 0, "line 'ExecutionTime = SECONDS s' after a line 'Time = '");
    return log_;
  }

 private:
  void begin_step() {
    work_.steps += 1;
    in_step_ = true;
    residual_ = 0;
    solved_.clear();
  }

  void end_step(std::string_view line) {
    if (!in_step_) return;
    in_step_ = false;
    work_.seconds = number_after(kTime, line, " s");
    log_.all = work_;
    log_.residual = residual_;
    if (!log_.to_goal && residual_ < goal_) log_.to_goal = work_;
  }

  // The residual of a step is that of the first solution of each field.
  void read_solution(std::string_view line) {
    const auto begin = line.find(kSolving) + kSolving.size();
    const std::string field(line.substr(begin, line.find(',', begin) - begin));
    const double residual = number_after(kInitial, line, ",");
    const double iterations = number_after(kIterations, line, "");
    if (solved_.insert(field).second) residual_ = std::max(residual_, residual);
    if (field != "p") return;
    has_pressure_ = true;
    work_.pressure_iterations += std::lround(iterations);
  }

  double number_after(std::string_view name, std::string_view line, std::string_view end) const {
    const auto at = line.find(name);
    const std::string_view rest = at == line.npos ? "" : line.substr(at + name.size());
    double number = 0;
    const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    const std::string_view behind(stop, static_cast<std::size_t>(rest.end() - stop));
    if (error != std::errc() || !std::isfinite(number) || number < 0 || number > 1e12 ||
        !behind.starts_with(end))
      throw Error(ExitStatus::bad_input,
                  fmt::format("{}:{}: '{}' must have a number after '{}', as logs of OpenFOAM have",
                              slipflow::shown(log_.file), line_, slipflow::shown(line), name));
    return number;
  }

  const double goal_;
  OpenFoamLog log_;
  FlowWork work_;  // so far, of a step that is not complete too
  bool in_step_ = false, has_pressure_ = false;
  double residual_ = 0;           // of the present step
  std::set<std::string> solved_;  // fields, in the present step
  long line_ = 0;
};
}  // namespace

OpenFoamLog parse_openfoam_log(const std::string& file, std::string_view text, double goal) {
  LogReader reader(file, goal);
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    const bool has_return = end > begin && text[end - 1] == '\r';
    reader.read(text.substr(begin, end - begin - (has_return ? 1 : 0)));
    begin = end + 1;
  }
  return reader.result();
}

OpenFoamLog read_openfoam_log(const std::string& file, double goal) {
  InputFile in(file);
  const auto refuse = [&](const std::string& why) {
    throw Error(ExitStatus::bad_input, fmt::format("{}: {}", slipflow::shown(file), why));
  };
  if (!in.problem().empty()) refuse(in.problem());
  if (in.size() > kMostBytesOfLog)
    refuse(fmt::format("has more than {} bytes, the most of a log", kMostBytesOfLog));
  const std::string text = in.text(kMostBytesOfLog);
  if (in.bad()) refuse("cannot be read");
  return parse_openfoam_log(file, text, goal);
}

}  // namespace slipflow::bench::studies
