// Times cuSPARSE's solvers of many tridiagonal systems, to compare with `slipflow_studies
// tridiagonal`. Needs CUDA; no target of CMake builds it:
//
//   nvcc -O3 -std=c++17 -o build/bench_cusparse bench/cusparse/tridiagonal.cu -lcusparse
//   build/bench_cusparse [lines rows]
//
// Prints for each size the milliseconds of each solver and the largest residual of all, in parts of
// the largest |b x|:
//
//   strided     gtsv2StridedBatch, one line after another
//   thomas, lu, qr  gtsvInterleavedBatch with its algorithms 0, 1 and 2
//   one line    gtsv2_nopivot, all lines as one whose a and c are 0 between two of them
//
// A solver may overwrite its matrix: every solution starts from fresh arrays. Times are medians, by
// CUDA events around the call.
#include <cuda_runtime.h>
#include <cusparse.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace {
constexpr int kWarmups = 3, kRepeats = 15;
constexpr unsigned kGroup = 256;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "bench_cusparse: %s\n", cudaGetErrorString(error));
  std::exit(2);
}
void check(cusparseStatus_t status) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  std::fprintf(stderr, "bench_cusparse: %s\n", cusparseGetErrorString(status));
  std::exit(2);
}

// Not quite the same in each row; 0 where `ends` say so.
__global__ void fill(double* values, size_t count, double value, double step, size_t period,
                     size_t first_end, size_t ends) {
  const size_t k = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (k >= count) return;
  const size_t place = k % period;
  const bool end = place >= first_end && place < first_end + ends;
  values[k] = end ? 0.0 : value + step * static_cast<double>(k % 97);
}

// The bits of magnitudes have the order of their values, with NaN above all.
__device__ void raise(unsigned long long* maximum, double value) {
  atomicMax(maximum, static_cast<unsigned long long>(__double_as_longlong(fabs(value))));
}

__global__ void find_residual(const double* a, const double* b, const double* c, const double* d,
                              const double* x, size_t count, size_t stride,
                              unsigned long long* largest) {
  const size_t k = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
  if (k >= count) return;
  double r = b[k] * x[k] - d[k];
  if (k >= stride) r += a[k] * x[k - stride];
  if (k + stride < count) r += c[k] * x[k + stride];
  raise(&largest[0], r);
  raise(&largest[1], b[k] * x[k]);
}

/// Device memory.
class Memory {
 public:
  explicit Memory(size_t bytes) { check(cudaMalloc(&data_, std::max<size_t>(bytes, 1))); }
  ~Memory() { cudaFree(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  double* numbers() const { return static_cast<double*>(data_); }
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

/// The systems of one size in one layout, a copy of them for a solver, and their solution.
class Systems {
 public:
  Systems(int lines, int rows, bool interleaved)
      : lines_(lines), rows_(rows), interleaved_(interleaved) {
    const size_t m = static_cast<size_t>(lines), n = static_cast<size_t>(rows);
    const size_t period = interleaved ? m * n : n, ends = interleaved ? m : 1;
    make(a_, -1, 1e-3, period, 0, ends);
    make(b_, 4, 1e-2, period, 0, 0);
    make(c_, -1, 2e-3, period, period - ends, ends);
    make(d_, 1, 0.1, period, 0, 0);
    check(cudaDeviceSynchronize());
  }

  size_t count() const { return static_cast<size_t>(lines_) * static_cast<size_t>(rows_); }
  void refresh() const {
    const Memory* from[] = {&a_, &b_, &c_, &d_};
    const Memory* to[] = {&a, &b, &c, &x};
    for (int k = 0; k < 4; ++k)
      check(cudaMemcpy(to[k]->data(), from[k]->data(), bytes(), cudaMemcpyDeviceToDevice));
  }

  /// The largest |a x_{i-1} + b x_i + c x_{i+1} - d| in parts of the largest |b x|. NaN stays.
  double residual() const {
    const Memory largest(2 * sizeof(double));
    check(cudaMemset(largest.data(), 0, 2 * sizeof(double)));
    find_residual<<<groups(), kGroup>>>(a_.numbers(), b_.numbers(), c_.numbers(), d_.numbers(),
                                        x.numbers(), count(), interleaved_ ? lines_ : 1,
                                        static_cast<unsigned long long*>(largest.data()));
    check(cudaGetLastError());
    double found[2];
    check(cudaMemcpy(found, largest.data(), sizeof found, cudaMemcpyDeviceToHost));
    return found[0] / found[1];
  }

 private:
  size_t bytes() const { return count() * sizeof(double); }
  void make(const Memory& array, double value, double step, size_t period, size_t first_end,
            size_t ends) const {
    fill<<<groups(), kGroup>>>(array.numbers(), count(), value, step, period, first_end, ends);
    check(cudaGetLastError());
  }
  unsigned groups() const { return static_cast<unsigned>((count() + kGroup - 1) / kGroup); }

  const int lines_, rows_;
  const bool interleaved_;
  const Memory a_{bytes()}, b_{bytes()}, c_{bytes()}, d_{bytes()};

 public:
  const Memory a{bytes()}, b{bytes()}, c{bytes()}, x{bytes()};
};

double median_milliseconds(const Systems& systems, const std::function<void()>& solve) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<float> times;
  for (int k = 0; k < kWarmups + kRepeats; ++k) {
    systems.refresh();
    check(cudaDeviceSynchronize());
    float milliseconds = 0;
    check(cudaEventRecord(begin));
    solve();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    if (k >= kWarmups) times.push_back(milliseconds);
  }
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  std::nth_element(times.begin(), times.begin() + kRepeats / 2, times.end());
  return times[kRepeats / 2];
}

struct Result {
  double milliseconds, residual;
};

Result time_strided(cusparseHandle_t handle, int lines, int rows) {
  const Systems s(lines, rows, false);
  const auto [a, b, c, x] = std::tuple(s.a.numbers(), s.b.numbers(), s.c.numbers(), s.x.numbers());
  size_t bytes = 0;
  check(cusparseDgtsv2StridedBatch_bufferSizeExt(handle, rows, a, b, c, x, lines, rows, &bytes));
  const Memory work(bytes);
  const double milliseconds = median_milliseconds(s, [&, a = a, b = b, c = c, x = x] {
    check(cusparseDgtsv2StridedBatch(handle, rows, a, b, c, x, lines, rows, work.data()));
  });
  return {milliseconds, s.residual()};
}

Result time_interleaved(cusparseHandle_t handle, int lines, int rows, int algorithm) {
  const Systems s(lines, rows, true);
  const auto [a, b, c, x] = std::tuple(s.a.numbers(), s.b.numbers(), s.c.numbers(), s.x.numbers());
  size_t bytes = 0;
  check(cusparseDgtsvInterleavedBatch_bufferSizeExt(handle, algorithm, rows, a, b, c, x, lines,
                                                    &bytes));
  const Memory work(bytes);
  const double milliseconds = median_milliseconds(s, [&, a = a, b = b, c = c, x = x] {
    check(cusparseDgtsvInterleavedBatch(handle, algorithm, rows, a, b, c, x, lines, work.data()));
  });
  return {milliseconds, s.residual()};
}

Result time_one_line(cusparseHandle_t handle, int lines, int rows) {
  const Systems s(lines, rows, false);
  const int n = lines * rows;
  const auto [a, b, c, x] = std::tuple(s.a.numbers(), s.b.numbers(), s.c.numbers(), s.x.numbers());
  size_t bytes = 0;
  check(cusparseDgtsv2_nopivot_bufferSizeExt(handle, n, 1, a, b, c, x, n, &bytes));
  const Memory work(bytes);
  const double milliseconds = median_milliseconds(s, [&, a = a, b = b, c = c, x = x] {
    check(cusparseDgtsv2_nopivot(handle, n, 1, a, b, c, x, n, work.data()));
  });
  return {milliseconds, s.residual()};
}

void time_size(cusparseHandle_t handle, int lines, int rows) {
  std::vector<Result> results{time_strided(handle, lines, rows)};
  for (int algorithm = 0; algorithm < 3; ++algorithm)
    results.push_back(time_interleaved(handle, lines, rows, algorithm));
  results.push_back(time_one_line(handle, lines, rows));
  double best = results[0].milliseconds, residual = 0;
  std::printf("%16s", (std::to_string(lines) + " x " + std::to_string(rows)).c_str());
  for (const Result& result : results) {
    std::printf(" %9.4f", result.milliseconds);
    best = std::min(best, result.milliseconds);
    if (!std::isnan(residual) && !(result.residual <= residual)) residual = result.residual;
  }
  std::printf(" %9.4f %9.1e\n", best, residual);
  std::fflush(stdout);
}
}  // namespace

int main(int argc, char** argv) {
  if (argc != 1 && argc != 3) {
    std::fprintf(stderr, "usage: bench_cusparse [lines rows]\n");
    return 2;
  }
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0));
  cusparseHandle_t handle;
  check(cusparseCreate(&handle));
  int version = 0;
  check(cusparseGetVersion(handle, &version));
  std::printf("%s, cuSPARSE %d, double precision, ms\n", device.name, version);
  std::printf("%16s %9s %9s %9s %9s %9s %9s %9s\n", "lines x rows", "strided", "thomas", "lu", "qr",
              "one line", "best", "residual");
  if (argc == 3) {
    time_size(handle, std::atoi(argv[1]), std::atoi(argv[2]));
  } else {
    const int sizes[][2] = {{62, 62},     {254, 254},   {510, 510},     {1022, 1022}, {2046, 2046},
                            {4094, 4094}, {65536, 256}, {100000, 1000}, {262144, 512}};
    for (const auto& [lines, rows] : sizes) time_size(handle, lines, rows);
  }
  check(cusparseDestroy(handle));
  return 0;
}
