// An OpenCL driver for tests: PoCL, some of whose calls fail. SLIPFLOW_TEST_FAULT says which:
//
//   no-device          its platform has no device
//   gpu                its devices are GPUs
//   no-double          its devices have no double precision
//   memory=BYTES       its devices have so much memory
//   one-buffer=BYTES   and so much in one buffer
//   allocation=N       buffer N and all that follow cannot be had
//   launch=N           launch N of a kernel and all that follow fail
//   work-group=N       its kernels allow N work-items in a work-group, and no launch has more
//   groups-y=N         a launch has at most N work-groups along its second dimension
//   no-argument-names  its kernels do not tell the names of their parameters
//   read=N             from read N on the device is lost
//   hang=N             launch N of a kernel never ends
//   clName=N           call N of the function clName of OpenCL and all that follow fail with the
//   code
//                      SLIPFLOW_TEST_FAULT_CODE (-36 if it is not set); one of
//                      put_failing_functions() below
//   counts             none; when the program ends, the calls of each of these functions are
//   written
//                      to the file SLIPFLOW_TEST_FAULT_COUNTS, a line "clName N" each
//
// The OpenCL loader calls a driver through a table of functions that every object of the driver
// points to. PoCL's table is changed in place, so all else is PoCL's own.
#define CL_TARGET_OPENCL_VERSION 120
#pragma GCC diagnostic ignored "-Wpedantic"
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>

namespace {
struct Fault {
  std::string kind;
  cl_ulong number = 0;
};

const Fault& fault() {
  static const Fault chosen = [] {
    const char* given = std::getenv("SLIPFLOW_TEST_FAULT");
    const std::string text = given ? given : "";
    const auto equals = text.find('=');
    return Fault{text.substr(0, equals),
                 equals == std::string::npos ? 0 : std::stoull(text.substr(equals + 1))};
  }();
  return chosen;
}

// Whether this call, of those that the fault counts, fails.
bool fails(const char* kind) {
  static std::atomic<cl_ulong> calls{0};
  return fault().kind == kind && ++calls >= fault().number;
}

cl_icd_dispatch driver;  // the table as it was

// What every clGet...Info does with a value.
cl_int answer(const void* value, size_t bytes, size_t size, void* to, size_t* needed) {
  if (needed) *needed = bytes;
  if (!to) return CL_SUCCESS;
  if (size < bytes) return CL_INVALID_VALUE;
  std::memcpy(to, value, bytes);
  return CL_SUCCESS;
}

cl_int CL_API_CALL no_devices(cl_platform_id, cl_device_type, cl_uint, cl_device_id*,
                              cl_uint* count) {
  if (count) *count = 0;
  return CL_DEVICE_NOT_FOUND;
}

std::string extensions_without_double(cl_device_id device) {
  size_t size = 0;
  driver.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size);
  std::string text(size, '\0');
  driver.clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, text.data(), nullptr);
  const std::string name = "cl_khr_fp64";
  if (const auto at = text.find(name); at != std::string::npos) text.erase(at, name.size());
  return text;
}

cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, size_t size, void* to,
                               size_t* needed) {
  const cl_ulong& number = fault().number;
  const cl_device_type gpu = CL_DEVICE_TYPE_GPU;
  if (what == CL_DEVICE_TYPE && fault().kind == "gpu")
    return answer(&gpu, sizeof gpu, size, to, needed);
  if (what == CL_DEVICE_EXTENSIONS && fault().kind == "no-double") {
    const std::string text = extensions_without_double(device);
    return answer(text.data(), text.size(), size, to, needed);
  }
  if ((what == CL_DEVICE_GLOBAL_MEM_SIZE && fault().kind == "memory") ||
      (what == CL_DEVICE_MAX_MEM_ALLOC_SIZE && fault().kind == "one-buffer"))
    return answer(&number, sizeof number, size, to, needed);
  return driver.clGetDeviceInfo(device, what, size, to, needed);
}

cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size, void* from,
                                 cl_int* error) {
  if (!fails("allocation")) return driver.clCreateBuffer(context, flags, size, from, error);
  if (error) *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return nullptr;
}

cl_int CL_API_CALL kernel_group_info(cl_kernel kernel, cl_device_id device,
                                     cl_kernel_work_group_info what, size_t size, void* to,
                                     size_t* needed) {
  const size_t most = fault().number;
  if (what == CL_KERNEL_WORK_GROUP_SIZE && fault().kind == "work-group")
    return answer(&most, sizeof most, size, to, needed);
  return driver.clGetKernelWorkGroupInfo(kernel, device, what, size, to, needed);
}

// What these faults say of a launch; CL_SUCCESS from those that do not concern it.
cl_int check_groups(cl_uint dimensions, const size_t* all, const size_t* group) {
  size_t items = 1;
  for (cl_uint k = 0; group && k < dimensions; ++k) items *= group[k];
  if (fault().kind == "work-group" && items > fault().number) return CL_OUT_OF_RESOURCES;
  const size_t rows = dimensions > 1 ? all[1] / (group ? group[1] : 1) : 1;
  if (fault().kind == "groups-y" && rows > fault().number) return CL_INVALID_GLOBAL_WORK_SIZE;
  return CL_SUCCESS;
}

cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                          const size_t* offset, const size_t* all, const size_t* group,
                          cl_uint waits, const cl_event* wait_for, cl_event* event) {
  if (fails("launch")) return CL_OUT_OF_RESOURCES;
  if (const cl_int error = check_groups(dimensions, all, group); error != CL_SUCCESS) return error;
  return driver.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, all, group, waits,
                                       wait_for, event);
}

cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                               size_t offset, size_t size, void* to, cl_uint waits,
                               const cl_event* wait_for, cl_event* event) {
  if (fails("read")) return CL_DEVICE_NOT_AVAILABLE;
  return driver.clEnqueueReadBuffer(queue, buffer, blocking, offset, size, to, waits, wait_for,
                                    event);
}

// The launch waits for an event that never comes, and so does what follows it in the queue.
cl_int CL_API_CALL hanging_launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* all, const size_t* group,
                                  cl_uint waits, const cl_event* wait_for, cl_event* event) {
  static bool hangs = false;
  if (!hangs && fails("hang")) {
    hangs = true;
    cl_context context = nullptr;
    driver.clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
    const cl_event never = driver.clCreateUserEvent(context, nullptr);
    driver.clEnqueueBarrierWithWaitList(queue, 1, &never, nullptr);
  }
  return driver.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, all, group, waits,
                                       wait_for, event);
}

cl_int CL_API_CALL no_argument_names(cl_kernel, cl_uint, cl_kernel_arg_info, size_t, void*,
                                     size_t*) {
  return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
}

std::map<std::string, std::atomic<cl_ulong>>& counts() {
  static std::map<std::string, std::atomic<cl_ulong>> calls;
  return calls;
}

void write_counts() {
  const char* file = std::getenv("SLIPFLOW_TEST_FAULT_COUNTS");
  std::ofstream out(file ? file : "");
  for (const auto& [name, calls] : counts()) out << name << ' ' << calls << '\n';
}

cl_int code() {
  const char* given = std::getenv("SLIPFLOW_TEST_FAULT_CODE");
  return given ? std::atoi(given) : CL_INVALID_COMMAND_QUEUE;
}

/// A function of the table that counts its calls, and fails when the fault has its name.
template <auto Member, class Function>
class Failing;

template <auto Member, class Result, class... Arguments>
class Failing<Member, Result (*)(Arguments...)> {
 public:
  static void put_into(cl_icd_dispatch& table, const char* name) {
    name_ = name;
    calls_ = &counts()[name];
    table.*Member = call;
  }

 private:
  static Result CL_API_CALL call(Arguments... arguments) {
    ++*calls_;
    if (!fails(name_)) return (driver.*Member)(arguments...);
    if constexpr (std::is_same_v<Result, cl_int>) {
      return code();
    } else {  // an object; the last argument is where the error goes
      cl_int* const error = std::get<sizeof...(Arguments) - 1>(std::tie(arguments...));
      if (error) *error = code();
      return nullptr;
    }
  }

  static inline const char* name_ = nullptr;
  static inline std::atomic<cl_ulong>* calls_ = nullptr;
};

void put_failing_functions(cl_icd_dispatch& table) {
#define FAILING(name)                                    \
  if (fault().kind == #name || fault().kind == "counts") \
  Failing<&cl_icd_dispatch::name, decltype(cl_icd_dispatch::name)>::put_into(table, #name)
  FAILING(clBuildProgram);
  FAILING(clCreateBuffer);
  FAILING(clCreateCommandQueue);
  FAILING(clCreateContext);
  FAILING(clCreateKernel);
  FAILING(clCreateProgramWithSource);
  FAILING(clEnqueueMapBuffer);
  FAILING(clEnqueueMarkerWithWaitList);
  FAILING(clEnqueueNDRangeKernel);
  FAILING(clEnqueueReadBuffer);
  FAILING(clEnqueueUnmapMemObject);
  FAILING(clEnqueueWriteBuffer);
  FAILING(clEnqueueWriteBufferRect);
  FAILING(clFinish);
  FAILING(clFlush);
  FAILING(clGetEventInfo);
  FAILING(clSetKernelArg);
  FAILING(clWaitForEvents);
#undef FAILING
  if (fault().kind == "counts") std::atexit(write_counts);
}

// The table may lie in memory that is only read.
void make_writable(void* table) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(table) / page * page;
  const auto last = reinterpret_cast<std::uintptr_t>(table) + sizeof driver;
  mprotect(reinterpret_cast<void*>(first), last - first, PROT_READ | PROT_WRITE);
}

void change_table(cl_icd_dispatch* table) {
  driver = *table;
  make_writable(table);
  if (fault().kind == "no-device") table->clGetDeviceIDs = no_devices;
  table->clGetDeviceInfo = device_info;
  table->clCreateBuffer = create_buffer;
  table->clGetKernelWorkGroupInfo = kernel_group_info;
  table->clEnqueueNDRangeKernel = launch;
  table->clEnqueueReadBuffer = read_buffer;
  if (fault().kind == "no-argument-names") table->clGetKernelArgInfo = no_argument_names;
  if (fault().kind == "hang") table->clEnqueueNDRangeKernel = hanging_launch;
  put_failing_functions(*table);
}

using AddressOf = void*(const char*);

AddressOf* address_in_pocl() {
  static void* const library = dlopen("libpocl.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) return nullptr;
  return reinterpret_cast<AddressOf*>(dlsym(library, "clGetExtensionFunctionAddress"));
}

// Every object of a driver begins with the address of its table.
struct Object {
  cl_icd_dispatch* table;
};

cl_int CL_API_CALL platforms(cl_uint most, cl_platform_id* to, cl_uint* count) {
  using PlatformIds = cl_int(cl_uint, cl_platform_id*, cl_uint*);
  const auto in_pocl = reinterpret_cast<PlatformIds*>(address_in_pocl()("clIcdGetPlatformIDsKHR"));
  cl_platform_id first = nullptr;
  cl_uint found = 0;
  if (const cl_int error = in_pocl(1, &first, &found); error != CL_SUCCESS) return error;
  static const bool changed = (change_table(reinterpret_cast<Object*>(first)->table), true);
  static_cast<void>(changed);
  if (count) *count = 1;
  if (to && most > 0) *to = first;
  return CL_SUCCESS;
}
}  // namespace

// What the loader asks a driver for.
extern "C" {
CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint most, cl_platform_id* to,
                                                       cl_uint* count) {
  return address_in_pocl() ? platforms(most, to, count) : CL_PLATFORM_NOT_FOUND_KHR;
}

CL_API_ENTRY void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
  if (std::strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
    return reinterpret_cast<void*>(clIcdGetPlatformIDsKHR);
  return address_in_pocl() ? address_in_pocl()(name) : nullptr;
}
}
