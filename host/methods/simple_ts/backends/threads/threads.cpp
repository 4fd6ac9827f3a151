// The interface of the threads backend, for cases of any precision.
#include "../precisions.hpp"
#include "slipflow/simple_ts/operations.hpp"
#include "slipflow/support/machine.hpp"

namespace slipflow::simple_ts {

std::unique_ptr<Operations> make_threads_operations(const Case& c, int threads, int columns) {
  const int count = threads > 0 ? threads : usable_processors();
  return for_precision(c.run.precision, [&]<Precision P>() {
    return c.axes() == 3 ? make_threads_in_space_of<P>(c, count)
                         : make_threads_operations_of<P>(c, count, columns);
  });
}

}  // namespace slipflow::simple_ts
