#include "make_problem.hpp"

namespace slipflow::bench {

std::unique_ptr<methods::Problem> make_problem(const methods::Method& method,
                                               setup::Precision precision,
                                               const methods::BenchMesh& mesh,
                                               const std::string& scheme) {
  const auto text = method.benchmark->case_text(mesh, scheme, precision);
  const auto tables = config::make_key_tables({{method.name, method.keys, method.make_units}});
  return method.make(config::parse_case(text, "bench", {}, tables), methods::Start::read);
}

}  // namespace slipflow::bench
