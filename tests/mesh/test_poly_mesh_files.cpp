// Writing OpenFOAM's polyMesh: exact files, reading back, and refused meshes.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <random>

#include "hand_made_mesh.hpp"
#include "output_places.hpp"
#include "slipflow/mesh/poly_mesh_folder.hpp"
#include "slipflow/output/poly_mesh_files.hpp"

namespace test_poly_mesh_files {

using slipflow::output::PolyMeshFormat;
using slipflow::output::write_poly_mesh;
using namespace test_mesh;
using test_output::read;

namespace {
constexpr auto kBoth = {PolyMeshFormat::ascii, PolyMeshFormat::binary};

PolyMesh two_tetrahedra() {
  auto mesh = test_mesh::joined(
      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 1e-300, -2.5}},
      {{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}, {{0, 1, 2}, {1, 0, 4}, {2, 1, 4}, {0, 2, 4}}});
  mesh.patches = {{"left", "cyclic", 1, 2, "right"},
                  {"right", "cyclic", 3, 2, "left"},
                  {"floor_1.a:b-c", "wall", 5, 2}};
  return mesh;
}

std::string header(const std::string& entries) {
  return "FoamFile\n{\n    version     2.0;\n" + entries + "}\n\n";
}

template <class Value>
std::string raw(const std::vector<Value>& values) {
  return {reinterpret_cast<const char*>(values.data()), sizeof(Value) * values.size()};
}

std::vector<std::uint64_t> bits_of(const std::vector<test_mesh::Vector3>& points) {
  std::vector<std::uint64_t> bits;
  for (const auto& point : points)
    for (const double x : point) bits.push_back(std::bit_cast<std::uint64_t>(x));
  return bits;
}

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777U;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}
const std::vector<std::string> kFiles = {"boundary", "faces", "neighbour", "owner", "points"};

std::string refused(const fs::path& folder, ExitStatus status, const PolyMesh& mesh) {
  const auto [found, sentence] =
      failure([&] { write_poly_mesh(mesh, folder, PolyMeshFormat::ascii); });
  CHECK(found == status);
  return sentence;
}
std::string refused(const fs::path& folder, ExitStatus status) {
  return refused(folder, status, two_tetrahedra());
}
}  // namespace

TEST_CASE("a polyMesh in ASCII") {
  const Folder folder;
  write_poly_mesh(two_tetrahedra(), folder / "mesh", PolyMeshFormat::ascii);
  CHECK(names_in(folder.path()) == std::vector<std::string>{"mesh"});
  CHECK(names_in(folder / "mesh") == kFiles);
  const std::string ascii = "    format      ascii;\n";
  const std::string note = "    note        \"nPoints:5  nCells:2  nFaces:7  nInternalFaces:1\";\n";
  CHECK(read(folder / "mesh/points") ==
        header(ascii + "    class       vectorField;\n    object      points;\n") +
            "5\n(\n(0 0 0)\n(1 0 0)\n(0 1 0)\n(0 0 1)\n(0.1 1e-300 -2.5)\n)\n");
  CHECK(read(folder / "mesh/faces") ==
        header(ascii + "    class       faceList;\n    object      faces;\n") +
            "7\n(\n3(0 2 1)\n3(0 1 3)\n3(1 0 4)\n3(2 0 3)\n3(0 2 4)\n3(1 2 3)\n3(2 1 4)\n)\n");
  CHECK(read(folder / "mesh/owner") ==
        header(ascii + "    class       labelList;\n" + note + "    object      owner;\n") +
            "7\n(\n0\n0\n1\n0\n1\n0\n1\n)\n");
  CHECK(read(folder / "mesh/neighbour") ==
        header(ascii + "    class       labelList;\n" + note + "    object      neighbour;\n") +
            "1\n(\n1\n)\n");
  const auto patch = [](const std::string& name, const std::string& type, int begin,
                        const std::string& rest) {
    return fmt::format(
        "    {}\n    {{\n        type            {};\n        nFaces          2;\n"
        "        startFace       {};\n{}    }}\n",
        name, type, begin, rest);
  };
  CHECK(read(folder / "mesh/boundary") ==
        header(ascii + "    class       polyBoundaryMesh;\n    object      boundary;\n") +
            "3\n(\n" + patch("left", "cyclic", 1, "        neighbourPatch  right;\n") +
            patch("right", "cyclic", 3, "        neighbourPatch  left;\n") +
            patch("floor_1.a:b-c", "wall", 5, "") + ")\n");
}

TEST_CASE("a polyMesh in binary") {
  const Folder folder;
  const auto mesh = two_tetrahedra();
  write_poly_mesh(mesh, folder / "mesh", PolyMeshFormat::binary);
  const std::string binary =
      "    format      binary;\n    arch        \"LSB;label=32;scalar=64\";\n";
  const std::string note = "    note        \"nPoints:5  nCells:2  nFaces:7  nInternalFaces:1\";\n";
  CHECK(read(folder / "mesh/points") ==
        header(binary + "    class       vectorField;\n    object      points;\n") + "5\n(" +
            raw(mesh.points) + ")\n");
  CHECK(read(folder / "mesh/faces") ==
        header(binary + "    class       faceCompactList;\n    object      faces;\n") + "8\n(" +
            raw<int>({0, 3, 6, 9, 12, 15, 18, 21}) + ")\n21\n(" + raw(mesh.face_points) + ")\n");
  CHECK(read(folder / "mesh/owner") ==
        header(binary + "    class       labelList;\n" + note + "    object      owner;\n") +
            "7\n(" + std::string("\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0", 28) +
            ")\n");
  CHECK(read(folder / "mesh/neighbour").ends_with("\n1\n(" + raw<int>({1}) + ")\n"));
  CHECK(read(folder / "mesh/boundary")
            .starts_with(header("    format      ascii;\n    class       polyBoundaryMesh;\n"
                                "    object      boundary;\n")));
}

TEST_CASE("a polyMesh reads back the same, to the bit") {
  auto mesh = test_mesh::five_cells();
  using Limits = std::numeric_limits<double>;
  for (const double x : {Limits::min(), Limits::denorm_min(), Limits::max(), Limits::epsilon()})
    mesh.points.push_back({x, -x, 1.0 / 3});
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> some(-1, 1);
  // More than is written at once.
  for (int k = 0; k < 40000; ++k) mesh.points.push_back({some(random), some(random), some(random)});
  for (const auto format : kBoth) {
    const Folder folder;
    write_poly_mesh(mesh, folder / "mesh", format);
    const auto back = slipflow::mesh::read_poly_mesh(folder / "mesh");
    CHECK(bits_of(back.points) == bits_of(mesh.points));
    CHECK(back.face_starts == mesh.face_starts);
    CHECK(back.face_points == mesh.face_points);
    CHECK(back.owner == mesh.owner);
    CHECK(back.neighbour == mesh.neighbour);
    CHECK(back.patches == mesh.patches);
    CHECK(back.cells == mesh.cells);
  }
}

TEST_CASE("a polyMesh replaces an empty folder, whose permissions stay") {
  const Folder folder;
  const mode_t mask = ::umask(022);
  write_poly_mesh(two_tetrahedra(), (folder / "new").string() + "/", PolyMeshFormat::ascii);
  CHECK(mode_of(folder / "new") == 0755);
  CHECK(mode_of(folder / "new/points") == 0644);
  fs::create_directory(folder / "empty");
  fs::permissions(folder / "empty", fs::perms(0750));
  fs::create_directory_symlink("empty", folder / "link");
  write_poly_mesh(two_tetrahedra(), folder / "link", PolyMeshFormat::ascii);
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(names_in(folder / "empty") == kFiles);
  CHECK(mode_of(folder / "empty") == 0750);
  CHECK(names_in(folder.path()) == std::vector<std::string>{"empty", "link", "new"});
  ::umask(mask);
}

TEST_CASE("a polyMesh replaces nothing else") {
  const Folder folder;
  const std::string needs = ": a polyMesh needs a new or an empty folder";
  const auto file = folder.write("file", "mine");
  CHECK(refused(file, ExitStatus::bad_input) == fmt::format("'{}' is a file{}", file, needs));
  fs::create_directory(folder / "full");
  folder.write("full/.hidden", "mine");
  const auto full = (folder / "full").string();
  CHECK(refused(full, ExitStatus::bad_input) == fmt::format("'{}' is not empty{}", full, needs));
  CHECK(read(folder / "full/.hidden") == "mine");
  const auto here = fs::current_path();
  fs::create_directory(folder / "empty");
  fs::current_path(folder / "empty");
  CHECK(refused(".", ExitStatus::bad_input) == "'.' is the working directory" + needs);
  fs::current_path(here);
  fs::create_symlink("nothing", folder / "link");
  const auto link = (folder / "link").string();
  CHECK(refused(link, ExitStatus::output_failed) ==
        fmt::format("cannot write {}: Not a directory", link));
  CHECK(names_in(folder.path()) == std::vector<std::string>{"empty", "file", "full", "link"});
}

TEST_CASE("a polyMesh that cannot be written leaves nothing behind") {
  const Folder folder;
  const auto below = (folder / "none/mesh").string();
  CHECK(refused(below, ExitStatus::output_failed) ==
        fmt::format("cannot write {}: No such file or directory", below));
  const auto in_file = folder.write("file", "mine") + "/mesh";
  CHECK(refused(in_file, ExitStatus::output_failed) ==
        fmt::format("cannot write {}: Not a directory", in_file));
  const auto mesh = (folder / "mesh").string();
  {
    const test_mesh::ReadOnly read_only(folder.path());
    CHECK(refused(mesh, ExitStatus::output_failed) ==
          fmt::format("cannot write {}: Permission denied", mesh));
  }
  for (const auto& [bytes, name] : {std::pair(100, "points"), {260, "boundary"}}) {
    const FileSizeLimit limit(static_cast<rlim_t>(bytes));
    CHECK(refused(mesh, ExitStatus::output_failed) ==
          fmt::format("cannot write {}/{}: File too large", mesh, name));
  }
  CHECK(names_in(folder.path()) == std::vector<std::string>{"file"});
}

TEST_CASE("names that a polyMesh cannot have are refused") {
  const Folder folder;
  const auto refused_patch = [&](const slipflow::mesh::Patch& patch) {
    auto mesh = two_tetrahedra();
    mesh.patches[1] = patch;
    return refused(folder / "mesh", ExitStatus::bad_input, mesh);
  };
  const std::string rule =
      " must be a letter or '_' and then letters, digits, '_', '.', '-' and ':'";
  for (const std::string name :
       {"", "1inlet", "-a", ".a", "in let", "a\"b", "{", "a;b", "a/b", "(a)", "\xc3\xa4"})
    CHECK(refused_patch({name, "wall", 3, 2}) ==
          fmt::format("patch '{}' cannot be written as polyMesh: its name{}", name, rule));
  CHECK(refused_patch({"a\nb", "wall", 3, 2}) ==
        "patch 'a\\x0Ab' cannot be written as polyMesh: its name" + rule);
  CHECK(refused_patch({"a", "", 3, 2}) ==
        "patch 'a' cannot be written as polyMesh: its type ''" + rule);
  CHECK(refused_patch({"a", "cyclic", 3, 2, "b c"}) ==
        "patch 'a' cannot be written as polyMesh: its neighbourPatch 'b c'" + rule);
  CHECK(names_in(folder.path()).empty());
}

}  // namespace test_poly_mesh_files
