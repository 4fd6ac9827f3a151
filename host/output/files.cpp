#include "slipflow/output/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>

#include "atomic_file.hpp"

namespace slipflow::output {

void write_whole_file(const std::filesystem::path& file, std::string_view text) {
  const auto parent = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  const Descriptor folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder) fail_to_write(file, errno);
  TemporaryFile temporary(folder.number(), fmt::format(".slipflow-{}.tmp", random_name()), file);
  temporary.write(text);
  temporary.flush();
  temporary.move_to(folder.number(), file.filename(), true);
}

}  // namespace slipflow::output
