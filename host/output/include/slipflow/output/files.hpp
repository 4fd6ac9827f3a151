// Small files written whole or not at all, and the output directory.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace slipflow::output {

/// Writes `text` to a temporary file beside `file`, flushes it to disk and renames it.
/// Throws Error(output_failed) naming the file and the system's reason; an old `file` stays intact.
void write_whole_file(const std::filesystem::path& file, std::string_view text);

/// Makes the directory a run writes into. An existing directory that holds anything is refused with
/// Error(bad_input), unless `overwrite`, which removes only the names this program writes
/// (fields.pvd, fields/, pictures/, history.csv, forces.csv, summary.json, case.cfg, run.log; bench.md,
/// bench.csv, bench.json, speedup.png).
void prepare_output_directory(const std::filesystem::path& directory, bool overwrite);

}  // namespace slipflow::output
