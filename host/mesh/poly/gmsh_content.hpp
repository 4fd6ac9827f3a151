// What the sections of a .msh file have that makes the mesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gmsh_input.hpp"
#include "gmsh_types.hpp"
#include "slipflow/mesh/poly_build.hpp"

namespace slipflow::mesh {

// The tags of gmsh's nodes, which may be in any order and have gaps.

/// Finds nodes by their tags in memory that depends on the number of nodes, not on the largest tag.
class NodeTags {
 public:
  /// A node as it was added.
  struct Node {
    std::int64_t tag;
    std::size_t position;  ///< in the file, for messages
    int index;
  };

  void reserve(std::size_t nodes) { nodes_.reserve(nodes); }
  /// Adds the node of the next index.
  void add(std::int64_t tag, std::size_t position) {
    nodes_.push_back({tag, position, static_cast<int>(nodes_.size())});
  }
  /// To be called between the last add() and the first index(): a node with a tag that an earlier
  /// one has, if there is one.
  std::optional<Node> finish();
  /// The index of the node with this tag; -1 if there is none.
  int index(std::int64_t tag) const;

 private:
  struct Entry {
    std::int64_t tag;
    int index;
  };
  std::vector<Node> nodes_;
  std::vector<int> by_tag_;     ///< of tags with few gaps
  std::vector<Entry> entries_;  ///< of other tags, in increasing order
};

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
