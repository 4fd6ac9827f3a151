// The OpenCL loader, libOpenCL, opened when it is first needed. Linked in the ordinary way it would
// be needed just to start the program. This way `--backend serial` and `slipflow check` run
// without it, and everything else says in one sentence what to install.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

namespace slipflow::opencl {

/// The address of a function of the loader. Throws Error(no_device) when there is no loader, or
/// none that has this function.
void* loader_function(const char* name);

}  // namespace slipflow::opencl

/// A function of the loader by its declaration, found at the first call. Global, because the C++
/// bindings call all functions of OpenCL as `::clName`, and the macros below put this in place of
/// it.
template <auto* Declared>
auto& slipflow_opencl_function(const char* name) {
  static auto* const function =
      reinterpret_cast<decltype(Declared)>(slipflow::opencl::loader_function(name));
  return *function;
}

#define SF_OPENCL(name) slipflow_opencl_function<&name>(#name)
// The functions that this program uses; the linker names one that is missing here.
#define clBuildProgram SF_OPENCL(clBuildProgram)
#define clCreateBuffer SF_OPENCL(clCreateBuffer)
#define clCreateCommandQueue SF_OPENCL(clCreateCommandQueue)
#define clCreateContext SF_OPENCL(clCreateContext)
#define clCreateKernel SF_OPENCL(clCreateKernel)
#define clCreateKernelsInProgram SF_OPENCL(clCreateKernelsInProgram)
#define clCreateProgramWithBinary SF_OPENCL(clCreateProgramWithBinary)
#define clCreateProgramWithSource SF_OPENCL(clCreateProgramWithSource)
#define clCreateSubBuffer SF_OPENCL(clCreateSubBuffer)
#define clCreateUserEvent SF_OPENCL(clCreateUserEvent)
#define clEnqueueBarrierWithWaitList SF_OPENCL(clEnqueueBarrierWithWaitList)
#define clEnqueueMapBuffer SF_OPENCL(clEnqueueMapBuffer)
#define clEnqueueMarkerWithWaitList SF_OPENCL(clEnqueueMarkerWithWaitList)
#define clEnqueueNDRangeKernel SF_OPENCL(clEnqueueNDRangeKernel)
#define clEnqueueReadBuffer SF_OPENCL(clEnqueueReadBuffer)
#define clEnqueueUnmapMemObject SF_OPENCL(clEnqueueUnmapMemObject)
#define clEnqueueWriteBuffer SF_OPENCL(clEnqueueWriteBuffer)
#define clEnqueueWriteBufferRect SF_OPENCL(clEnqueueWriteBufferRect)
#define clFinish SF_OPENCL(clFinish)
#define clFlush SF_OPENCL(clFlush)
#define clGetDeviceIDs SF_OPENCL(clGetDeviceIDs)
#define clGetDeviceInfo SF_OPENCL(clGetDeviceInfo)
#define clGetEventInfo SF_OPENCL(clGetEventInfo)
#define clGetEventProfilingInfo SF_OPENCL(clGetEventProfilingInfo)
#define clGetKernelArgInfo SF_OPENCL(clGetKernelArgInfo)
#define clGetKernelInfo SF_OPENCL(clGetKernelInfo)
#define clGetKernelWorkGroupInfo SF_OPENCL(clGetKernelWorkGroupInfo)
#define clGetPlatformIDs SF_OPENCL(clGetPlatformIDs)
#define clGetPlatformInfo SF_OPENCL(clGetPlatformInfo)
#define clGetProgramBuildInfo SF_OPENCL(clGetProgramBuildInfo)
#define clGetProgramInfo SF_OPENCL(clGetProgramInfo)
#define clReleaseCommandQueue SF_OPENCL(clReleaseCommandQueue)
#define clReleaseContext SF_OPENCL(clReleaseContext)
#define clReleaseDevice SF_OPENCL(clReleaseDevice)
#define clReleaseEvent SF_OPENCL(clReleaseEvent)
#define clReleaseKernel SF_OPENCL(clReleaseKernel)
#define clReleaseMemObject SF_OPENCL(clReleaseMemObject)
#define clReleaseProgram SF_OPENCL(clReleaseProgram)
#define clRetainCommandQueue SF_OPENCL(clRetainCommandQueue)
#define clRetainContext SF_OPENCL(clRetainContext)
#define clRetainDevice SF_OPENCL(clRetainDevice)
#define clRetainEvent SF_OPENCL(clRetainEvent)
#define clRetainKernel SF_OPENCL(clRetainKernel)
#define clRetainMemObject SF_OPENCL(clRetainMemObject)
#define clRetainProgram SF_OPENCL(clRetainProgram)
#define clSetKernelArg SF_OPENCL(clSetKernelArg)
#define clSetUserEventStatus SF_OPENCL(clSetUserEventStatus)
#define clWaitForEvents SF_OPENCL(clWaitForEvents)
