#include "gmsh_content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include "gmsh_types.hpp"

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

namespace {
constexpr const char* kRest = "boundary";

/// The points of all faces of a shape.
std::size_t corners_of(CellShape shape) {
  switch (shape) {
    case CellShape::triangle:
      return 3;
    case CellShape::quadrilateral:
      return 4;
    case CellShape::tetrahedron:
      return 12;
    case CellShape::hexahedron:
      return 24;
    case CellShape::prism:
      return 18;
    case CellShape::pyramid:
      return 16;
  }
  return 0;
}
}  // namespace

void GmshContent::reserve_nodes(std::size_t nodes) {
  points_.reserve(nodes);
  tags_.reserve(nodes);
}

void GmshContent::add_node(const Vector3& point, std::int64_t tag, std::size_t position) {
  points_.push_back(point);
  tags_.add(tag, position);
}

void GmshContent::finish_nodes(const GmshInput& in) {
  if (const auto twice = tags_.finish())
    in.refuse_at(twice->position, fmt::format("the node tag {} was used before", twice->tag));
}

void GmshContent::read_element(GmshInput& in, const GmshType& type, int physical_surface) {
  if (type.dimension < 2) {
    in.skip_tags(static_cast<std::uint64_t>(type.points));
    return;
  }
  std::array<int, 8> nodes{};
  const auto points = std::span(nodes).first(static_cast<std::size_t>(type.points));
  for (std::size_t k = 0; k < points.size(); ++k) {
    const auto tag = in.tag();
    const int point = tags_.index(tag);
    if (point < 0) in.refuse(fmt::format("there is no node with the tag {}", tag));
    const auto before = points.first(k);
    if (std::find(before.begin(), before.end(), point) != before.end())
      in.refuse(fmt::format("the {} has the node {} twice", type.name, tag));
    points[k] = point;
  }
  // Surfaces in no group would end up in the patch of the rest, where all other faces are anyway.
  if (type.is_face() && physical_surface == 0) return;
  corners_ += corners_of(type.shape);
  if (corners_ > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    in.refuse("the mesh is too large: its faces have more than 2147483647 points");
  if (type.is_cell())
    cells_.add(type.shape, points, -1);
  else
    faces_.add(type.shape, points, physical_surface);
}

/// Replaces the physical surfaces of the faces by numbers of patches, in the order of their tags.
/// Surfaces of the same name form one patch.
void GmshContent::name_groups() {
  std::map<int, int> patches;
  std::map<std::string, int> patch_of_name = {{kRest, -1}};
  for (const int physical : faces_.groups) patches.emplace(physical, -1);
  for (auto& [physical, patch] : patches) {
    const auto named = surface_names.find(physical);
    const std::string name = named != surface_names.end() && !named->second.empty()
                                 ? named->second
                                 : fmt::format("surface_{}", physical);
    const auto [found, is_new] = patch_of_name.emplace(name, static_cast<int>(faces_.names.size()));
    if (is_new) faces_.names.push_back(name);
    patch = found->second;
  }
  for (int& group : faces_.groups) group = patches.at(group);
}

/// Removes the points of no cell, and the faces that have such points.
void GmshContent::remove_unused_points() {
  std::vector<int> renumbered(points_.size(), -1);
  for (const int point : cells_.points) renumbered[static_cast<std::size_t>(point)] = 0;
  std::size_t used = 0;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    if (renumbered[k] < 0) continue;
    renumbered[k] = static_cast<int>(used);
    points_[used++] = points_[k];
  }
  points_.resize(used);
  for (int& point : cells_.points) point = renumbered[static_cast<std::size_t>(point)];
  for (int& point : faces_.points) point = renumbered[static_cast<std::size_t>(point)];
  std::vector<char> kept(faces_.shapes.size());
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const auto points = points_of_element(faces_, k);
    kept[k] = std::find(points.begin(), points.end(), -1) == points.end();
  }
  keep_elements(faces_, kept);
}

PolyMesh GmshContent::mesh(const std::string& name) {
  tags_ = NodeTags();
  name_groups();
  remove_duplicates(cells_);
  remove_duplicates(faces_);
  remove_unused_points();
  return poly_mesh_of(std::move(points_), cells_, faces_, kRest, name);
}

}  // namespace slipflow::mesh
