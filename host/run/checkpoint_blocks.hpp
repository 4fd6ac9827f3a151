// The blocks of a checkpoint that changed with its format: mesh, position of the time loop, tables.
#pragma once

#include "slipflow/run/checkpoint.hpp"

namespace slipflow::run {

/// Each reads or writes the next blocks of the file; what is read may still make no sense. Blocks
/// of every format are read, those of the current one written.
MeshIdentity read_mesh(output::CheckpointReader& reader);
LoopPosition read_loop(output::CheckpointReader& reader);
void add_loop(output::CheckpointWriter& writer, const LoopPosition& at);
/// All but the times of the frames, which stay empty.
OutputPosition read_tables(output::CheckpointReader& reader);
void add_tables(output::CheckpointWriter& writer, const OutputPosition& outputs);

/// Blocks of the fields of a time level, in the order of Checkpoint::arrays, and of averages: of
/// each field its mean, and its sum of squares over the time.
constexpr const char* kArrayBlock = "array";
constexpr const char* kMeanBlock = "mean";
constexpr const char* kSquaresBlock = "squares";
/// As files of a format name them.
std::string array_block(std::uint32_t format, const std::string& field, bool old);
std::string mean_block(std::uint32_t format, const std::string& field);
std::string squares_block(std::uint32_t format, const std::string& field);

/// Fields of files before format 8, and the longest name of one of their averages, in letters.
inline const std::vector<std::string> kFirstArrays = {"u", "v", "T", "rho"};
constexpr std::size_t kLongestFirstName = 3;

}  // namespace slipflow::run
