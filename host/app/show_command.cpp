// slipflow show: what a checkpoint or a results folder contains.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>

#include "command_table.hpp"
#include "results_status.hpp"
#include "slipflow/output/frame_fields.hpp"
#include "slipflow/output/table_reader.hpp"
#include "slipflow/run/checkpoint_file.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
namespace fs = std::filesystem;
using Names = std::vector<std::string>;

void print_row(const std::string& what, const std::string& text) {
  fmt::print("{:<12}{}\n", what, text);
}

std::string size_text(std::uint64_t count) {
  const auto bytes = static_cast<double>(count);
  if (bytes < 1e3) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e6) return fmt::format("{:.1f} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.1f} MB", bytes / 1e6);
  return fmt::format("{:.2f} GB", bytes / 1e9);
}

std::string list_of(const Names& names, const char* if_none) {
  return names.empty() ? if_none : fmt::format("{}", fmt::join(names, " "));
}

std::string size_of(const run::MeshIdentity& mesh) {
  const auto count = static_cast<std::size_t>(mesh.axes);
  return fmt::format("{} cells", fmt::join(mesh.cells.begin(), mesh.cells.begin() + count, " x "));
}

std::string tables_of(const run::OutputPosition& outputs) {
  Names tables = {fmt::format("history.csv ({})", size_text(outputs.history.bytes))};
  for (const auto& [name, position] : outputs.measures.tables)
    tables.push_back(fmt::format("{} ({})", shown(name), size_text(position.bytes)));
  return fmt::format("{}", fmt::join(tables, ", "));
}

std::string frames_text(const std::vector<double>& times, const char* symbol) {
  if (times.empty()) return "none";
  return fmt::format("{}, {} = {:.6g} to {:.6g}", times.size(), symbol, times.front(),
                     times.back());
}

void print_case(const std::string& values) {
  std::size_t begin = 0;
  while (begin < values.size()) {
    const auto end = std::min(values.find('\n', begin), values.size());
    print_row(begin == 0 ? "case" : "", shown(values.substr(begin, end - begin)));
    begin = end + 1;
  }
}

void show_checkpoint(const fs::path& file) {
  const auto checkpoint = run::read_checkpoint(file);
  const auto& at = checkpoint.loop;
  std::error_code ignored;
  const auto results = fs::absolute(file, ignored).parent_path().parent_path();
  const auto* time = time_symbol_in(results);
  print_row("checkpoint", fmt::format("{}, {}, whole", shown(file.string()),
                                      size_text(fs::file_size(file, ignored))));
  print_row("method", shown(checkpoint.method));
  print_row("written by",
            fmt::format("slipflow {}, {}", shown(checkpoint.version), shown(checkpoint.writer)));
  print_row("step",
            fmt::format("{}, {} = {:.6g}, dt = {:.6g}", at.step, time, at.time, at.last_dt));
  print_row("iterations", fmt::format("{} inner iterations, {} steps did not converge", at.inner,
                                      at.unconverged));
  print_row("mesh", size_of(checkpoint.mesh));
  print_row("fields", list_of(checkpoint.arrays, "none") + " (two time levels)");
  print_row("averages", list_of(checkpoint.averages, "none"));
  print_row("frames", frames_text(checkpoint.outputs.frames, time));
  print_row("tables", tables_of(checkpoint.outputs));
  print_case(checkpoint.case_values);
  fmt::print("`slipflow run CASE.cfg --restart {}` resumes from it.\n", shown(file.string()));
}

std::string frames_in(const fs::path& results) {
  std::error_code error;
  if (!fs::exists(results / "fields.pvd", error)) return "none";
  try {
    std::vector<double> times;
    for (const auto& frame : output::listed_frames(results)) times.push_back(frame.time);
    return frames_text(times, time_symbol_in(results));
  } catch (const Error& damaged) {
    return damaged.what();
  }
}

/// The regular files in a folder with this ending, in order.
Names files_in(const fs::path& folder, const std::string& ending) {
  Names names;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    const auto name = entry->path().filename().string();
    if (name.ends_with(ending) && entry->is_regular_file(ignored)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (auto entry = fs::recursive_directory_iterator(folder, error);
       !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    if (!entry->is_symlink(ignored) && entry->is_regular_file(ignored))
      bytes += entry->file_size(ignored);
  }
  return bytes;
}

std::string about_table(const fs::path& folder, const std::string& name) {
  output::TableReader table(folder / name, 2);
  try {
    table.update();
  } catch (const Error& error) {
    if (error.status() != ExitStatus::bad_input) throw;
    return shown(name) + ": no table of numbers";
  }
  return fmt::format("{}: {} lines of {} columns", shown(name), table.lines(),
                     table.names().size());
}

void show_tables(const fs::path& folder) {
  bool first = true;
  for (const auto& name : files_in(folder, ".csv")) {
    print_row(first ? "tables" : "", about_table(folder, name));
    first = false;
  }
}

void show_results(const fs::path& folder) {
  const auto status = status_of_run(folder);
  print_row("results", fmt::format("{}, {}", shown(folder.string()), size_text(bytes_in(folder))));
  if (!status.title.empty()) print_row("title", status.title);
  print_row("status", status.text);
  if (!status.device.empty()) print_row("computed by", status.device);
  print_row("frames", frames_in(folder));
  if (const auto pictures = files_in(folder / "pictures", ""); !pictures.empty())
    print_row("pictures", std::to_string(pictures.size()));
  show_tables(folder);
  const auto checkpoints = files_in(folder / "checkpoint", ".ckpt");
  print_row("checkpoints", shown(list_of(checkpoints, "none")));
  if (!checkpoints.empty())
    fmt::print("`slipflow show {}` has more.\n",
               shown((folder / "checkpoint" / checkpoints.back()).string()));
}
}  // namespace

CommandLine show_line() {
  return {
      boost::program_options::options_description("Options"),
      "file",
      {"slipflow show FILE",
       "Tells what a checkpoint or a results folder contains. A checkpoint is read and checked\n"
       "whole.",
       "slipflow show out/quickstart"}};
}

int show_command(const Call& call) {
  const fs::path file = call.values["file"].as<std::string>();
  std::error_code error;
  if (fs::is_directory(file, error))
    show_results(file);
  else
    show_checkpoint(file);
  return 0;
}

}  // namespace slipflow::app
