// slipflow convert: what it reports, writes and refuses.
#include <doctest/doctest.h>

#include <filesystem>

#include "results.hpp"

namespace test_convert {

using namespace test_app;

namespace {
const std::string two_tetrahedra =
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
    "$PhysicalNames\n1\n2 7 \"inlet\"\n$EndPhysicalNames\n"
    "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n"
    "$Elements\n3\n1 2 2 7 1 1 2 3\n2 4 2 1 1 1 2 3 4\n3 4 2 1 1 2 3 4 5\n$EndElements\n";

const std::string report_of_two_tetrahedra =
    "cells           2\n"
    "  with  4 faces  2\n"
    "faces           7, of which 1 are internal\n"
    "points          5\n"
    "patch           inlet (patch), 1 faces\n"
    "patch           boundary (patch), 5 faces\n"
    "volumes         0.1667 to 0.3333, total 0.5\n"
    "non-orthogonality  at most 0.0 degrees, mean 0.0; 0 faces above 70\n"
    "skewness        at most 0\n"
    "aspect ratio    at most 1\n";

std::string convert_refused(const Place& place, const Words& words) {
  return refused(place, Words{"convert"} + words);
}
}  // namespace

TEST_CASE("convert reports on a mesh of gmsh, and writes it as a polyMesh and for ParaView") {
  const Place place;
  write(place / "two.msh", two_tetrahedra);
  CHECK(place.slipflow({"convert", "two.msh"}).out == report_of_two_tetrahedra);
  const auto foam = place.slipflow({"convert", "two.msh", "--to", "two/constant/polyMesh"});
  CHECK(foam.status == 0);
  CHECK(foam.out == report_of_two_tetrahedra + "two/constant/polyMesh was written\n");
  CHECK(place.slipflow({"convert", "two"}).out == report_of_two_tetrahedra);
  CHECK(place.slipflow({"convert", "two", "--to", "text", "--ascii"}).status == 0);
  CHECK(holds(read(place / "text/boundary"), "inlet"));
  CHECK(place.slipflow({"convert", "text", "--to", "two.vtu"}).status == 0);
  CHECK(holds(read(place / "two.vtu"), "UnstructuredGrid"));
}

TEST_CASE("convert takes the box mesh of a case, with its bodies") {
  const Place place(small_case);
  const auto outcome = place.slipflow({"convert", "case.cfg", "--to", "box", "--renumber"});
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out, "bandwidth       "));
  CHECK(holds(outcome.out, "patch           body1 (wall), "));
  CHECK(holds(outcome.out, "patch           front_and_back (empty), "));
  CHECK(holds(place.slipflow({"convert", "case.cfg", "--set", "mesh.cells=80 40"}).out,
              "non-orthogonality  at most 0.0 degrees"));
  CHECK(!holds(outcome.out, "warning"));
}

TEST_CASE("convert warns of a mesh in pieces") {
  const Place place(small_case);
  const auto outcome =
      place.slipflow({"convert", "case.cfg", "--set", "body.rectangle=2 0 3 4", "--to", "box"});
  CHECK(outcome.status == 0);
  CHECK(holds(outcome.out,
              "warning: the mesh is in 2 pieces that no face connects, of 500, 200 cells\n"));
}

TEST_CASE("convert refuses what it cannot read, and replaces nothing") {
  const Place place;
  write(place / "two.msh", two_tetrahedra);
  std::filesystem::create_directory(place / "folder");
  write(place / "folder/mine", "text");
  write(place / "old.vtu", "mine");
  CHECK(convert_refused(place, {"nowhere"}) ==
        "slipflow: 'nowhere' must be a folder with a polyMesh, a file .msh of gmsh, or a case "
        ".cfg\n");
  CHECK(convert_refused(place, {"two.msh", "--set", "mesh.cells=2 2"}) ==
        "slipflow: --set changes a case: CASE.cfg\n");
  CHECK(convert_refused(place, {"two.msh", "--to", "new.vtu", "--ascii"}) ==
        "slipflow: --ascii is for a polyMesh, not for a .vtu file\n");
  CHECK(convert_refused(place, {"two.msh", "--to", "folder"}) ==
        "slipflow: 'folder' is not empty: a polyMesh needs a new or an empty folder\n");
  CHECK(convert_refused(place, {"two.msh", "--to", "old.vtu"}) ==
        "slipflow: 'old.vtu' exists: give the name of a new file\n");
  CHECK(convert_refused(place, {"two.msh", "--to", ""}) ==
        "slipflow: --to '' must be the name of a file or a folder\n");
  CHECK(convert_refused(place, {"folder"}) ==
        "slipflow: 'folder/points' does not exist, and neither does 'folder/points.gz'\n");
}

TEST_CASE("promise 7: a polyMesh with files of many GB without content takes no memory") {
  const Place place;
  write(place / "two.msh", two_tetrahedra);
  REQUIRE(place.slipflow({"convert", "two.msh", "--to", "two"}).status == 0);
  std::filesystem::resize_file(place / "two/points", std::uintmax_t{5} << 30);
  const auto outcome = place.slipflow({"convert", "two"});
  CHECK(outcome.status == 2);
  CHECK(outcome.err ==
        "slipflow: 'two/points' has nothing but zeros from byte 1048576 on: it was not written to "
        "its end\n");
  CHECK(outcome.peak_bytes < 2e8);
}

TEST_CASE("names that the system refuses are bad input") {
  const Place place;
  std::filesystem::create_symlink("loop2", place / "loop1");
  std::filesystem::create_symlink("loop1", place / "loop2");
  const auto message_of = [&](const std::string& name) {
    const auto outcome = place.slipflow({"convert", name});
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  const std::string loop = "'loop1': Too many levels of symbolic links\n";
  CHECK(message_of("loop1") == "slipflow: " + loop);
  CHECK(message_of(std::string(300, 'a')) ==
        "slipflow: '" + std::string(200, 'a') + "...': File name too long\n");
  write(place / "case.cfg", "method = piso\n[mesh]\nfile = loop1\n[flow]\nviscosity = 1\n");
  CHECK(message_of("case.cfg") == "slipflow: case.cfg:3: mesh.file = loop1: " + loop);
}

}  // namespace test_convert
