#include "sweep_results.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "methods.hpp"
#include "results_status.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::app {

namespace {
namespace fs = std::filesystem;
using Object = output::Json;

constexpr int kDeepest = 4;  // levels of a summary that become columns

/// The keys without those that differ from one part of a run to the next.
std::map<std::string, std::string> case_of(const config::Settings& settings) {
  auto values = settings.values();
  for (const char* key : {"output.directory", "time.max_hours"}) values.erase(key);
  return values;
}

bool is_same_case(const fs::path& file, const config::Settings& settings) {
  try {
    return case_of(config::load_case_file(file, {}, key_tables())) == case_of(settings);
  } catch (const Error&) {
    return false;
  }
}

/// The time of the last change of a file, or the earliest time where it is not known.
fs::file_time_type time_of(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  return error ? fs::file_time_type::min() : time;
}

/// The file that the case reads and that has changed after the run has written its case; or "".
std::string changed_input(const config::Settings& settings, const fs::path& case_file) {
  for (const auto& file : settings.files())
    if (time_of(file) > time_of(case_file)) return file.string();
  return "";
}

/// What of the summary is not as these jobs would have it; or "".
std::string other_program(const Summary& summary, const JobProgram& program) {
  if (const auto backend = text_in(summary, "backend"); backend != program.backend)
    return fmt::format("--backend {}", shown(backend));
  if (flag_in(summary, "parity") == program.parity) return "";
  return program.parity ? "a run without --parity" : "--parity";
}

using Cells = std::vector<std::pair<std::string, std::string>>;

std::string cell_of(const Object& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.dump();
}

/// The name of an entry of a list, which is no longer one of its members, or its number.
std::string take_name(Object& entry, std::size_t number) {
  if (!entry.is_object() || entry.empty() || !entry.begin()->is_string())
    return std::to_string(number);
  auto name = entry.begin()->get<std::string>();
  entry.erase(entry.begin());
  return name;
}

void add_cells(Cells& cells, const std::string& name, const Object& value, int depth) {
  if (depth > kDeepest) return;
  const auto add = [&](const std::string& part, const Object& member) {
    add_cells(cells, name.empty() ? part : name + '.' + part, member, depth + 1);
  };
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) add(key, member);
  } else if (value.is_array()) {
    for (std::size_t k = 0; k < value.size(); ++k) {
      Object entry = value[k];
      const auto entry_name = take_name(entry, k);
      add(entry_name, entry);
    }
  } else {
    cells.emplace_back(name, cell_of(value));
  }
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> texts;
  for (const auto& cell : cells) texts.push_back(csv_cell(cell));
  return fmt::format("{}\n", fmt::join(texts, ","));
}

/// The summary of a job that has one.
Object summary_of(const output::ResultsFolder& folder, const JobResult& result) {
  auto summary = read_summary(folder.path() / result.job.name);
  // A job that could not begin leaves the summary of an earlier one.
  return text_in(summary, "status") == result.status ? summary : Object();
}

Object json_of(const JobResult& result, const Object& summary) {
  Object values = Object::object();
  for (const auto& [key, value] : result.job.values) values[key] = value;
  Object job = {{"job", result.job.name}, {"values", values}, {"status", result.status}};
  if (result.status == kFailed) {
    job["exit_status"] = result.exit_status;
    job["message"] = result.message;
  }
  job["summary"] = summary;
  return job;
}

/// The summaries as rows of one table.
struct SummaryTable {
  std::vector<std::string> columns;  ///< of any job, in the order in which they appear
  std::vector<std::map<std::string, std::string>> rows;
};

/// The columns that do not come from summaries.
std::vector<std::string> own_columns(const SweepJob& job) {
  std::vector<std::string> names = {"job"};
  for (const auto& [key, value] : job.values) names.push_back(key);
  names.insert(names.end(), {"status", "exit_status", "message"});
  return names;
}

SummaryTable table_of(const std::vector<Object>& summaries, const std::vector<std::string>& own) {
  SummaryTable table;
  std::set<std::string> seen(own.begin(), own.end());
  for (const auto& summary : summaries) {
    Cells cells;
    if (summary.is_object()) add_cells(cells, "", summary, 0);
    for (const auto& [name, text] : cells)
      if (seen.insert(name).second) table.columns.push_back(name);
    table.rows.emplace_back(cells.begin(), cells.end());
  }
  return table;
}

std::string csv_of(const std::vector<JobResult>& results, const SummaryTable& summaries) {
  auto heading = own_columns(results.front().job);
  heading.insert(heading.end(), summaries.columns.begin(), summaries.columns.end());
  std::string text = csv_line(heading);
  for (std::size_t k = 0; k < results.size(); ++k) {
    const auto& [job, status, exit_status, message] = results[k];
    std::vector<std::string> line = {job.name};
    for (const auto& [key, value] : job.values) line.push_back(value);
    line.insert(line.end(),
                {status, status == kFailed ? std::to_string(exit_status) : "", message});
    const auto& row = summaries.rows[k];
    for (const auto& column : summaries.columns)
      line.push_back(row.contains(column) ? row.at(column) : "");
    text += csv_line(line);
  }
  return text;
}
}  // namespace

FoundResults find_results(const fs::path& folder, const config::Settings& settings,
                          const JobProgram& program) {
  const auto case_file = folder / "case.cfg", summary_file = folder / "summary.json";
  std::error_code error;
  // Behind a link there may be results that are not of this sweep.
  for (const auto& path : {folder, case_file, summary_file})
    if (fs::is_symlink(fs::symlink_status(path, error)))
      throw Error(ExitStatus::bad_input,
                  fmt::format("{} is a link, which a sweep does not follow: move it away",
                              shown(path.string())));
  if (!fs::exists(case_file, error)) return {Found::none, ""};
  if (!is_same_case(case_file, settings)) return {Found::of_other_case, ""};
  if (const auto input = changed_input(settings, case_file); !input.empty())
    return {Found::outdated, fmt::format("'{}' is newer than the results", shown(input))};
  // The summary is the last file of the run that wrote the case, which is its first.
  const auto summary =
      time_of(summary_file) >= time_of(case_file) ? read_summary(folder) : Summary();
  const auto status = text_in(summary, "status");
  if (status != kDone && status != kFailed) return {Found::interrupted, ""};
  if (const auto other = other_program(summary, program); !other.empty())
    return {Found::outdated, "the results are of " + other};
  return {status == kDone ? Found::done : Found::failed, ""};
}

output::ResultNames names_of_sweep() { return {{"sweep.csv", "sweep.json"}}; }

void write_sweep(output::ResultsFolder& folder, const std::string& case_file,
                 const std::vector<JobResult>& results) {
  std::vector<Object> summaries;
  Object jobs = Object::array();
  for (const auto& result : results) {
    summaries.push_back(summary_of(folder, result));
    jobs.push_back(json_of(result, summaries.back()));
  }
  const Object sweep = {{"slipflow", SLIPFLOW_VERSION}, {"case", case_file}, {"jobs", jobs}};
  // The first, because a later call takes a folder that has it for that of a sweep.
  folder.write("sweep.json", output::json_text(sweep));
  folder.write("sweep.csv", csv_of(results, table_of(summaries, own_columns(results.front().job))));
}

}  // namespace slipflow::app
