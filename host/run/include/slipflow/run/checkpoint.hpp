// The contents of a checkpoint of a run.
#pragma once

#include <array>
#include <string>

#include "slipflow/output/checkpoint_file.hpp"
#include "slipflow/run/run_output.hpp"

namespace slipflow::run {

/// Number of axes, cells along each (1 along an axis that the mesh lacks), and a checksum of faces,
/// tags and the tables of boundaries and walls. Its bytes go into the file.
struct MeshIdentity {
  std::int64_t axes = 2;
  std::array<std::int64_t, 3> cells{1, 1, 1};
  std::uint64_t checksum = 0;
  bool operator==(const MeshIdentity&) const = default;
};
/// The identity of the mesh of a case.
MeshIdentity identity_of(const methods::Problem& problem);

/// All but the averages and the two time levels of the fields, which follow in the file.
struct Checkpoint {
  std::string version;      ///< of the program that wrote it, "0.1.0"; to be read only
  std::string method;       ///< whose fields it holds
  std::string case_values;  ///< "key = value" lines that the next step depends on; restart.hpp
  std::string writer;       ///< "opencl: NAME OF THE DEVICE, parity"
  MeshIdentity mesh;
  LoopPosition loop;
  OutputPosition outputs;
  methods::NamedNumbers numbers;      ///< that later steps depend on; to be read only
  std::vector<std::string> arrays;    ///< fields of each time level
  std::vector<std::string> averages;  ///< fields that the file holds averages of
};

}  // namespace slipflow::run
