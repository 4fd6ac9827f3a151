#include "slipflow/linear_solvers/sweeps.hpp"

#include "opencl/pipeline_check.hpp"
#include "opencl/sweep_launches.hpp"

namespace slipflow::linear_solvers {

namespace {
using opencl::Arguments;
using opencl::Array;
}  // namespace

struct Sweeps::Impl {
  SweepLaunches launches;
  std::string warning;
};

Sweeps::Sweeps(opencl::Workspace& workspace, const Box7& box, Coefficients7 kind, bool parity,
               Schedule7 schedule, const SweepShape& shape) {
  std::string warning;
  if (schedule == Schedule7::automatic) schedule = Schedule7::tiles;
  if (schedule == Schedule7::pipeline) warning = pipeline_fault(workspace.device());
  if (!warning.empty()) schedule = Schedule7::tiles;
  const auto resolved_shape = resolved(shape, box.flat(), workspace.device());
  impl_ = std::make_unique<Impl>(Impl{{workspace, {box, kind, parity, schedule, resolved_shape}},
                                      warning.empty() ? "" : warning + ": tiles are used instead"});
}

Sweeps::~Sweeps() = default;
Sweeps::Sweeps(Sweeps&&) noexcept = default;
Sweeps& Sweeps::operator=(Sweeps&&) noexcept = default;

void Sweeps::lower(const Arguments& matrix, const Array& numbers, const cl::Buffer& progress,
                   const Array& r, const Array& y) {
  impl_->launches.sweep(false, matrix, numbers, progress, r, y);
}
void Sweeps::upper(const Arguments& matrix, const Array& numbers, const cl::Buffer& progress,
                   const Array& y, const Array& q) {
  impl_->launches.sweep(true, matrix, numbers, progress, y, q);
}
Schedule7 Sweeps::schedule() const { return impl_->launches.plan().schedule; }
const SweepShape& Sweeps::shape() const { return impl_->launches.plan().shape; }
const std::string& Sweeps::warning() const { return impl_->warning; }

}  // namespace slipflow::linear_solvers
