// The tags of gmsh's nodes, which may be in any order and have gaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace slipflow::mesh {

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

}  // namespace slipflow::mesh
