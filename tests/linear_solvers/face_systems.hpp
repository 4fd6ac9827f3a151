// Systems on polyhedra that tests solve.
#pragma once

#include <string>
#include <vector>

#include "slipflow/linear_solvers/face_system.hpp"
#include "slipflow/mesh/poly_mesh.hpp"

namespace test_face_systems {

/// Uniform cells, or if `stretch` is not 0 clustered at both ends by tanh with that factor. The
/// patches are west, east, south ..
slipflow::mesh::PolyMesh box(int nx, int ny, int nz, double stretch = 0);
/// A bent tube of radius 1 with a stenosis, 40 n x 8 n x 8 n hexahedra cut into six tetrahedra
/// each.
slipflow::mesh::PolyMesh tube_of_tetrahedra(int n);
/// The Laplacian with a Dirichlet condition on the patch of that name; none if it is empty.
slipflow::linear_solvers::FaceSystem laplacian(const slipflow::mesh::PolyMesh& mesh,
                                               const std::string& given = {});
/// n x n square cells whose opposite boundaries are joined.
slipflow::linear_solvers::FaceSystem periodic_square(int n);
/// Numbers between -1/2 and 1/2, the same in every run, with the mean 0.
std::vector<double> disturbed(int count);

}  // namespace test_face_systems
