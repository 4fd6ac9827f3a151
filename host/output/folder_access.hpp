// Looking at the files of an open folder without following links.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/output/descriptor.hpp"

namespace slipflow::output {

// Where the system cannot tell what is there, these throw Error(output_failed): a file that is
// overlooked would be replaced, or be missing when a run resumes.

/// The status of the entry of that name, of a link and not its target; nothing if there is none.
std::optional<struct stat> status_of(int folder, const std::string& name);

bool is_regular_file(int folder, const std::string& name);

/// Opens a folder by its name in another one; nothing, with errno, if it is a link or not a folder.
Descriptor open_folder(int folder, const std::string& name);

/// The names in a folder, sorted, without "." and ".."; `path` is that of the folder in messages.
std::vector<std::string> entries_of(int folder, const std::filesystem::path& path);

/// "fields" and "000000.vtr" of "fields/000000.vtr"; the first is empty without a folder.
std::pair<std::string, std::string> split(const std::string& name);

}  // namespace slipflow::output
