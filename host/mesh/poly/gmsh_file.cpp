#include "slipflow/mesh/gmsh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "gmsh_sections.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::mesh {

static_assert(std::endian::native == std::endian::little && sizeof(int) == 4 &&
              sizeof(double) == 8);

namespace {
// A node has at least 8 bytes of text, an element as many: their numbers fit in an int.
constexpr std::uint64_t kLargestMsh = std::uint64_t{1} << 33;
constexpr const char* kMshLimit = "a mesh of gmsh has at most 8 GiB";
constexpr std::size_t kLongestName = 64;

/// The number 1 after the first line of a binary file, as its writer's memory has it.
void check_byte_order(GmshInput& in) {
  const auto one = in.number<int>();
  if (one == 0x01000000)
    in.refuse("the file is from a machine with the other byte order: save it as text there");
  if (one != 1) in.refuse(fmt::format("the check of the byte order must be 1, not {}", one));
}

[[noreturn]] void refuse_version(const GmshInput& in, std::string_view version) {
  in.refuse(
      fmt::format("version {} of the format cannot be read, only 2.2 and 4.1: convert the file "
                  "with `gmsh OLD.msh -save -format msh41 -o NEW.msh`",
                  shown(version)));
}

/// The content of $MeshFormat.
void read_format(GmshInput& in) {
  const auto version = in.word();
  if (version != "2.2" && version != "4.1") refuse_version(in, version);
  in.wide_tags = version == "4.1";
  const int kind = in.text_number<int>();
  if (kind != 0 && kind != 1)
    in.refuse(fmt::format("the kind of file must be 0 (text) or 1 (binary), not {}", kind));
  const int size = in.text_number<int>();
  if (size != 8)
    in.refuse(fmt::format("the size of numbers (data-size) must be 8 bytes, not {}", size));
  if (!in.end_line()) in.refuse("$MeshFormat must have three values");
  in.binary = kind == 1;
  if (in.binary) check_byte_order(in);
  in.end_section();
}

bool is_section_name(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return text.size() > 1 && text.size() <= kLongestName && text[0] == '$' &&
         !text.starts_with("$End") && std::all_of(text.begin() + 1, text.end(), is_letter);
}

void begin_section(GmshInput& in) {
  const auto name = in.line();
  if (!is_section_name(name))
    in.refuse(fmt::format("a section must begin here, not '{}'", shown(name)));
  in.section = name;
}

void refuse_unsupported(const GmshInput& in) {
  if (in.section == "$PartitionedEntities")
    in.refuse("the mesh is partitioned ($PartitionedEntities): save it without partitions");
  if (in.section == "$ParametricNodes")
    in.refuse(
        "the nodes have parametric coordinates ($ParametricNodes): save the mesh with "
        "Mesh.SaveParametric = 0");
}

struct Section {
  const char* name;
  void (*read)(GmshInput&, GmshContent&);
};

constexpr std::array kSections2 = {Section{"$PhysicalNames", read_physical_names},
                                   Section{"$Nodes", read_nodes_2},
                                   Section{"$Elements", read_elements_2}};
// Each needs what those before it have.
constexpr std::array kSections4 = {
    Section{"$PhysicalNames", read_physical_names}, Section{"$Entities", read_entities_4},
    Section{"$Nodes", read_nodes_4}, Section{"$Elements", read_elements_4}};

/// Reads the sections of the mesh, each of which may occur once, in their order, and passes over
/// all others.
void read_sections(GmshInput& in, std::span<const Section> sections, GmshContent& content) {
  std::size_t next = 0;
  while (!in.at_end()) {
    begin_section(in);
    refuse_unsupported(in);
    std::size_t k = 0;
    while (k < sections.size() && in.section != sections[k].name) ++k;
    if (k == sections.size()) {
      in.skip_section();
      continue;
    }
    if (k < next)
      in.refuse(in.section == sections[next - 1].name
                    ? fmt::format("{} must occur only once", in.section)
                    : fmt::format("{} must come before {}", in.section, sections[next - 1].name));
    sections[k].read(in, content);
    in.end_section();
    next = k + 1;
  }
}

}  // namespace

PolyMesh read_gmsh(const std::filesystem::path& file) {
  return read_gmsh(content_of(file, kLargestMsh, kMshLimit), file);
}

PolyMesh read_gmsh(std::string_view content, const std::filesystem::path& file) {
  if (content.size() > kLargestMsh)
    throw unfit_file(file, fmt::format("is too large: {}", kMshLimit));
  GmshInput in(content, file);
  in.section = in.line();
  if (in.section == "$NOD") refuse_version(in, "1");
  if (in.section != "$MeshFormat")
    throw unfit_file(file, "is not a mesh of gmsh: its first line is not $MeshFormat");
  read_format(in);
  GmshContent parts;
  if (in.wide_tags)
    read_sections(in, kSections4, parts);
  else
    read_sections(in, kSections2, parts);
  if (!parts.has_cells())
    throw unfit_file(
        file,
        "has no volume elements: slipflow needs tetrahedra, hexahedra, prisms or pyramids (with "
        "physical groups, gmsh saves the cells of a Physical Volume only)");
  return parts.mesh(fmt::format("'{}'", shown(file.string())));
}

}  // namespace slipflow::mesh
