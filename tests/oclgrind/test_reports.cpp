// Does a report of Oclgrind fail the run? A kernel that is wrong on purpose, which the test
// oclgrind_reports runs and nothing else does.
#include <doctest/doctest.h>

#include "slipflow/opencl/device.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::opencl::test_reports {

namespace {
// Each work-item reads its neighbour's value without waiting for it; the last one's is never
// written.
const char* const wrong_kernel = R"(
  __kernel void read_too_early(__global int *out) {
    __local int row[9];
    const int lid = get_local_id(0);
    row[lid] = lid;
    out[lid] = row[lid + 1];
  })";
}  // namespace

TEST_CASE("wrong on purpose: a data race and a value nobody wrote" * doctest::skip()) {
  const Queue queue(choose_device("auto"));
  cl::Program program(queue.context, wrong_kernel);
  program.build({queue.device.handle}, "-cl-std=CL1.2");
  cl::Kernel kernel(program, "read_too_early");
  const cl::Buffer out(queue.context, CL_MEM_READ_WRITE, 8 * sizeof(cl_int));
  kernel.setArg(0, out);
  queue.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(8), cl::NDRange(8));
  queue.queue.finish();
  const Queue later(queue.device);  // the reports must outlive the next context
}

}  // namespace slipflow::opencl::test_reports
