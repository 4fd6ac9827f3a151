#include "bench_of_values.hpp"

#include <set>

namespace slipflow::app {

void require_only(const boost::program_options::variables_map& values, const std::string& of,
                  const std::vector<std::string>& allowed) {
  std::set<std::string> all = {"of",     "device",    "parity", "repeats",
                               "output", "overwrite", "no-mpi", "kernel-dir"};
  all.insert(allowed.begin(), allowed.end());
  for (const auto& [option, value] : values)
    if (!value.defaulted() && all.count(option) == 0)
      throw refused("--{} cannot be combined with --of {}: leave out one of them", option, of);
  if (values.count("device") && values["device"].as<std::vector<std::string>>().size() > 1)
    throw refused("--device can be given once with --of");
}

}  // namespace slipflow::app
