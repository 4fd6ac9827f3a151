#include "opencl/device_lines.hpp"

namespace slipflow::linear_solvers {

DeviceLines::DeviceLines(Kernels7& kernels, const Box7& box, const std::array<bool, 3>& axes,
                         bool parity)
    : kernels_(kernels), box_(box) {
  opencl::Workspace& workspace = kernels.workspace();
  LineChoice choice;
  choice.algorithm = LineAlgorithm::pta;
  choice.parity = parity;
  for (int axis = 0; axis < (box.flat() ? 2 : 3); ++axis) {
    if (!axes[axis]) continue;
    const auto lines = Lines::interleaved(box.cells() / box.cells(axis), box.cells(axis));
    const auto array = [&] {
      return workspace.array(kReals7, static_cast<std::size_t>(box.cells()));
    };
    families_.push_back(
        {axis, array(), array(), array(), array(), LineSolver(workspace, lines, choice)});
  }
}

opencl::Arguments DeviceLines::of_lines(const cl::Buffer& progress, int axis) const {
  return {
      {"progress", progress}, {"axis", axis}, {"n1", box_.n1}, {"n2", box_.n2}, {"n3", box_.n3}};
}

void DeviceLines::set_coefficients(const opencl::Arguments& matrix, const cl::Buffer& progress) {
  for (const Family& family : families_)
    kernels_.run(Rows7::system, "set_line_rows", static_cast<std::size_t>(family.axis),
                 of_lines(progress, family.axis)
                     .with(matrix)
                     .with({{"low", family.a}, {"middle", family.b}, {"high", family.c}}),
                 box_.n1, box_.n2 * box_.n3);
}

void DeviceLines::solve(const opencl::Array& r, const opencl::Array& z,
                        const cl::Buffer& progress) {
  bool add = false;
  for (Family& family : families_) {
    const auto slot = static_cast<std::size_t>(family.axis);
    kernels_.run(Rows7::system, "gather_lines", slot,
                 of_lines(progress, family.axis).with({{"r", r}, {"right", family.d}}), box_.n1,
                 box_.n2 * box_.n3);
    family.solver.solve(family.a, family.b, family.c, family.d, family.d);
    kernels_.run(Rows7::system, "scatter_lines", slot,
                 of_lines(progress, family.axis)
                     .with({{"add", add ? 1 : 0}, {"solution", family.d}, {"z", z}}),
                 box_.n1, box_.n2 * box_.n3);
    add = true;
  }
}

}  // namespace slipflow::linear_solvers
