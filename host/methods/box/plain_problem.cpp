#include "slipflow/box/plain_problem.hpp"

#include "slipflow/setup/shared_keys.hpp"

namespace slipflow::box {

std::vector<config::KeySpec> run_keys() {
  auto rows = setup::run_keys();
  for (config::KeySpec& row : rows) {
    if (row.name == "run.precision") {
      row.allowed = {"double"};
      row.meaning = "What is computed with.";
    }
    if (row.name == "run.kernels") row.allowed = {"auto", "plain"};
  }
  return rows;
}

}  // namespace slipflow::box
