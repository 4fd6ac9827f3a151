#include "slipflow/methods/host_averages.hpp"

#include "moments.h"

namespace slipflow::methods {

void HostAverages::start_averages(const Averages& from) {
  averages_ = from;
  if (!from.means.empty()) return;
  averages_.means.assign(names_.size(), std::vector<double>(cells_));
  averages_.squares = averages_.means;
}

void HostAverages::add_to_averages(double time) {
  const auto fields = fields_(names_);
  averages_.time += time;
  for (std::size_t k = 0; k < fields.size(); ++k)
    for (std::size_t at = 0; at < fields[k].values.size(); ++at) {
      auto& mean = averages_.means[k][at];
      auto& squares = averages_.squares[k][at];
      const SfMoments m =
          sf_add_to_moments({mean, squares}, fields[k].values[at], time, time / averages_.time);
      mean = m.mean;
      squares = m.squares;
    }
}

}  // namespace slipflow::methods
