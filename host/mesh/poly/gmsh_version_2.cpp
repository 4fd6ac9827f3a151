#include <fmt/format.h>

#include "gmsh_sections.hpp"

namespace slipflow::mesh {

namespace {
/// A count, which is text in binary files too. There it has a line of its own.
std::uint64_t read_count(GmshInput& in) {
  const auto count = in.text_number<std::uint64_t>();
  if (in.binary && !in.end_line())
    in.refuse(fmt::format("the first line of {} must be one number", in.section));
  return count;
}

/// Consecutive elements of one type. In text each element has its own header.
struct Header {
  const GmshType* type = nullptr;
  std::uint64_t elements = 1;
  int tags = 0;
};

Header read_header(GmshInput& in, std::uint64_t elements_left) {
  if (!in.binary) in.tag();
  const int number = in.number<int>();
  const GmshType* type = gmsh_type(number);
  if (!type) in.refuse(refused_gmsh_type(number));
  Header header{type};
  if (in.binary) {
    const int elements = in.number<int>();
    header.elements = static_cast<std::uint64_t>(elements);
    if (elements < 1 || header.elements > elements_left)
      in.refuse(fmt::format("the block has {} elements, and $Elements has {} more", elements,
                            elements_left));
  }
  header.tags = in.number<int>();
  if (header.tags < 0) in.refuse(fmt::format("an element cannot have {} tags", header.tags));
  return header;
}
}  // namespace

void read_physical_names(GmshInput& in, GmshContent& content) {
  const auto count = in.text_number<std::uint64_t>();
  for (std::uint64_t k = 0; k < count; ++k) {
    const int dimension = in.text_number<int>();
    const int physical = without_sign(in.text_number<int>());
    const auto name = in.quoted();
    if (dimension == 2) content.surface_names.emplace(physical, name);
  }
}

void read_nodes_2(GmshInput& in, GmshContent& content) {
  const auto count = read_count(in);
  in.require_room(count, "nodes", 4, sizeof(int) + 3 * sizeof(double));
  content.reserve_nodes(static_cast<std::size_t>(count));
  for (std::uint64_t k = 0; k < count; ++k) {
    const auto tag = in.tag();
    const auto position = in.last_position();
    Vector3 point{};
    for (double& coordinate : point) coordinate = in.number<double>();
    content.add_node(point, tag, position);
  }
  content.finish_nodes(in);
}

void read_elements_2(GmshInput& in, GmshContent& content) {
  const auto count = read_count(in);
  in.require_room(count, "elements", 4, 2 * sizeof(int));
  for (std::uint64_t done = 0; done < count;) {
    const Header header = read_header(in, count - done);
    for (std::uint64_t k = 0; k < header.elements; ++k) {
      if (in.binary) in.tag();
      // The first tag is the physical group, 0 if it is in none; the others do not matter.
      const int physical = header.tags > 0 ? without_sign(in.number<int>()) : 0;
      if (header.tags > 1)
        in.skip_numbers(static_cast<std::uint64_t>(header.tags) - 1, sizeof(int));
      content.read_element(in, *header.type, physical);
    }
    done += header.elements;
  }
}

}  // namespace slipflow::mesh
