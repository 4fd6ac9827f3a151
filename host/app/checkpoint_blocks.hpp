// The blocks of a checkpoint that changed with its format: mesh, position of the time loop, tables.
#pragma once

#include "checkpoint.hpp"

namespace slipflow::app {

/// Each reads or writes the next blocks of the file; what is read may still make no sense. Blocks
/// of every format are read, those of the current one written.
MeshIdentity read_mesh(output::CheckpointReader& reader);
run::LoopPosition read_loop(output::CheckpointReader& reader);
void add_loop(output::CheckpointWriter& writer, const run::LoopPosition& at);
/// All but the times of the frames, which stay empty.
OutputPosition read_tables(output::CheckpointReader& reader);
void add_tables(output::CheckpointWriter& writer, const OutputPosition& outputs);

}  // namespace slipflow::app
