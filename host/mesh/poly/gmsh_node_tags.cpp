#include "gmsh_node_tags.hpp"

#include <algorithm>
#include <utility>

namespace slipflow::mesh {

namespace {
/// The most entries of a table by tag for each node.
constexpr std::size_t kEntriesPerNode = 4;
}  // namespace

std::optional<NodeTags::Node> NodeTags::finish() {
  const auto in_order = [](const Node& a, const Node& b) {
    return std::pair(a.tag, a.index) < std::pair(b.tag, b.index);
  };
  if (!std::is_sorted(nodes_.begin(), nodes_.end(), in_order))
    std::sort(nodes_.begin(), nodes_.end(), in_order);
  const auto twice = std::adjacent_find(
      nodes_.begin(), nodes_.end(), [](const Node& a, const Node& b) { return a.tag == b.tag; });
  if (twice != nodes_.end()) return *(twice + 1);
  const auto most = static_cast<std::int64_t>(kEntriesPerNode * nodes_.size());
  if (!nodes_.empty() && nodes_.front().tag >= 0 && nodes_.back().tag <= most) {
    by_tag_.assign(static_cast<std::size_t>(nodes_.back().tag) + 1, -1);
    for (const Node& node : nodes_) by_tag_[static_cast<std::size_t>(node.tag)] = node.index;
  } else {
    entries_.reserve(nodes_.size());
    for (const Node& node : nodes_) entries_.push_back({node.tag, node.index});
  }
  std::vector<Node>().swap(nodes_);
  return std::nullopt;
}

int NodeTags::index(std::int64_t tag) const {
  if (!by_tag_.empty()) {
    const auto k = static_cast<std::uint64_t>(tag);
    return k < by_tag_.size() ? by_tag_[k] : -1;
  }
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), tag,
                       [](const Entry& entry, std::int64_t sought) { return entry.tag < sought; });
  return found != entries_.end() && found->tag == tag ? found->index : -1;
}

}  // namespace slipflow::mesh
