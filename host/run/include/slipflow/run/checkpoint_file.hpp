// Writing and reading checkpoints.
#pragma once

#include <filesystem>
#include <istream>
#include <string>

#include "slipflow/run/checkpoint.hpp"

namespace slipflow::run {

/// Writes the checkpoint with the averages and the two time levels of the simulation, whole or not
/// at all.
void write_checkpoint(output::ResultsFolder& folder, const std::string& name,
                      const Checkpoint& checkpoint, methods::Simulation& simulation);

/// Reads and checks all of a checkpoint, and returns it without the fields. Throws Error(bad_input)
/// for any bytes that are not a whole checkpoint.
Checkpoint read_checkpoint(std::istream& in, const std::string& name);
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// The note on averages that do not continue the checkpoint's; empty when they do.
std::string note_on_averages(const Checkpoint& checkpoint, const methods::Problem& problem);

/// Puts the fields of a file, which read_checkpoint has accepted for a mesh of this size, into the
/// simulation. Averages continue if they are of the fields of the case, in any order; else they
/// begin anew.
void restore_state(const std::filesystem::path& file, const methods::Problem& problem,
                   methods::Simulation& simulation);

}  // namespace slipflow::run
