// A small mesh in the formats of gmsh.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gmsh_files {

struct Node {
  int tag;
  std::array<double, 3> at;
};

/// Elements of one entity. Physical group 0: none.
struct Entity {
  int dimension, tag, physical, type;
  std::vector<std::vector<int>> elements;
};

struct Mesh {
  std::vector<std::string> names;  ///< the lines of $PhysicalNames
  std::vector<Node> nodes;
  std::vector<Entity> entities;
};

/// A hexahedron with a pyramid on it and a prism next to it, and two tetrahedra between these. The
/// physical surface 12 has no name; the lower face of the hexahedron is in no group; the upper one
/// is in the interior of the mesh, though it is in a group; no cell has the node 100.
inline Mesh five_cells() {
  Mesh mesh;
  mesh.names = {"2 3 \"inlet\"", "2 9 \"far wall\"", "3 1 \"fluid\"", "2 40 \"unused\""};
  mesh.nodes = {{4, {0, 1, 0}},     {2, {1, 0, 0}},   {3, {1, 1, 0}},   {1, {0, 0, 0}},
                {100, {-5, 0, 0}},  {5, {0, 0, 1}},   {6, {1, 0, 1}},   {7, {1, 1, 1}},
                {8, {0, 1, 1}},     {9, {.5, .5, 2}}, {10, {2, .5, 0}}, {11, {2, .5, 1}},
                {12, {1.25, .5, 2}}};
  mesh.entities = {{0, 1, 0, 15, {{1}}},
                   {1, 1, 0, 1, {{1, 2}, {2, 3}}},
                   {2, 1, 3, 3, {{1, 4, 8, 5}, {5, 6, 7, 8}}},
                   {2, 2, -9, 2, {{5, 6, 9}, {8, 5, 9}}},
                   {2, 3, 12, 2, {{2, 10, 3}}},
                   {2, 4, 0, 3, {{1, 2, 3, 4}}},
                   {3, 1, 1, 5, {{1, 2, 3, 4, 5, 6, 7, 8}}},
                   {3, 2, 1, 7, {{5, 6, 7, 8, 9}}},
                   {3, 3, 1, 6, {{2, 10, 3, 6, 11, 7}}},
                   {3, 4, 1, 4, {{6, 11, 7, 12}, {6, 7, 9, 12}}}};
  return mesh;
}

/// Puts numbers into the text of a file, binary or not.
class Out {
 public:
  explicit Out(bool binary) : binary_(binary) {}

  template <class Number>
  Out& operator<<(Number value) {
    if (binary_)
      text.append(reinterpret_cast<const char*>(&value), sizeof value);
    else
      text += fmt::format("{} ", value);
    return *this;
  }
  /// A line of text in both kinds of file, such as a count of version 2.2.
  void line(const std::string& content) { text += content + '\n'; }
  /// The end of a line, which only text has.
  void end_line() {
    if (!binary_) text.back() = '\n';
  }
  void end(const std::string& section) { text += (binary_ ? "\n$End" : "$End") + section + '\n'; }

  std::string text;

 private:
  bool binary_;
};

inline void write_head(Out& out, const Mesh& mesh, const std::string& version, bool binary) {
  out.line("$MeshFormat");
  out.line(fmt::format("{} {} 8", version, binary ? 1 : 0));
  if (binary) out << 1;
  out.end("MeshFormat");
  out.line("$PhysicalNames");
  out.line(std::to_string(mesh.names.size()));
  for (const auto& name : mesh.names) out.line(name);
  out.line("$EndPhysicalNames");
}

inline std::string version_2(const Mesh& mesh, bool binary) {
  Out out(binary);
  write_head(out, mesh, "2.2", binary);
  out.line("$Nodes");
  out.line(std::to_string(mesh.nodes.size()));
  for (const auto& [tag, at] : mesh.nodes) (out << tag << at[0] << at[1] << at[2]).end_line();
  out.end("Nodes");
  out.line("$Elements");
  std::size_t count = 0;
  for (const auto& entity : mesh.entities) count += entity.elements.size();
  out.line(std::to_string(count));
  int number = 0;
  for (const auto& [dimension, tag, physical, type, elements] : mesh.entities) {
    if (binary) out << type << static_cast<int>(elements.size()) << 2;
    for (const auto& nodes : elements) {
      out << ++number;
      if (!binary) out << type << 2;
      out << (physical < 0 ? -physical : physical) << tag;
      for (const int node : nodes) out << node;
      out.end_line();
    }
  }
  out.end("Elements");
  return out.text;
}

inline void write_entities(Out& out, const Mesh& mesh) {
  out.line("$Entities");
  for (int dimension = 0; dimension < 4; ++dimension) {
    std::uint64_t count = 0;
    for (const auto& entity : mesh.entities) count += entity.dimension == dimension;
    out << count;
  }
  out.end_line();
  for (const auto& entity : mesh.entities) {
    out << entity.tag;
    for (int k = 0; k < (entity.dimension == 0 ? 3 : 6); ++k) out << 0.5;
    // The first group counts.
    out << std::uint64_t{entity.physical == 0 ? 0u : 2u};
    if (entity.physical != 0) out << entity.physical << 40;
    if (entity.dimension > 0) out << std::uint64_t{2} << 1 << -2;
    out.end_line();
  }
  out.end("Entities");
}

inline std::string version_4(const Mesh& mesh, bool binary) {
  Out out(binary);
  const auto size = [](std::size_t value) { return static_cast<std::uint64_t>(value); };
  write_head(out, mesh, "4.1", binary);
  write_entities(out, mesh);
  out.line("$Nodes");
  (out << size(2) << size(mesh.nodes.size()) << size(1) << size(100)).end_line();
  // A surface with parametric coordinates, and a volume.
  const std::size_t cut = 3;
  for (const bool parametric : {true, false}) {
    const std::size_t begin = parametric ? 0 : cut, end = parametric ? cut : mesh.nodes.size();
    (out << (parametric ? 2 : 3) << 1 << (parametric ? 1 : 0) << size(end - begin)).end_line();
    for (std::size_t k = begin; k < end; ++k) (out << size(mesh.nodes[k].tag)).end_line();
    for (std::size_t k = begin; k < end; ++k) {
      for (const double coordinate : mesh.nodes[k].at) out << coordinate;
      if (parametric) out << 0.25 << 0.75;
      out.end_line();
    }
  }
  out.end("Nodes");
  out.line("$Elements");
  std::size_t count = 0, number = 0;
  for (const auto& entity : mesh.entities) count += entity.elements.size();
  (out << size(mesh.entities.size()) << size(count) << size(1) << size(count)).end_line();
  for (const auto& [dimension, tag, physical, type, elements] : mesh.entities) {
    (out << dimension << tag << type << size(elements.size())).end_line();
    for (const auto& nodes : elements) {
      out << size(++number);
      for (const int node : nodes) out << size(static_cast<std::size_t>(node));
      out.end_line();
    }
  }
  out.end("Elements");
  return out.text;
}

/// The mesh in 2.2 as text and binary, then in 4.1.
inline std::array<std::string, 4> in_all_formats(const Mesh& mesh) {
  return {version_2(mesh, false), version_2(mesh, true), version_4(mesh, false),
          version_4(mesh, true)};
}

}  // namespace gmsh_files
