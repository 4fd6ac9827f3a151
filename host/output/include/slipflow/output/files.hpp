// Small files written whole or not at all, outside of a results folder.
#pragma once

#include <filesystem>
#include <string_view>

namespace slipflow::output {

/// Writes `text` to a new file next to `file`, flushes it to disk and renames it.
/// Throws Error(output_failed) naming the file and the system's reason; an old `file` stays intact.
void write_whole_file(const std::filesystem::path& file, std::string_view text);

}  // namespace slipflow::output
