#include "result_names.hpp"

#include <set>

#include "methods.hpp"

namespace slipflow::app {

const output::NumberedFiles kCheckpointFiles = {"checkpoint/step_", ".ckpt", 9};

std::vector<output::NumberedFiles> picture_files() {
  std::vector<output::NumberedFiles> files;
  std::set<std::string> names;
  for (const auto& table : key_tables())
    for (const auto& field : table->find("output.pictures")->allowed)
      if (names.insert(field).second) files.push_back({"pictures/" + field + '_', ".png"});
  return files;
}

output::NumberedFiles profile_files(const std::string& profile) {
  return {"profiles/" + profile + '_', ".csv"};
}

output::ResultNames names_of_results(const simple_ts::Case& c) {
  output::ResultNames names;
  // fields.pvd goes first: it must never name a frame that is not there.
  names.files = {"fields.pvd",   "history.csv", "forces.csv",        "balance.csv", "probes.csv",
                 "summary.json", "case.cfg",    "case.resolved.cfg", "run.log"};
  names.series = {{"fields/", ".vtr"}, kCheckpointFiles};
  for (const auto& files : picture_files()) names.series.push_back(files);
  for (const auto& profile : c.output.profiles) names.series.push_back(profile_files(profile.name));
  names.marks = {"case.cfg", "run.log"};
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

}  // namespace slipflow::app
