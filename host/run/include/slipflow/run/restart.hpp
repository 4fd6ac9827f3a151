// Choosing the checkpoint a run resumes from, and checking that it is of the same case.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/run/checkpoint.hpp"

namespace slipflow::run {

/// "key = value" lines of all keys that the next time step depends on.
std::string values_for_checkpoint(const config::Settings& settings);

/// "opencl: DEVICE, parity": the backend, device and mode, on which the bits of a run depend.
std::string writer_of(const methods::BackendInfo& info, bool parity);

/// The parts of such a text that tell what to restart on; empty if it has another form.
struct Writer {
  std::string backend, device;
};
Writer parts_of_writer(const std::string& writer);

/// A checkpoint to resume from.
struct Restart {
  std::filesystem::path file;
  Checkpoint checkpoint;
  bool continues_results = false;     ///< of the output directory; else results begin anew there
  std::vector<std::string> notes;     ///< allowed differences from its case
  std::vector<std::string> warnings;  ///< damaged checkpoints, missing frames
};

/// The checkpoint in a file, or with "latest" the newest whole one in the results folder, which is
/// locked. Everything is checked and nothing changed: that it is whole, that it is of this case and
/// mesh, and that the results in the folder, if there are any, are those it was written with.
/// Throws Error(bad_input) in one sentence.
Restart find_restart(const std::string& wanted, const config::Settings& settings,
                     const methods::Problem& problem, const output::ResultsFolder& folder);

/// Before results are continued: removes checkpoints of later steps, as later results are cut off.
/// Returns them.
std::vector<std::filesystem::path> remove_later_checkpoints(const Restart& restart,
                                                            output::ResultsFolder& folder);

/// The command that resumes where `slipflow run ARGUMENTS` stopped.
std::string command_to_resume(const std::vector<std::string>& arguments);

}  // namespace slipflow::run
