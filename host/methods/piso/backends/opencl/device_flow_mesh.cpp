#include "device_flow_mesh.hpp"

#include "piso/faces.h"

namespace slipflow::piso {

namespace {
using opencl::Arguments;

/// OpenCL has no buffers without values.
template <class Value>
std::vector<Value> not_empty(std::vector<Value> values) {
  if (values.empty()) values.resize(1);
  return values;
}
}  // namespace

DeviceFlowMesh::DeviceFlowMesh(opencl::Workspace& workspace, const FlowMesh& mesh, int scheme,
                               const Boundaries& boundaries, const opencl::Arguments& rows) {
  const std::vector<double> none;
  const FlowFaces& faces = mesh.faces;
  const FlowSides& sides = mesh.sides;
  arguments_ = Arguments{{"cells", mesh.cells},
                         {"faces", faces.count()},
                         {"sides", sides.count()},
                         {"components", mesh.components},
                         {"unrotated", faces.unrotated()},
                         {"oblique", mesh.oblique ? 1 : 0},
                         {"slides", boundaries.slides() ? 1 : 0},
                         {"curved", boundaries.curvatures().empty() ? 0 : 1},
                         {"skewed", mesh.skewed ? 1 : 0}}
                   .with(rows);
  const auto add = [&](const char* name, const auto& values) {
    buffers_.push_back(workspace.buffer(not_empty(values)));
    arguments_ = arguments_.with({{name, buffers_.back()}});
  };
  add("owner", faces.owner);
  add("neighbour", faces.neighbour);
  add("weight", faces.weight);
  add("s_delta", faces.s_delta);
  add("S", faces.S);
  add("parts_along_k", mesh.oblique ? faces.along : none);
  add("to_face", mesh.skewed || scheme == SF_FACE_LINEAR_UPWIND ? faces.to_face : none);
  std::vector<double> rotations;
  for (const mesh::Rotation& rotation : faces.rotations)
    for (const mesh::Vector3& row : rotation)
      rotations.insert(rotations.end(), row.begin(), row.end());
  add("rotations", rotations);
  add("face_rotation", faces.rotation);
  add("side_starts", mesh.side_starts);
  add("side_list", mesh.side_list);
  add("side_cell", sides.cell);
  add("side_kind", boundaries.kinds());
  add("side_s_delta", sides.s_delta);
  add("side_slip", boundaries.slips());
  add("side_S", sides.S);
  add("side_n", sides.n);
  add("side_along", sides.along);
  add("side_curvature", boundaries.curvatures());
  add("volumes", mesh.volumes);
}

}  // namespace slipflow::piso
