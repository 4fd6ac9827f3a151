#include "drawings_folder.hpp"

#include <fmt/format.h>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace fs = std::filesystem;

DrawingsFolder::DrawingsFolder(const fs::path& path, bool overwrite)
    : folder_(path, {{}, {}, {}, {}}), overwrite_(overwrite) {
  std::error_code error;
  if (fs::is_directory(path, error) && !fs::is_empty(path, error))
    folder_.resume();
  else
    folder_.prepare(false);
}

void DrawingsFolder::require_free(const std::string& name) {
  if (folder_.is_listed(name)) return;
  const auto file = folder_.path() / name;
  std::error_code error;
  const auto status = fs::symlink_status(file, error);
  if (!fs::exists(status)) return;
  if (!overwrite_ || !fs::is_regular_file(status))
    throw Error(ExitStatus::bad_input,
                fmt::format("'{}' was not written by slipflow: take another --output{}",
                            shown(file.string()),
                            fs::is_regular_file(status) ? ", or --overwrite replaces it" : ""));
  fs::remove(file, error);
}

void DrawingsFolder::write(const std::string& name, const std::string& bytes) {
  require_free(name);
  folder_.write(name, bytes);
}

fs::path case_of_results(const fs::path& results) {
  std::error_code error;
  if (!fs::is_regular_file(results / "fields.pvd", error))
    throw Error(ExitStatus::bad_input,
                fmt::format("'{}' holds no results of a run: fields.pvd is missing",
                            shown(results.string())));
  for (const char* name : {"case.resolved.cfg", "case.cfg"})
    if (fs::is_regular_file(results / name, error)) return results / name;
  throw Error(ExitStatus::bad_input, fmt::format("'{}' holds no results of a run: case.cfg is "
                                                 "missing",
                                                 shown(results.string())));
}

}  // namespace slipflow::app
