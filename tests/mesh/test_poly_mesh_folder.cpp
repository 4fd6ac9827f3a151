// Meshes from the files of polyMesh of every kind, and from files that are none.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <zlib.h>

#include <cmath>
#include <limits>

#include "failure.hpp"
#include "slipflow/mesh/poly_mesh_folder.hpp"
#include "small_poly_mesh.hpp"
#include "test_folder.hpp"
#include "texts.hpp"

namespace test_poly_mesh_folder {

using namespace small_poly_mesh;
using slipflow::ExitStatus;
using slipflow::mesh::read_poly_mesh;
using test_support::failure;
using test_support::Folder;
using test_support::replaced;

namespace {
void write_gzip(const std::filesystem::path& file, const std::string& bytes) {
  const gzFile out = gzopen(file.c_str(), "wb6");
  REQUIRE(gzwrite(out, bytes.data(), static_cast<unsigned>(bytes.size())) ==
          static_cast<int>(bytes.size()));
  REQUIRE(gzclose(out) == Z_OK);
}

/// The sentence with which the files are refused.
std::string message(const PolyMeshBytes& files) {
  const auto [status, sentence] = failure([&] { read_poly_mesh(files, "m"); });
  CHECK(status == ExitStatus::bad_input);
  return sentence;
}

std::string message(const std::filesystem::path& folder) {
  const auto [status, sentence] = failure([&] { read_poly_mesh(folder); });
  CHECK(status == ExitStatus::bad_input);
  return sentence;
}

/// The sentence, after one file of the two cells has been changed in one place.
std::string message(std::string PolyMeshBytes::*file, const std::string& old, const std::string& by,
                    PolyMeshBytes files = in_ascii(two_cells())) {
  files.*file = replaced(files.*file, old, by);
  return message(files);
}

constexpr auto kPoints = &PolyMeshBytes::points, kFaces = &PolyMeshBytes::faces,
               kOwner = &PolyMeshBytes::owner, kNeighbour = &PolyMeshBytes::neighbour,
               kBoundary = &PolyMeshBytes::boundary;
}  // namespace

TEST_CASE("a mesh is the same in ascii, in binary and compressed, in a case or in its folder") {
  for (PolyMeshBytes files : {in_ascii(two_cells()), in_binary(two_cells())}) {
    CHECK(same(read_poly_mesh(files, "m"), two_cells()));
    const Folder folder;
    const auto inner = folder / "constant/polyMesh";
    std::filesystem::create_directories(inner);
    for (const auto& [name, bytes] : named(files)) {
      folder.write("constant/polyMesh/" + name, *bytes);
    }
    CHECK(same(read_poly_mesh(folder.path()), two_cells()));
    CHECK(same(read_poly_mesh(inner), two_cells()));
    for (const auto& [name, bytes] : named(files)) {
      std::filesystem::remove(inner / name);
      write_gzip(inner / (name + ".gz"), *bytes);
    }
    CHECK(same(read_poly_mesh(folder.path()), two_cells()));
  }
}

TEST_CASE("patches without faces are left out, whatever their type") {
  auto mesh = two_cells();
  mesh.patches.push_back({"defaultFaces", "empty", 11, 0});
  mesh.patches.insert(mesh.patches.begin(), {"none", "wall", 1, 0});
  CHECK(same(read_poly_mesh(in_ascii(mesh), "m"), two_cells()));
}

TEST_CASE("comments, blanks and unknown entries may be anywhere in the text of a mesh") {
  PolyMeshBytes files = in_ascii(two_cells());
  for (const auto& [name, bytes] : named(files)) {
    *bytes = replaced(*bytes, "FoamFile\n{", "/* FoamFile { */ FoamFile// {\n{");
    bytes->insert(0, "\xEF\xBB\xBF");
    *bytes = replaced(*bytes, "version 2.0;", "meta { a ( 1 [ ; ] ) ; b \"}\\\"\"; } version 2;;");
    *bytes = replaced(*bytes, "\n(\n", "/* ( *//**/\n// )\r\n(\t");
    *bytes += "/* the end */\n// ************ //";
  }
  files.points = replaced(files.points, "(0 0 0)", "(+0/**/-0//\n0.0e+00)");
  files.faces = replaced(files.faces, "4(1 4 10 7)", "4/*(*/( 1 4\n10 7//\n )");
  files.boundary =
      replaced(files.boundary, "walls {", "\"walls\" { transform { a (b); } roots 2(0 1);");
  CHECK(same(read_poly_mesh(files, "m"), two_cells()));
}

TEST_CASE("older and shorter forms of the lists of a mesh") {
  const PolyMesh mesh = two_cells();
  PolyMeshBytes files = in_ascii(mesh);
  std::vector<int> neighbour(11, -1);
  neighbour[0] = 1;
  SUBCASE("a neighbour of -1 for each boundary face") {
    files.neighbour = header("ascii", "labelList") + text_of(neighbour);
  }
  SUBCASE("the same in binary") {
    files.neighbour = header("binary", "labelList") + raw_of(neighbour);
  }
  SUBCASE("binary without arch") {
    files.owner = replaced(in_binary(mesh).owner, "arch " + kUsualArch + ";", "");
  }
  SUBCASE("ascii of a program with other labels") {
    files.owner = replaced(files.owner, kUsualArch, "\"MSB;label=64;scalar=32\"");
  }
  SUBCASE("compact faces in ascii") {
    files.faces = header("ascii", "faceCompactList") + text_of(mesh.face_starts) + "\n" +
                  text_of(mesh.face_points);
  }
  SUBCASE("faces one by one in binary") {
    files.faces = header("binary", "faceList") + "11\n(";
    for (int face = 0; face < 11; ++face)
      files.faces +=
          "\n" + raw_of(std::vector(mesh.points_of(face).begin(), mesh.points_of(face).end()));
    files.faces += "\n)";
  }
  CHECK(same(read_poly_mesh(files, "m"), mesh));
}

TEST_CASE("a mesh of one cell: equal owners in short, and lists without entries") {
  PolyMesh mesh = two_cells();
  mesh.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.face_points = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  mesh.face_starts = {0, 3, 6, 9, 12};
  mesh.owner = {0, 0, 0, 0};
  mesh.neighbour = {};
  mesh.cells = 1;
  mesh.patches = {{"inlet(1)", "cyclic", 0, 2, "b"}, {"b", "cyclic", 2, 2, "inlet(1)"}};
  PolyMeshBytes files = in_ascii(mesh);
  files.owner = header("ascii", "labelList") + "4{0}";
  files.boundary = header("ascii", "polyBoundaryMesh") +
                   "2(inlet(1){type cyclic;neighbourPatch b;nFaces 2;startFace 0;}"
                   "b{type cyclic;neighbourPatch inlet(1);nFaces 2;startFace 2;})";
  for (const std::string empty : {"0", "0()", "0 ( )"})
    for (const std::string format : {"ascii", "binary"}) {
      files.neighbour = header(format, "labelList") + empty;
      CHECK(same(read_poly_mesh(files, "m"), mesh));
    }
  CHECK(message(kNeighbour, "1\n(\n1\n)", "0 ) ") ==
        "'m/neighbour', line 10: expected the end of the file, but found ')'");
  CHECK(message(kOwner, "11\n(", "12{0}") ==
        "'m/owner', line 10: the list should have 12 entries, but the mesh has 11 faces");
  CHECK(message(kFaces, "4(0 6 9 3)", "4{0}") == "'m/faces', line 13: expected '(', but found '{'");
}

TEST_CASE("promise 7: files of a mesh that are missing or cannot be read") {
  const Folder folder;
  const std::string path = folder.path().string();
  CHECK(message(folder / "no") == "'" + path + "/no' does not exist");
  CHECK(message(folder.write("a", "")) == "'" + path + "/a' is not a folder");
  CHECK(message(folder.path()) ==
        fmt::format("'{0}/points' does not exist, and neither does '{0}/points.gz'", path));
  std::filesystem::create_directory(folder / "points");
  CHECK(message(folder.path()) == "'" + path + "/points' is a directory");
  std::filesystem::remove(folder / "points");
  PolyMeshBytes files = in_ascii(two_cells());
  for (const auto& [name, bytes] : named(files))
    if (name != "owner") write_gzip(folder / (name + ".gz"), *bytes);
  CHECK(message(folder.path()) ==
        fmt::format("'{0}/owner' does not exist, and neither does '{0}/owner.gz'", path));
}

TEST_CASE("promise 7: damaged gzip files of a mesh are refused") {
  const Folder folder;
  PolyMeshBytes files = in_ascii(two_cells());
  for (const auto& [name, bytes] : named(files)) folder.write(name, *bytes);
  std::filesystem::remove(folder / "owner");
  const auto file = folder / "owner.gz";
  write_gzip(file, files.owner);
  std::string whole(std::filesystem::file_size(file), '\0');
  std::ifstream(file, std::ios::binary)
      .read(whole.data(), static_cast<std::streamsize>(whole.size()));
  const std::string start = "'" + file.string() + "' ";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    folder.write("owner.gz", whole.substr(0, size));
    CHECK(message(folder.path()) == start + "is cut off: its gzip data have no end");
  }
  folder.write("owner.gz", files.owner);
  CHECK(message(folder.path()) ==
        start + "is not a gzip file or is damaged (incorrect header check)");
  std::string damaged = whole;
  damaged[damaged.size() - 6] ^= 1;
  folder.write("owner.gz", damaged);
  CHECK(message(folder.path()) ==
        start + "is not a gzip file or is damaged (incorrect data check)");
  folder.write("owner.gz", whole + whole);
  CHECK(message(folder.path()) ==
        start.substr(0, start.size() - 1) +
            ", line 24: expected the end of the file, but found 'FoamFile'");
  write_gzip(file, std::string((std::size_t{1} << 26) + 100000, ' '));
  CHECK(message(folder.path()) ==
        start + "inflates to more than 250 times its size, which no mesh does");
}

TEST_CASE("promise 7: files of a mesh cut after any byte are refused in one line") {
  for (const PolyMeshBytes& whole : {in_ascii(two_cells()), in_binary(two_cells())}) {
    PolyMeshBytes files = whole;
    for (const auto& [name, bytes] : named(files)) {
      const std::string all = *bytes;
      for (std::size_t size = 0; size < all.size(); ++size) {
        *bytes = all.substr(0, size);
        const std::string sentence = message(files);
        CHECK(sentence.starts_with("'m/" + name + "', "));
        CHECK(sentence.find('\n') == std::string::npos);
      }
      *bytes = all;
    }
  }
}

TEST_CASE("promise 7: files of a mesh with any byte changed are read or refused in one line") {
  for (const PolyMeshBytes& whole : {in_ascii(two_cells()), in_binary(two_cells())}) {
    PolyMeshBytes files = whole;
    for (const auto& [name, bytes] : named(files))
      for (std::size_t k = 0; k < bytes->size(); ++k) {
        const char before = (*bytes)[k];
        (*bytes)[k] = static_cast<char>(before ^ (1 << k % 8));
        const auto [status, sentence] = failure([&] { read_poly_mesh(files, "m"); });
        CHECK((status == ExitStatus::done || status == ExitStatus::bad_input));
        CHECK(sentence.find('\n') == std::string::npos);
        (*bytes)[k] = before;
      }
  }
}

TEST_CASE("promise 7: headers that a mesh cannot have") {
  CHECK(message(kPoints, "FoamFile", "x\x01\"") ==
        "'m/points', line 2: expected the header FoamFile { .. }, but found 'x\\x01'");
  CHECK(message(PolyMeshBytes{}) ==
        "'m/points', line 1: expected the header FoamFile { .. }, but the file ends");
  CHECK(message(kOwner, "ascii", "text") ==
        "'m/owner', line 5: format is 'text', not ascii or binary");
  CHECK(message(kFaces, "faceList", "cellList") ==
        "'m/faces', line 9: the class is 'cellList', not faceList or faceCompactList");
  CHECK(message(kOwner, "version", "#include \"x\" version") ==
        "'m/owner', line 4: directives with # and macros with $ cannot be read");
  CHECK(message(kOwner, "version 2.0;\n", "version (2.0;\n") ==
        "'m/owner', line 9: expected ')', but found '}'");
  CHECK(message(kOwner, "version 2.0;", "version { a {") ==
        "'m/owner', line 4: the entry has no end");
  CHECK(message(kOwner, "/*\";", ";") == "'m/owner', line 8: the string has no closing quote");
  CHECK(message(kOwner, "class labelList;", "class;") ==
        "'m/owner', line 6: expected the value of class, but found ';'");
  for (const auto& [part, arch] :
       {std::pair("label=64", "LSB;label=64;scalar=64"), std::pair("MSB", "MSB;label=32;scalar=64"),
        std::pair("scalar=32", "LSB;label=32;scalar=32")})
    CHECK(message(kPoints, "LSB;label=32;scalar=64", arch, in_binary(two_cells())) ==
          fmt::format("'m/points', line 7: binary data with {} cannot be read, only with LSB, "
                      "label=32 and scalar=64; foamFormatConvert writes ascii",
                      part));
}

TEST_CASE("promise 7: lists of text that a mesh cannot have") {
  CHECK(
      message(kPoints, "12\n", "99\n") ==
      "'m/points', line 10: the list should have 99 entries, more than the rest of the file holds");
  CHECK(message(kPoints, "12\n", "2147483648\n") ==
        "'m/points', line 10: '2147483648' does not fit in 32 bits");
  CHECK(message(kPoints, "12\n", "-12\n") == "'m/points', line 10: a list cannot have -12 entries");
  CHECK(message(kPoints, "12\n", "13\n") ==
        "'m/points', line 24: the list has 12 entries, but its length is given as 13");
  CHECK(message(kPoints, "(1 0 0)", "(1 nan 0)") ==
        "'m/points', line 13: 'nan' is not a finite number");
  CHECK(message(kPoints, "(1 0 0)", "(1 -inf 0)") ==
        "'m/points', line 13: '-inf' is not a finite number");
  CHECK(message(kPoints, "(1 0 0)", "(1 1e999 0)") ==
        "'m/points', line 13: '1e999' is beyond the range of double precision");
  CHECK(message(kPoints, "(1 0 0)", "(1 0.0.0 0)") ==
        "'m/points', line 13: expected a number, but found '0.0.0'");
  CHECK(message(kPoints, "(1 0 0)", "(1 0)") ==
        "'m/points', line 13: expected a number, but found ')'");
  CHECK(message(kPoints, "(1 0 0)", "(1 0 0 0)") ==
        "'m/points', line 13: expected ')', but found '0'");
  CHECK(message(kPoints, "(1 0 0)", "(1 0 /* 0)") ==
        "'m/points', line 13: the comment /* has no */");
  CHECK(message(kFaces, "4(0 6 9 3)", "4(0 6 12 3)") ==
        "'m/faces', line 13: point 12 is not between 0 and 11");
  CHECK(message(kFaces, "4(0 6 9 3)", "4(0 6 -9 3)") ==
        "'m/faces', line 13: point -9 is not between 0 and 11");
  CHECK(message(kFaces, "4(0 6 9 3)", "3(0 6 9 3)") ==
        "'m/faces', line 13: the list has 4 entries, but its length is given as 3");
  CHECK(message(kOwner, "(\n0\n0\n1", "(\n0\n-1\n1") ==
        "'m/owner', line 13: cell -1 is not between 0 and 10");
  CHECK(message(kOwner, "(\n0\n0\n1", "(\n0\n11\n1") ==
        "'m/owner', line 13: cell 11 is not between 0 and 10");
  CHECK(message(kOwner, "11\n(\n0", "10\n(") == "'m/owner' has 10 cells for 11 faces");
  CHECK(message(kNeighbour, "1\n(\n1", "3\n(\n-1\n1\n-1") ==
        "'m/neighbour' has -1, no cell, for face 0, but a cell for face 1: internal faces come "
        "first");
  CHECK(
      message(kNeighbour, "(\n1\n)", "(\n0\n)").starts_with("'m/neighbour' has cell 0 for face 0"));
}

TEST_CASE("promise 7: binary lists that a mesh cannot have") {
  const PolyMesh mesh = two_cells();
  PolyMeshBytes files = in_binary(mesh);
  const std::size_t begin = header("binary", "vectorField").size(), data = begin + 4;
  files.points = replaced(files.points, "12\n(", "13\n(");
  CHECK(message(files) == fmt::format("'m/points', byte {}: the list should have 13 entries, more "
                                      "than the rest of the file holds",
                                      begin));
  PolyMesh bad = mesh;
  bad.points[2][1] = std::numeric_limits<double>::infinity();
  CHECK(message(in_binary(bad)) ==
        fmt::format("'m/points', byte {}: coordinate y of point 2 is not finite", data + 7 * 8));
  bad = mesh;
  bad.owner[3] = -4;
  CHECK(message(in_binary(bad)) ==
        fmt::format("'m/owner', byte {}: cell -4 is not between 0 and 10",
                    header("binary", "labelList").size() + 4 + 3 * 4));
  bad = mesh;
  bad.face_starts[3] = 3;
  const std::size_t end = header("binary", "faceCompactList").size() + 4 + 12 * 4;
  const std::string not_sorted = fmt::format(
      "'m/faces', byte {}: the starts of the faces do not "
      "increase from 0 to the number of their points, 44",
      end);
  CHECK(message(in_binary(bad)) == not_sorted);
  bad = mesh;
  bad.face_starts.back() = 45;
  CHECK(message(in_binary(bad)) == not_sorted);
  bad = mesh;
  bad.face_starts.front() = 1;
  CHECK(message(in_binary(bad)) == not_sorted);
  files = in_binary(mesh);
  files.owner.back() = ']';
  CHECK(message(files) ==
        fmt::format("'m/owner', byte {}: expected ')', but found ']'", files.owner.size() - 1));
  files = in_binary(mesh);
  files.faces = header("binary", "faceCompactList") + "0\n0";
  CHECK(message(files).ends_with(
      "the starts of the faces do not increase from 0 to the number of their points, 0"));
  files.faces = header("ascii", "faceList") + "0()";
  CHECK(message(files) == "'m/faces' has no faces");
  files.points = header("binary", "vectorField") + "0";
  CHECK(message(files) == "'m/points' has no points");
}

TEST_CASE("promise 7: boundaries that a mesh cannot have") {
  CHECK(message(kBoundary, "nFaces 1;", "nFaces -1;") ==
        "'m/boundary', line 12: nFaces cannot be -1");
  CHECK(message(kBoundary, "nFaces 1;", "nFaces;") ==
        "'m/boundary', line 12: expected a whole number, but found ';'");
  CHECK(message(kBoundary, "nFaces 1;", "") ==
        "'m/boundary', line 12: a patch needs the entries type, nFaces and startFace");
  CHECK(message(kBoundary, "3\n(", "4\n(") ==
        "'m/boundary', line 15: the list has 3 patches, but its length is given as 4");
  CHECK(message(kBoundary, "1(g);", "1(g)") ==
        "'m/boundary', line 12: a patch needs the entries type, nFaces and startFace");
  CHECK(message(kBoundary, "1(g);", "1(g)]") ==
        "'m/boundary', line 12: expected ';', but found ']'");
  CHECK(message(kBoundary, "startFace 2;", "startFace 3;") ==
        "'m/boundary' has faces 3 to 3 for the patch east: faces from 2 on come next, and the mesh "
        "has 11");
  CHECK(message(kBoundary, "nFaces 8;", "nFaces 7;") ==
        "'m/boundary' has no patch for the faces 10 to 10");
}

}  // namespace test_poly_mesh_folder
