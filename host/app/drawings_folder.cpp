#include "drawings_folder.hpp"

#include <fmt/format.h>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace fs = std::filesystem;

DrawingsFolder::DrawingsFolder(const fs::path& path, bool overwrite) : folder_(path, {}) {
  std::error_code error;
  if (fs::is_directory(path, error) && !fs::is_empty(path, error))
    folder_.resume();
  else
    folder_.prepare(false);
  if (overwrite) folder_.replace_others();
}

void DrawingsFolder::write(const std::string& name, const std::string& bytes) {
  folder_.require_free(name);
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
