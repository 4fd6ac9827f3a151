#include "results_status.hpp"

#include <fmt/format.h>

#include <fstream>
#include <system_error>

#include "slipflow/output/table.hpp"
#include "slipflow/setup/time_kind.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::app {

namespace {
namespace fs = std::filesystem;

constexpr std::uint64_t kMostSummary = std::uint64_t{16} << 20;
// A summary has a few levels; printing one of a million would overflow the stack.
constexpr int kDeepestSummary = 32;

std::string shown_text(const Summary& summary, const char* key) {
  return shown(text_in(summary, key));
}

std::string how_it_ended(const Summary& summary, const char* time) {
  const auto status = shown_text(summary, "status");
  if (status == "failed") return "failed: " + shown_text(summary, "message");
  return fmt::format("{} ({}): {} = {:.6g} after {:.0f} steps", status,
                     shown_text(summary, "stopped_by"), time, number_in(summary, "time"),
                     number_in(summary, "steps"));
}
}  // namespace

Summary read_summary(const std::filesystem::path& folder) {
  InputFile in(folder / "summary.json");
  if (!in.problem().empty()) return {};
  const auto is_shallow = [](int depth, auto, const auto&) { return depth <= kDeepestSummary; };
  auto summary = Summary::parse(in.text(kMostSummary), is_shallow, false);
  return summary.is_object() ? summary : Summary();
}

std::string text_in(const Summary& summary, const char* key) {
  const auto found = summary.find(key);
  return found != summary.end() && found->is_string() ? found->get<std::string>() : "";
}

double number_in(const Summary& summary, const char* key, double otherwise) {
  const auto found = summary.find(key);
  return found != summary.end() && found->is_number() ? found->get<double>() : otherwise;
}

bool flag_in(const Summary& summary, const char* key) {
  const auto found = summary.find(key);
  return found != summary.end() && found->is_boolean() && found->get<bool>();
}

const char* time_symbol_in(const fs::path& results) {
  std::ifstream history(results / "history.csv");
  std::string titles;
  std::getline(history, titles);
  for (const auto& title : split_at(titles, ','))
    if (const auto kind = setup::time_kind_in(output::column_name(title))) return name_of(*kind);
  return name_of(setup::TimeKind::physical);
}

RunStatus status_of_run(const fs::path& folder) {
  std::error_code error;
  const auto history = fs::last_write_time(folder / "history.csv", error);
  if (error)
    throw Error(ExitStatus::bad_input,
                fmt::format("{} holds no results of a run: there is no history.csv in it",
                            shown(folder.string())));
  const auto summary = read_summary(folder);
  RunStatus status{shown_text(summary, "title"), "", "", false};
  if (const auto backend = shown_text(summary, "backend"); !backend.empty())
    status.device = fmt::format("{}: {}", backend, shown_text(summary, "device"));
  const auto ended = fs::last_write_time(folder / "summary.json", error);
  status.has_ended = !error && ended >= history && summary.contains("status");
  status.text = status.has_ended ? how_it_ended(summary, time_symbol_in(folder))
                                 : "running, or ended without a summary";
  return status;
}

}  // namespace slipflow::app
