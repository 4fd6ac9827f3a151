#include "results_status.hpp"

#include <fmt/format.h>

#include <system_error>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "summary_file.hpp"

namespace slipflow::app {

namespace {
namespace fs = std::filesystem;

std::string shown_text(const Summary& summary, const char* key) {
  return shown(text_in(summary, key));
}

std::string how_it_ended(const Summary& summary) {
  const auto status = shown_text(summary, "status");
  if (status == "failed") return "failed: " + shown_text(summary, "message");
  return fmt::format("{} ({}): t = {:.6g} after {:.0f} steps", status,
                     shown_text(summary, "stopped_by"), number_in(summary, "time"),
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
  const auto summary = read_summary(folder);
  RunStatus status{shown_text(summary, "title"), "", "", false};
  if (const auto backend = shown_text(summary, "backend"); !backend.empty())
    status.device = fmt::format("{}: {}", backend, shown_text(summary, "device"));
  const auto ended = fs::last_write_time(folder / "summary.json", error);
  status.has_ended = !error && ended >= history && summary.contains("status");
  status.text = status.has_ended ? how_it_ended(summary) : "running, or ended without a summary";
  return status;
}

}  // namespace slipflow::app
