// The memory that is announced for a case, against what a device allocates.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "face_systems.hpp"
#include "flow_meshes.hpp"
#include "program.hpp"
#include "slipflow/output/poly_mesh_files.hpp"
#include "slipflow/piso/problem.hpp"
#include "test_device.hpp"

namespace test_memory {

using namespace slipflow;

TEST_SUITE_BEGIN("opencl");

namespace {
/// What is announced over what is allocated, for the case in a folder.
double announced_part(const test_app::Place& place) {
  const auto tables = config::make_key_tables({{"piso", piso::keys()}});
  const piso::Problem problem(config::load_case_file(place / "case.cfg", {}, tables));
  const double allocated =
      problem.backends().on_device(test_queue(), {})->machine().info().bytes_allocated;
  return problem.costs().device_bytes() / allocated;
}

double of_box(const std::string& cells, const std::string& more) {
  const bool plane = std::count(cells.begin(), cells.end(), ' ') < 2;
  const std::string third_axis = plane ? "" : "z = 0 1\n", ends = "bottom = wall\ntop = wall\n";
  return announced_part(test_app::Place(
      "title = T\nmethod = piso\n[flow]\nviscosity = 0.1\n[mesh]\nx = 0 1\ny = 0 1\n" + third_axis +
      "cells = " + cells + "\n[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall\n" +
      (plane ? "" : ends) + more));
}

double of_mesh(const mesh::PolyMesh& mesh, const std::string& more) {
  std::string text =
      "title = T\nmethod = piso\n[flow]\nviscosity = 0.1\n[mesh]\nfile = mesh\n[boundary]\n";
  for (const auto& patch : mesh.patches) text += "patch = wall name=" + patch.name + "\n";
  const test_app::Place place(text + more);
  output::write_poly_mesh(mesh, place / "mesh", output::PolyMeshFormat::binary);
  return announced_part(place);
}
}  // namespace

TEST_CASE("the memory that a case announces is what it takes on a device, within 2 %") {
  const std::string steps = "[time]\nstep = 0.01\nend = 1\n[scheme]\nalgorithm = piso\n";
  const auto one = doctest::Approx(1).epsilon(0.02);
  CHECK(of_box("32 32 32", "") == one);
  CHECK(of_box("40 28 24", steps) == one);
  CHECK(of_box("160 120", steps + "outer_correctors = 2\ntime = euler\n") == one);
  CHECK(of_box("120 120", "[scheme]\nalgorithm = simple\nconvection = linear_upwind\n") == one);
  const auto hexahedra = test_flow::sheared(test_flow::box({30, 26, 24}, {1, 1, 1}), 0.4);
  CHECK(of_mesh(hexahedra, steps) == one);
  CHECK(of_mesh(test_face_systems::tube_of_tetrahedra(1), "") == one);
}

TEST_SUITE_END();

}  // namespace test_memory
