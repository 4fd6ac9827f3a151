// The arrays of a checkpoint, behind its other blocks: averages and the two time levels. One rank
// writes and reads them whole; several ranks that share the file write and read their parts.
#pragma once

#include "slipflow/run/checkpoint.hpp"

namespace slipflow::run {

/// Whether averages continue: they are of the same fields, as all are taken over one time.
bool averages_go_on(const Checkpoint& checkpoint, const setup::OutputControl& control);

/// Writes the next blocks of the file.
void add_arrays(output::CheckpointWriter& writer, const Checkpoint& about,
                methods::Simulation& simulation);

/// Reads the next blocks for their checksums only.
void check_arrays(output::CheckpointReader& reader, const Checkpoint& checkpoint);

/// A file whose next blocks are the arrays.
struct ArraySource {
  const std::filesystem::path& file;
  output::CheckpointReader& reader;
  const Checkpoint& checkpoint;
  const methods::Problem& problem;
};
/// Several ranks read their parts of the arrays. Returns false and changes nothing if they cannot.
bool restore_parts(const ArraySource& source, methods::Simulation& simulation);
/// One rank reads the arrays whole. Returns true.
bool restore_whole(const ArraySource& source, methods::Simulation& simulation);

}  // namespace slipflow::run
