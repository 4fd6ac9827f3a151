// What the output room reads: named cell fields on a mesh at one time. It never calls a solver.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "slipflow/mesh/cut_mesh.hpp"
#include "slipflow/mesh/mesh.hpp"
#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::output {

/// One field with a value per cell of the domain, row-major, nx * ny * nz, no ghost cells.
struct NamedField {
  std::string name;   ///< "p", "T", "rho", "u", "v", "mach"
  std::string label;  ///< for people: "pressure p / p0"
  std::vector<double> values;
  std::string unit{};  ///< in SI units: "Pa"; else empty
  double factor = 1;   ///< the values are those of the method times this
};

/// The state of a run at one time, ready to be written. Values in solid cells mean nothing.
struct Snapshot {
  long step = 0;
  double time = 0;
  const mesh::Mesh* mesh = nullptr;
  std::vector<NamedField> fields;
  const mesh::PolyMesh* poly = nullptr;  ///< instead of `mesh`, whose cells are as many
  std::vector<NamedField> boundary{};    ///< values of all boundary faces of `poly`
  std::string length_unit = "L";         ///< of the mesh
  std::string time_name = "t";           ///< in titles; of a march "pseudo-time"
  std::string time_unit{};               ///< of `time`; empty for none
  bool missed_steady = false;            ///< the run ended here without the steady state it wanted
  double length_factor = 1;              ///< lengths of `mesh` are those of the method times this
  const mesh::CutMesh* cut = nullptr;  ///< cells of `mesh` that bodies cut, in the method's lengths

  /// The field of that name, or nullptr.
  const NamedField* find(const std::string& name) const;
};

}  // namespace slipflow::output
