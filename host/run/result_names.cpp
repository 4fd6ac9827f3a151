#include "slipflow/run/result_names.hpp"

#include <algorithm>

namespace slipflow::run {

const output::NumberedFiles kCheckpointFiles = {"checkpoint/step_", ".ckpt", 9};

output::NumberedFiles picture_files(const std::string& field) {
  return {"pictures/" + field + '_', ".png"};
}

output::NumberedFiles picture_files(const std::string& field, const std::string& slice,
                                    const std::string& ending) {
  return {"pictures/" + (slice.empty() ? field : field + '_' + slice) + '_', '.' + ending};
}

output::GridFormat format_of_frames(const methods::Problem& problem) {
  if (problem.poly_mesh()) return output::GridFormat::vtu;
  return problem.controls().output.format == setup::FrameFormat::vti ? output::GridFormat::vti
                                                                     : output::GridFormat::vtr;
}

output::NumberedFiles profile_files(const std::string& profile) {
  return {"profiles/" + profile + '_', ".csv"};
}

output::ResultNames names_of_results(const methods::Problem& problem) {
  output::ResultNames names;
  // Lists go first: they must never name a file that is not there.
  names.files = {"fields.pvd",   "walls.pvd",  "history.csv",       "forces.csv",
                 "balance.csv",  "probes.csv", "integrals.csv",     "surfaces.csv",
                 "summary.json", "case.cfg",   "case.resolved.cfg", "run.log"};
  for (const auto& table : problem.outputs().tables)
    if (std::find(names.files.begin(), names.files.end(), table.file) == names.files.end())
      names.files.push_back(table.file);
  names.folders = {"fields", "walls", "pictures", "profiles", "checkpoint"};
  names.may_be_read = {"case.cfg", "case.resolved.cfg"};
  return names;
}

std::vector<std::filesystem::path> files_read(const config::Settings& settings,
                                              const std::filesystem::path& case_file) {
  auto files = settings.files();
  files.push_back(case_file);
  return files;
}

std::string name_for_case(const output::ResultsFolder& folder) {
  return folder.is_read("case.cfg") ? "case.resolved.cfg" : "case.cfg";
}

std::vector<FoundCheckpoint> newest_checkpoints(const output::ResultsFolder& results,
                                                std::int64_t from) {
  std::vector<FoundCheckpoint> found;
  for (const auto& entry : results.names_in("checkpoint")) {
    const auto name = "checkpoint/" + entry;
    if (const auto number = kCheckpointFiles.number_in(name))
      if (const auto step = static_cast<std::int64_t>(*number); step >= from)
        found.push_back({step, name});
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.step > b.step; });
  return found;
}

}  // namespace slipflow::run
