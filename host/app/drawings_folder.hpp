// The folder into which finished results are drawn.
#pragma once

#include <filesystem>
#include <string>

#include "slipflow/output/results_folder.hpp"

namespace slipflow::app {

/// A folder whose own files later drawings replace. Files that slipflow has not written there are
/// replaced with --overwrite only.
class DrawingsFolder {
 public:
  /// Makes the folder if it is missing. Throws Error(bad_input) while another run uses it.
  DrawingsFolder(const std::filesystem::path& path, bool overwrite);

  /// Throws Error(bad_input) if the name is that of somebody else's file that may not be replaced.
  void require_free(const std::string& name) const { folder_.require_free(name); }
  void write(const std::string& name, const std::string& bytes);
  output::ResultsFolder& folder() { return folder_; }

 private:
  output::ResultsFolder folder_;
};

/// The folder with results, DIR of a command. Throws Error(bad_input) unless it has the case and
/// the list of frames of a run; the case file is the one that the run has written.
std::filesystem::path case_of_results(const std::filesystem::path& results);

}  // namespace slipflow::app
