#include <fmt/format.h>

#include <array>
#include <vector>

#include "gmsh_sections.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::size_t kTagBytes = sizeof(std::uint64_t);

/// The counts at the begin of $Nodes and $Elements.
struct Counts {
  std::uint64_t blocks;
  std::uint64_t items;
};

/// Each item has a tag and `numbers` numbers, in binary of 8 bytes.
Counts read_counts(GmshInput& in, const char* items, std::size_t numbers) {
  Counts counts{};
  counts.blocks = in.number<std::uint64_t>();
  in.require_room(counts.blocks, "blocks", 4, 3 * sizeof(int) + sizeof(std::uint64_t));
  counts.items = in.number<std::uint64_t>();
  in.require_room(counts.items, items, 1 + numbers, kTagBytes * (1 + numbers));
  in.skip_numbers(2, kTagBytes);  // the least and the largest tag
  return counts;
}

/// What the block of an entity begins with.
struct Block {
  int dimension;
  int entity;
  int kind;  ///< of nodes: 1 if they have parametric coordinates; of elements: their type
  std::size_t kind_position;
  std::uint64_t items;
};

/// `left`: the items that are not in a block yet.
Block read_block(GmshInput& in, const char* items, std::uint64_t left) {
  Block block{};
  block.dimension = in.number<int>();
  if (block.dimension < 0 || block.dimension > 3)
    in.refuse(fmt::format("the dimension must be 0, 1, 2 or 3, not {}", block.dimension));
  block.entity = in.number<int>();
  block.kind = in.number<int>();
  block.kind_position = in.last_position();
  block.items = in.number<std::uint64_t>();
  if (block.items > left)
    in.refuse(fmt::format("the block has {} {}, and {} has {} more", block.items, items, in.section,
                          left));
  return block;
}

void require_none_left(const GmshInput& in, const char* items, const Counts& counts,
                       std::uint64_t left) {
  if (left > 0)
    in.refuse(fmt::format("the blocks have {} of the {} {} of {}", counts.items - left,
                          counts.items, items, in.section));
}

void read_node_block(GmshInput& in, const Block& block, GmshContent& content) {
  struct Tag {
    std::int64_t tag;
    std::size_t position;
  };
  std::vector<Tag> tags;
  tags.reserve(static_cast<std::size_t>(block.items));
  for (std::uint64_t k = 0; k < block.items; ++k) {
    const auto tag = in.tag();
    tags.push_back({tag, in.last_position()});
  }
  const auto parameters = static_cast<std::uint64_t>(block.kind == 0 ? 0 : block.dimension);
  for (const auto& [tag, position] : tags) {
    Vector3 point{};
    for (double& coordinate : point) coordinate = in.number<double>();
    in.skip_numbers(parameters, sizeof(double));
    content.add_node(point, tag, position);
  }
}

/// The first physical group of an entity; 0 if it is in none.
int read_entity_groups(GmshInput& in) {
  const auto groups = in.number<std::uint64_t>();
  if (groups == 0) return 0;
  const int first = without_sign(in.number<int>());
  in.skip_numbers(groups - 1, sizeof(int));
  return first;
}
}  // namespace

void read_entities_4(GmshInput& in, GmshContent& content) {
  std::array<std::uint64_t, 4> counts{};
  for (auto& count : counts) {
    count = in.number<std::uint64_t>();
    in.require_room(count, "entities", 5, sizeof(int) + 3 * sizeof(double) + sizeof(std::uint64_t));
  }
  for (std::size_t dimension = 0; dimension < counts.size(); ++dimension) {
    for (std::uint64_t k = 0; k < counts[dimension]; ++k) {
      const int entity = in.number<int>();
      // Coordinates of a point or a bounding box, which may be infinite.
      in.skip_numbers(dimension == 0 ? 3 : 6, sizeof(double));
      const int group = read_entity_groups(in);
      if (dimension == 2) content.surface_groups.emplace(entity, group);
      if (dimension > 0) in.skip_numbers(in.number<std::uint64_t>(), sizeof(int));
    }
  }
}

void read_nodes_4(GmshInput& in, GmshContent& content) {
  const Counts counts = read_counts(in, "nodes", 3);
  content.reserve_nodes(static_cast<std::size_t>(counts.items));
  auto left = counts.items;
  for (std::uint64_t k = 0; k < counts.blocks; ++k) {
    const Block block = read_block(in, "nodes", left);
    read_node_block(in, block, content);
    left -= block.items;
  }
  require_none_left(in, "nodes", counts, left);
  content.finish_nodes(in);
}

void read_elements_4(GmshInput& in, GmshContent& content) {
  const Counts counts = read_counts(in, "elements", 1);
  auto left = counts.items;
  for (std::uint64_t k = 0; k < counts.blocks; ++k) {
    const Block block = read_block(in, "elements", left);
    const GmshType* type = gmsh_type(block.kind);
    if (!type) in.refuse_at(block.kind_position, refused_gmsh_type(block.kind));
    const auto group = content.surface_groups.find(block.entity);
    const int physical =
        block.dimension == 2 && group != content.surface_groups.end() ? group->second : 0;
    for (std::uint64_t e = 0; e < block.items; ++e) {
      in.tag();
      content.read_element(in, *type, physical);
    }
    left -= block.items;
  }
  require_none_left(in, "elements", counts, left);
}

}  // namespace slipflow::mesh
