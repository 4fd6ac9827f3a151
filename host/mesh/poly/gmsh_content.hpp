// What the sections of a .msh file have that makes the mesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gmsh_input.hpp"
#include "gmsh_node_tags.hpp"
#include "gmsh_types.hpp"
#include "slipflow/mesh/poly_build.hpp"

namespace slipflow::mesh {

/// Collects nodes and elements while the sections are read.
class GmshContent {
 public:
  std::map<int, std::string> surface_names;  ///< of physical surfaces
  std::map<int, int> surface_groups;         ///< the physical surface of each surface entity

  void reserve_nodes(std::size_t nodes);
  void add_node(const Vector3& point, std::int64_t tag, std::size_t position);
  /// Ends the nodes; refuses tags that occur twice.
  void finish_nodes(const GmshInput& in);
  /// Reads the nodes of an element and adds it, if it has a place in the mesh. `physical_surface`
  /// is 0 of elements in no group.
  void read_element(GmshInput& in, const GmshType& type, int physical_surface);

  bool has_cells() const { return !cells_.shapes.empty(); }
  /// The mesh; `name` begins the message if its cells do not fit together. To be called once.
  PolyMesh mesh(const std::string& name);

 private:
  void name_groups();
  void remove_unused_points();

  NodeTags tags_;
  std::vector<Vector3> points_;
  Elements cells_;
  Elements faces_;           ///< their groups are physical surfaces until name_groups()
  std::size_t corners_ = 0;  ///< points of the faces of all elements, for their limit
};

}  // namespace slipflow::mesh
