#include "device_momentum.hpp"

#include <utility>

namespace slipflow::piso {

using linear_solvers::Choice7;
using linear_solvers::Part7;
using linear_solvers::Sum7;
using linear_solvers::Vector7;

DeviceMomentum::DeviceMomentum(FlowKernels& kernels, int cells, int components,
                               const Choice7& choice, opencl::Arguments mesh_and_fluid,
                               const opencl::Array& own)
    : DeviceVectors(kernels, cells * components, choice),
      kernels_(kernels),
      cells_(cells),
      mesh_and_fluid_(std::move(mesh_and_fluid)),
      own_(own) {}

void DeviceMomentum::apply(Vector7 x, Vector7 y, std::size_t slot) {
  kernels_.run_momentum("multiply_momentum",
                        mesh_and_fluid_.with({{"progress", progress_buffer()},
                                              {"F", convecting_},
                                              {"own", own_},
                                              {"x", vector(x)},
                                              {"y", vector(y)}}),
                        cells_, slot);
}

void DeviceMomentum::find_residual(Sum7 sum) {
  apply(Vector7::x, Vector7::t, 0);
  subtract(Vector7::f, Vector7::t, Vector7::r);
  sum_products(Vector7::r, Vector7::r, sum);
}

void DeviceMomentum::multiply(Part7 /*part*/, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) {
  apply(x, y, 1 + static_cast<std::size_t>(y));
  sum_products(y, with, sum);
}

void DeviceMomentum::divide_by_diagonal(Vector7 r, Vector7 z) {
  kernels_.run_momentum(
      "solve_momentum_of_cells",
      mesh_and_fluid_.with(
          {{"progress", progress_buffer()}, {"own", own_}, {"r", vector(r)}, {"z", vector(z)}}),
      cells_, static_cast<std::size_t>(z));
}

}  // namespace slipflow::piso
