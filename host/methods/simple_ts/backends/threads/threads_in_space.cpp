// The steps of the serial reference in space, each loop shared by threads that take layers of the
// mesh. The bits are those of the serial reference, whose loops these are.
#include <fmt/format.h>

#include "backends/precisions.hpp"
#include "backends/serial/serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

namespace {
// Made before the loops that use it.
struct PoolOfThreads {
  ThreadPool pool;
};

class ThreadsInSpace final : private PoolOfThreads, public SerialOperations {
 public:
  ThreadsInSpace(const Case& c, int threads)
      : PoolOfThreads{{threads, threads}}, SerialOperations(c, true, &pool) {}

  BackendInfo info() const override { return methods::threads_info(pool.threads(), bytes()); }

 private:
  void over_lines(const Lines& lines) override { share_lines(pool, layout_, lines); }
};
}  // namespace

}  // namespace SF_VARIANT

template <>
std::unique_ptr<Operations> make_threads_in_space_of<Precision::SF_PRECISION>(const Case& c,
                                                                              int threads) {
  return std::make_unique<ThreadsInSpace>(c, threads);
}

}  // namespace slipflow::simple_ts
