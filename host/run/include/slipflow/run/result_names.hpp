// The names of the results of a run, and of the files it reads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/methods/problem.hpp"
#include "slipflow/output/field_series.hpp"
#include "slipflow/output/results_folder.hpp"

namespace slipflow::run {

/// "checkpoint/step_000000100.ckpt"
extern const output::NumberedFiles kCheckpointFiles;
/// A checkpoint in a results folder.
struct FoundCheckpoint {
  std::int64_t step = 0;
  std::string name;  ///< "checkpoint/step_000000100.ckpt"
};

/// The checkpoints of a results folder from step `from` on, in its manifest or not, the newest
/// first. Throws Error(output_failed) when they cannot be listed.
std::vector<FoundCheckpoint> newest_checkpoints(const output::ResultsFolder& results,
                                                std::int64_t from = 0);

/// "pictures/p_000000.png" of a field.
output::NumberedFiles picture_files(const std::string& field);
/// "pictures/p_z_000000.png" of a slice of that name; without a name that of the field.
output::NumberedFiles picture_files(const std::string& field, const std::string& slice,
                                    const std::string& ending = "png");
/// The files of the fields of a run.
output::GridFormat format_of_frames(const methods::Problem& problem);
/// "profiles/NAME_000000.csv" of a profile.
output::NumberedFiles profile_files(const std::string& profile);

/// All names that a run of the case may give its results.
output::ResultNames names_of_results(const methods::Problem& problem);

/// The case file, and the files that it names.
std::vector<std::filesystem::path> files_read(const config::Settings& settings,
                                              const std::filesystem::path& case_file);

/// The name of the file for the resolved case: case.cfg, or case.resolved.cfg where the run reads a
/// case.cfg of the folder.
std::string name_for_case(const output::ResultsFolder& folder);

}  // namespace slipflow::run
