#include "results_status.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::app {

namespace {
namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kMostSummary = std::uint64_t{16} << 20;

/// An empty object if there is no summary, or none that can be read.
json summary_in(const fs::path& folder) {
  InputFile in(folder / "summary.json");
  if (!in.problem().empty()) return json::object();
  const json summary = json::parse(in.text(kMostSummary), nullptr, false);
  return summary.is_object() ? summary : json::object();
}

std::string text_in(const json& summary, const char* key) {
  const auto found = summary.find(key);
  return found != summary.end() && found->is_string() ? shown(found->get<std::string>()) : "";
}

double number_in(const json& summary, const char* key) {
  const auto found = summary.find(key);
  return found != summary.end() && found->is_number() ? found->get<double>() : 0;
}

std::string how_it_ended(const json& summary) {
  const auto status = text_in(summary, "status");
  if (status == "failed") return "failed: " + text_in(summary, "message");
  return fmt::format("{} ({}): t = {:.6g} after {:.0f} steps", status,
                     text_in(summary, "stopped_by"), number_in(summary, "time"),
                     number_in(summary, "steps"));
}
}  // namespace

RunStatus status_of_run(const fs::path& folder) {
  std::error_code error;
  const auto history = fs::last_write_time(folder / "history.csv", error);
  if (error)
    throw Error(ExitStatus::bad_input,
                fmt::format("{} holds no results of a run: there is no history.csv in it",
                            shown(folder.string())));
  const json summary = summary_in(folder);
  RunStatus status{text_in(summary, "title"), "", "", false};
  if (const auto backend = text_in(summary, "backend"); !backend.empty())
    status.device = fmt::format("{}: {}", backend, text_in(summary, "device"));
  const auto ended = fs::last_write_time(folder / "summary.json", error);
  status.has_ended = !error && ended >= history && summary.contains("status");
  status.text = status.has_ended ? how_it_ended(summary) : "running, or ended without a summary";
  return status;
}

}  // namespace slipflow::app
