// Meshes from .msh files of every format, and from files that are none.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "failure.hpp"
#include "gmsh_files.hpp"
#include "slipflow/mesh/gmsh_file.hpp"
#include "small_poly_mesh.hpp"
#include "test_folder.hpp"
#include "texts.hpp"

namespace test_gmsh {

using namespace gmsh_files;
using namespace slipflow;
using namespace test_support;
using mesh::Patch;
using mesh::PolyMesh;
using mesh::read_gmsh;
using small_poly_mesh::same;

namespace {
/// The bytes of a number in a binary file.
template <class Number>
std::string bytes(Number value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// A sentence about the place where this is in a binary file.
std::string at_byte(const std::string& content, const std::string& what,
                    const std::string& sentence) {
  return fmt::format("'m.msh' byte {}: {}", content.find(what), sentence);
}

/// The sentence with which a file of this content is refused.
std::string message(const std::string& content) {
  const auto [status, sentence] = failure([&] { read_gmsh(content, "m.msh"); });
  CHECK(status == ExitStatus::bad_input);
  CHECK(sentence.find('\n') == std::string::npos);
  return sentence;
}

const std::string kText2 = version_2(five_cells(), false);
const std::string kBinary2 = version_2(five_cells(), true);
const std::string kText4 = version_4(five_cells(), false);
const std::string kBinary4 = version_4(five_cells(), true);

constexpr const char* kNoCells =
    "'m.msh' has no volume elements: slipflow needs tetrahedra, hexahedra, prisms or pyramids "
    "(with "
    "physical groups, gmsh saves the cells of a Physical Volume only)";
}  // namespace

TEST_CASE("the cells of a file of gmsh are joined, and physical surfaces become patches") {
  const PolyMesh mesh = read_gmsh(kText2, "m.msh");
  CHECK(mesh.cells == 5);
  CHECK(mesh.points.size() == 12);  // without the node 100
  CHECK(mesh.faces() == 19);
  CHECK(mesh.owner[0] == 0);
  CHECK(mesh.neighbour == std::vector{1, 2, 4, 3, 4});
  CHECK(mesh.patches == std::vector<Patch>{{"inlet", "patch", 5, 1},
                                           {"far wall", "patch", 6, 2},
                                           {"surface_12", "patch", 8, 1},
                                           {"boundary", "patch", 9, 10}});
  const auto fault = fault_of_structure(mesh);
  CHECK(fault.file + fault.sentence == "");
}

TEST_CASE("text and binary files of versions 2.2 and 4.1 give the same mesh") {
  const PolyMesh mesh = read_gmsh(kText2, "m.msh");
  for (const auto& content : in_all_formats(five_cells()))
    CHECK(same(read_gmsh(content, "m.msh"), mesh));
}

TEST_CASE("tags of nodes may have gaps of any size") {
  Mesh sparse = five_cells();
  const auto far = [](int& tag) { tag = 2'000'000'000 - 7'000'000 * tag; };
  for (auto& node : sparse.nodes) far(node.tag);
  for (auto& entity : sparse.entities)
    for (auto& element : entity.elements)
      for (int& tag : element) far(tag);
  const PolyMesh mesh = read_gmsh(kText2, "m.msh");
  for (const auto& content : in_all_formats(sparse)) CHECK(same(read_gmsh(content, "m.msh"), mesh));
}

TEST_CASE("an element that is in the file several times counts once, with its first group") {
  Mesh twice = five_cells();
  twice.entities.push_back({3, 5, 2, 5, {{1, 2, 3, 4, 5, 6, 7, 8}}});
  twice.entities.push_back({3, 6, 2, 4, {{7, 6, 12, 9}}});
  twice.entities.push_back({2, 5, 40, 3, {{4, 8, 5, 1}}});
  const PolyMesh mesh = read_gmsh(kText2, "m.msh");
  for (const auto& content : in_all_formats(twice)) CHECK(same(read_gmsh(content, "m.msh"), mesh));
}

TEST_CASE("physical surfaces of the same name form one patch, and `boundary` joins the rest") {
  Mesh renamed = five_cells();
  renamed.names = {"2 3 \"wall\"", "2 9 \"wall\"", "2 12 \"boundary\""};
  const std::vector<Patch> patches{{"wall", "patch", 5, 3}, {"boundary", "patch", 8, 11}};
  for (const auto& content : in_all_formats(renamed))
    CHECK(read_gmsh(content, "m.msh").patches == patches);
}

TEST_CASE("other sections are passed over, wherever they are and whatever is in them") {
  const PolyMesh mesh = read_gmsh(kText2, "m.msh");
  for (const auto& content : in_all_formats(five_cells())) {
    auto more = replaced(content, "$PhysicalNames", "$Empty\n$EndEmpty\n$PhysicalNames");
    more = replaced(more, "$Nodes", "\n$Data\n1 \x01\x02\n$EndData2\n$EndDat\n$EndData\n\n$Nodes");
    CHECK(same(read_gmsh(more + "$Periodic\n0\n$EndPeriodic", "m.msh"), mesh));
  }
}

TEST_CASE("text may have a byte order mark, the line ends of Windows and any white space") {
  for (std::string content : {kText2, kText4}) {
    for (std::size_t at = 0; (at = content.find('\n', at)) != content.npos; at += 2)
      content.insert(at, "\r");
    content.insert(0, "\xEF\xBB\xBF");
    CHECK(same(read_gmsh(content, "m.msh"), read_gmsh(kText2, "m.msh")));
  }
  const auto spread = replaced(kText2, "4 0 1 0\n", "4\n +0 1.e0\n\n\t-0e3\n");
  CHECK(read_gmsh(spread, "m.msh").points == read_gmsh(kText2, "m.msh").points);
}

TEST_CASE("promise 7: a file that cannot be opened is bad input") {
  const Folder folder;
  const auto of = [](const std::filesystem::path& file) {
    return failure([&] { read_gmsh(file); }).second;
  };
  CHECK(of(folder / "none.msh") == fmt::format("'{}' cannot be read: No such file or directory",
                                               (folder / "none.msh").string()));
  CHECK(of(folder.path()) == fmt::format("'{}' is a directory", folder.path().string()));
  const auto file = folder.write("m.msh", kText4);
  CHECK(read_gmsh(std::filesystem::path(file)).cells == 5);
}

TEST_CASE("promise 7: the head of a file is checked") {
  const std::string other = "'m.msh' is not a mesh of gmsh: its first line is not $MeshFormat";
  CHECK(message("") == other);
  CHECK(message("no mesh") == other);
  CHECK(message("$Nodes\n0\n$EndNodes\n") == other);
  const auto version = [](int line, const char* name) {
    return fmt::format(
        "'m.msh' line {}: version {} of the format cannot be read, only 2.2 and 4.1: convert the "
        "file with `gmsh OLD.msh -save -format msh41 -o NEW.msh`",
        line, name);
  };
  CHECK(message("$NOD\n1\n1 0 0 0\n$ENDNOD\n") == version(1, "1"));
  CHECK(message("$MeshFormat\n4 0 8\n$EndMeshFormat\n") == version(2, "4"));
  CHECK(message("$MeshFormat\n4.0 1 8\n") == version(2, "4.0"));
  CHECK(message("$MeshFormat\n4.1 2 8\n") ==
        "'m.msh' line 2: the kind of file must be 0 (text) or 1 (binary), not 2");
  CHECK(message("$MeshFormat\n4.1 1 4\n") ==
        "'m.msh' line 2: the size of numbers (data-size) must be 8 bytes, not 4");
  CHECK(message("$MeshFormat\n2.2 0 8 0\n") ==
        "'m.msh' line 2: $MeshFormat must have three values");
  CHECK(message(replaced(kBinary2, bytes(1), bytes(0x01000000))) ==
        "'m.msh' byte 20: the file is from a machine with the other byte order: save it as text "
        "there");
  CHECK(message(replaced(kBinary4, bytes(1), bytes(7))) ==
        "'m.msh' byte 20: the check of the byte order must be 1, not 7");
}

TEST_CASE("promise 7: a file without volume elements is refused") {
  Mesh surface = five_cells();
  surface.entities.resize(6);
  for (const auto& content : in_all_formats(surface)) CHECK(message(content) == kNoCells);
  CHECK(message("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n") == kNoCells);
}

TEST_CASE("promise 7: elements of other types are refused by their names") {
  const auto of_type = [](int type) {
    Mesh mesh = five_cells();
    mesh.entities.back().type = type;
    return mesh;
  };
  const std::string tetrahedra = "second-order tetrahedra (type 11): mesh with -order 1";
  const auto files = in_all_formats(of_type(11));
  CHECK(message(files[0]) == "'m.msh' line 41: " + tetrahedra);
  CHECK(message(files[1]) == at_byte(files[1], bytes(11) + bytes(2) + bytes(2), tetrahedra));
  CHECK(message(files[2]) == "'m.msh' line 78: " + tetrahedra);
  CHECK(message(files[3]) == at_byte(files[3], bytes(11) + bytes(long{2}), tetrahedra));
  CHECK(message(version_2(of_type(92), false)) ==
        "'m.msh' line 41: third-order hexahedra (type 92): mesh with -order 1");
  CHECK(message(version_2(of_type(34), false)) ==
        "'m.msh' line 41: elements of type 34 cannot be read: only points, lines, triangles, "
        "quadrilaterals, tetrahedra, hexahedra, prisms and pyramids of first order");
}

TEST_CASE("promise 7: tags and coordinates of nodes are checked") {
  Mesh unknown = five_cells();
  unknown.entities[2].elements[0][3] = 77;
  const std::string no_node = "there is no node with the tag 77";
  const auto files = in_all_formats(unknown);
  CHECK(message(files[0]) == "'m.msh' line 32: " + no_node);
  CHECK(message(files[1]) == at_byte(files[1], bytes(77), no_node));
  CHECK(message(files[2]) == "'m.msh' line 63: " + no_node);
  CHECK(message(files[3]) == at_byte(files[3], bytes(long{77}), no_node));

  Mesh twice = five_cells();
  twice.nodes[11].tag = 8;
  const auto used_before = in_all_formats(twice);
  CHECK(message(used_before[0]) == "'m.msh' line 24: the node tag 8 was used before");
  CHECK(message(used_before[1]) ==
        at_byte(used_before[1], bytes(8) + bytes(2.0), "the node tag 8 was used before"));
  CHECK(message(used_before[2]) == "'m.msh' line 42: the node tag 8 was used before");

  Mesh folded = five_cells();
  folded.entities.back().elements[1][3] = 7;
  CHECK(message(version_2(folded, false)) ==
        "'m.msh' line 42: the tetrahedron has the node 7 twice");
}

TEST_CASE("promise 7: coordinates must be finite") {
  for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    Mesh mesh = five_cells();
    mesh.nodes[10].at[1] = value;
    const auto sentence = fmt::format("a finite number is needed, not '{}'", value);
    const auto files = in_all_formats(mesh);
    CHECK(message(files[0]) == "'m.msh' line 23: " + sentence);
    CHECK(message(files[1]) == at_byte(files[1], bytes(value), sentence));
    CHECK(message(files[2]) == "'m.msh' line 51: " + sentence);
    CHECK(message(files[3]) == at_byte(files[3], bytes(value), sentence));
  }
  CHECK(message(replaced(kText2, "2 1 0 0", "2 1 1e999 0")) ==
        "'m.msh' line 14: a finite number is needed, not '1e999'");
}

TEST_CASE("promise 7: counts are checked against the rest of the file") {
  const std::string most = "18446744073709551615";
  const auto too_many = [](const std::string& place, const std::string& items) {
    return fmt::format("'m.msh' {}: {} do not fit in the rest of the file", place, items);
  };
  CHECK(message(replaced(kText2, "$Nodes\n13", "$Nodes\n1000")) ==
        too_many("line 12", "1000 nodes"));
  CHECK(message(replaced(kBinary2, "$Nodes\n13", "$Nodes\n" + most)) ==
        too_many(fmt::format("byte {}", kBinary2.find("13\n")), most + " nodes"));
  CHECK(message(replaced(kText2, "$Elements\n14", "$Elements\n1000")) ==
        too_many("line 28", "1000 elements"));
  CHECK(message(replaced(kText4, "$Nodes\n2 13", "$Nodes\n2 1000")) ==
        too_many("line 25", "1000 nodes"));
  CHECK(message(replaced(kText4, "$Nodes\n2 13", "$Nodes\n1000 13")) ==
        too_many("line 25", "1000 blocks"));
  CHECK(message(replaced(kText4, "$Elements\n10 14", "$Elements\n10 " + most)) ==
        too_many("line 56", most + " elements"));
  CHECK(message(replaced(kText4, "$Entities\n1 1", "$Entities\n1 " + most)) ==
        too_many("line 12", most + " entities"));
  const auto nodes = kBinary4.find("$Nodes\n") + 7;
  CHECK(message(replaced(kBinary4, bytes(long{13}), bytes(-1L))) ==
        too_many(fmt::format("byte {}", nodes + 8), most + " nodes"));
}

TEST_CASE("promise 7: the counts of blocks are checked against those of the section") {
  CHECK(message(replaced(kText4, "2 1 1 3", "2 1 1 14")) ==
        "'m.msh' line 26: the block has 14 nodes, and $Nodes has 13 more");
  CHECK(message(replaced(kText4, "$Nodes\n2 13", "$Nodes\n2 14")) ==
        "'m.msh' line 53: the blocks have 13 of the 14 nodes of $Nodes");
  CHECK(message(replaced(kText4, "2 1 3 2", "2 1 3 13")) ==
        "'m.msh' line 62: the block has 13 elements, and $Elements has 11 more");
  CHECK(message(replaced(kText4, "2 1 1 3", "4 1 1 3")) ==
        "'m.msh' line 26: the dimension must be 0, 1, 2 or 3, not 4");
  const std::string block = bytes(15) + bytes(1) + bytes(2);
  for (const int elements : {0, -1, 16})
    CHECK(message(replaced(kBinary2, block, bytes(15) + bytes(elements) + bytes(2))) ==
          fmt::format("'m.msh' byte {}: the block has {} elements, and $Elements has 14 more",
                      kBinary2.find(block) + 4, elements));
  CHECK(message(replaced(kBinary2, block, bytes(15) + bytes(1) + bytes(-2))) ==
        at_byte(kBinary2, bytes(2) + bytes(1) + bytes(0) + bytes(1),
                "an element cannot have -2 tags"));
  CHECK(message(replaced(kBinary2, "$Nodes\n13\n", "$Nodes\n13 1\n")) ==
        at_byte(kBinary2, "13\n", "the first line of $Nodes must be one number"));
}

TEST_CASE("promise 7: sections are complete and in order") {
  CHECK(message(replaced(kText2, "$Nodes\n13", "$Nodes\n12")) ==
        "'m.msh' line 25: $EndNodes is needed, not '12 1.25 0.5 2'");
  CHECK(message(replaced(kText2, "$Nodes\n13", "$Nodes\n14")) ==
        "'m.msh' line 26: a whole number is needed, not '$EndNodes'");
  CHECK(message(replaced(kText2, "$Nodes\n13", "$Nodes\n-1")) ==
        "'m.msh' line 12: a whole number that is not negative is needed, not '-1'");
  CHECK(message(replaced(kText2, "$Nodes", "13\n$Nodes")) ==
        "'m.msh' line 11: a section must begin here, not '13'");
  CHECK(message(replaced(kText2, "$Nodes", "$EndNodes\n$Nodes")) ==
        "'m.msh' line 11: a section must begin here, not '$EndNodes'");
  CHECK(message(replaced(kText2, "$Nodes", "$Data\n$Nodes")) ==
        "'m.msh' line 45: the file ends inside $Data");
  CHECK(message(kText2 + "$Nodes\n0\n$EndNodes\n") ==
        "'m.msh' line 44: $Nodes must come before $Elements");
  CHECK(message(kText4 + "$Elements\n0 0 0 0\n$EndElements\n") ==
        "'m.msh' line 82: $Elements must occur only once");
  CHECK(message(replaced(kText4, "$Nodes", "$PartitionedEntities")) ==
        "'m.msh' line 24: the mesh is partitioned ($PartitionedEntities): save it without "
        "partitions");
  CHECK(message(replaced(kText2, "$Nodes", "$ParametricNodes")) ==
        "'m.msh' line 11: the nodes have parametric coordinates ($ParametricNodes): save the mesh "
        "with Mesh.SaveParametric = 0");
  for (const std::string name : {"inlet", "\"inlet", "inlet\"", "\"in\"let\"", "\""})
    CHECK(message(replaced(kText2, "\"inlet\"", name)) ==
          fmt::format("'m.msh' line 6: a name in quotation marks is needed, not '{}'", name));
}

TEST_CASE("promise 7: cells that do not fit together are refused") {
  Mesh mesh = five_cells();
  mesh.entities.push_back({3, 5, 1, 4, {{6, 7, 12, 10}}});
  for (const auto& content : in_all_formats(mesh))
    CHECK(message(content) == "'m.msh': the cells 3, 4 and 5 share one face");
}

TEST_CASE(
    "promise 7: a file cut off anywhere is refused, unless only its last line end is missing") {
  const PolyMesh mesh = read_gmsh(kText2, "m.msh");
  for (const auto& content : in_all_formats(five_cells())) {
    CHECK(same(read_gmsh(content.substr(0, content.size() - 1), "m.msh"), mesh));
    for (std::size_t size = 0; size + 1 < content.size(); ++size)
      CHECK(message(content.substr(0, size)).starts_with("'m.msh' "));
  }
  CHECK(message(kText2.substr(0, kText2.find("$EndNodes") + 5)) ==
        "'m.msh' line 26: the file ends inside $Nodes");
  CHECK(message(kBinary4.substr(0, 2000)) == "'m.msh' byte 2000: the file ends inside $Elements");
}

TEST_CASE("promise 7: a file with any byte changed is read or refused, and nothing else happens") {
  for (const auto& content : in_all_formats(five_cells()))
    for (std::size_t k = 0; k < content.size(); ++k)
      for (const int change : {1 << k % 8, 0x10, 0xff}) {
        std::string changed = content;
        changed[k] = static_cast<char>(changed[k] ^ change);
        const auto [status, sentence] = failure([&] {
          const auto fault = fault_of_structure(read_gmsh(changed, "m.msh"));
          CHECK(fault.file + fault.sentence == "");
        });
        CHECK((status == ExitStatus::done || status == ExitStatus::bad_input));
        CHECK(sentence.find('\n') == std::string::npos);
      }
}

}  // namespace test_gmsh
