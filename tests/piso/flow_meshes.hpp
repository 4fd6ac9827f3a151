// Meshes and errors for tests of incompressible flow.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "slipflow/mesh/poly_mesh.hpp"
#include "slipflow/piso/flow_case.hpp"
#include "slipflow/piso/flow_mesh.hpp"

namespace test_flow {

/// nx * ny * nz cells of a box of these lengths; nz = 0: two axes. Opposite patches of the axes
/// named in `joined`, "x", "y", are joined.
slipflow::mesh::PolyMesh box(const std::vector<int>& cells, const std::vector<double>& lengths,
                             const std::string& joined = {});
/// Two axes with square cells of width 1 and a staircase, the wall "body", around a centre.
slipflow::mesh::PolyMesh box_with_circle(int nx, int ny, const SfVector& centre, double radius);
/// A box of hexahedra, each cut into 6 tetrahedra or 2 prisms along z. Corners that are not at an
/// end of an axis are moved along it pseudo-randomly, by at most `moved` widths; those of prisms
/// not along z. So lines between centres miss the centres of faces. Patches as of a box of three
/// axes.
slipflow::mesh::PolyMesh tetrahedra(const std::array<int, 3>& cells,
                                    const std::array<double, 3>& lengths, double moved);
slipflow::mesh::PolyMesh prisms(const std::array<int, 3>& cells,
                                const std::array<double, 3>& lengths, double moved);
/// In a plane, by prisms.
slipflow::piso::FlowMesh triangles(int nx, int ny, double moved);
/// A ring of equal sectors about an axis, between the radii 1 and 2, distorted alike in all
/// sectors. West and east patches are joined; south is the inner one, bottom and top are the ends.
struct Ring {
  int sectors;
  std::array<int, 3> cells;  ///< of a sector: around, across and along the axis; 0 along: a plane
  bool of_tetrahedra = false;
  double spiral = 0.3;  ///< the angle by which the sides lead around from inside to outside
  double wave = 0.1;    ///< amplitude of angles within a sector, over the angle of one

  /// That many sectors, whose east patch has the order of the west one.
  slipflow::mesh::PolyMesh mesh(int count) const;
  /// Radius, angle, and height of a point; a plane has the axis z, else an oblique one.
  std::array<double, 3> cylindrical(const SfVector& x) const;
  double angle_at(const SfVector& x) const { return cylindrical(x)[1]; }
  /// The vector with parts outwards, around and along the axis.
  SfVector vector_at(const SfVector& x, const std::array<double, 3>& parts) const;
};
/// With points moved: x += factor y.
slipflow::mesh::PolyMesh sheared(slipflow::mesh::PolyMesh mesh, double factor);
slipflow::piso::FlowMesh flow_mesh(const slipflow::mesh::PolyMesh& mesh);

/// A flow with everything that a case can have at the sides of a box, changing with time.
slipflow::piso::FlowCase flow_with_all_sides(const slipflow::piso::FlowMesh& mesh);

/// Root of the mean of the squares of U - exact, weighted by volumes.
double rms_error(const slipflow::piso::FlowMesh& mesh, const std::vector<SfVector>& U,
                 const std::function<SfVector(const SfVector&)>& exact);

/// The largest difference between the fluxes of faces and those of a field at their centres, over
/// the areas.
double largest_error_of_fluxes(const slipflow::piso::FlowMesh& mesh,
                               const std::vector<double>& fluxes,
                               const std::function<SfVector(const SfVector&)>& field);

}  // namespace test_flow
