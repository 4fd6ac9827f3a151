// What a checkpoint of a run holds.
#pragma once

#include <filesystem>
#include <string>

#include "run_output.hpp"
#include "slipflow/output/checkpoint_file.hpp"

namespace slipflow::app {

/// Size of the mesh and a checksum of its faces and tags and of the tables of sides and walls. Its
/// bytes go into the file.
struct MeshIdentity {
  std::int64_t nx = 0, ny = 0;
  std::uint64_t checksum = 0;
  bool operator==(const MeshIdentity&) const = default;
};
MeshIdentity identity_of(const simple_ts::Case& c);

/// All but the averages and the two time levels of the fields, which follow in the file.
struct Checkpoint {
  std::string case_values;  ///< "key = value" lines that the next step depends on; restart.hpp
  std::string writer;       ///< "opencl: NAME OF THE DEVICE, parity"
  MeshIdentity mesh;
  simple_ts::LoopPosition loop;
  OutputPosition outputs;
  std::vector<std::string> averages;  ///< fields that the file holds averages of
};

/// Writes the checkpoint with the averages and the two time levels of the backend, whole or not at
/// all.
void write_checkpoint(output::ResultsFolder& folder, const std::string& name,
                      const Checkpoint& checkpoint, simple_ts::Backend& backend);

/// Reads all of a checkpoint and keeps what is not a field. Throws Error(bad_input) for whatever is
/// no whole checkpoint; it says so of any bytes.
Checkpoint read_checkpoint(std::istream& in, const std::string& name);
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// What to say of averages that do not go on from the checkpoint's; empty when they do.
std::string note_on_averages(const Checkpoint& checkpoint, const simple_ts::Case& c);

/// Puts the fields of a file, which read_checkpoint has accepted for a mesh of this size, into the
/// backend, and the averages if they are of the fields the case wants, in whatever order; else
/// averages begin anew.
void restore_state(const std::filesystem::path& file, const simple_ts::Case& c,
                   simple_ts::Backend& backend);

}  // namespace slipflow::app
