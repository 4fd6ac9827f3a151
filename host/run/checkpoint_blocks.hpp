// Blocks of a checkpoint: the position of the time loop and the tables.
#pragma once

#include "slipflow/run/checkpoint.hpp"

namespace slipflow::run {

/// Each reads or writes the next blocks of the file; what is read may still make no sense.
LoopPosition read_loop(output::CheckpointReader& reader);
void add_loop(output::CheckpointWriter& writer, const LoopPosition& at);
methods::NamedNumbers read_numbers(output::CheckpointReader& reader);
void add_numbers(output::CheckpointWriter& writer, const methods::NamedNumbers& numbers);
/// All but the times of the frames, which stay empty.
OutputPosition read_tables(output::CheckpointReader& reader);
void add_tables(output::CheckpointWriter& writer, const OutputPosition& outputs);

}  // namespace slipflow::run
