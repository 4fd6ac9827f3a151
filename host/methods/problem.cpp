#include "slipflow/methods/problem.hpp"

#include <utility>

namespace slipflow::methods {

std::vector<std::string> stored_fields(const Problem& problem) {
  std::vector<std::string> names;
  for (const auto& field : problem.outputs().fields)
    if (field.in_checkpoint) names.push_back(field.name);
  return names;
}

double state_bytes(const Problem& problem) {
  return static_cast<double>(stored_fields(problem).size()) * sizeof(double) *
         static_cast<double>(problem.mesh().layout().size());
}

const setup::FieldInfo& field_named(const Problem& problem, const std::string& name) {
  for (const auto& field : problem.outputs().fields)
    if (field.name == name) return field;
  throw Error(ExitStatus::internal_error, "there is no field '" + name + "'");
}

namespace {
Error one_rank_only() {
  return {ExitStatus::bad_input,
          "this method runs on one rank only: start one process without the launcher"};
}
}  // namespace

std::unique_ptr<Simulation> Backends::on_threads(int) const {
  throw Error(ExitStatus::bad_input,
              "this method has no backend threads: take --backend serial or opencl");
}

std::vector<Derived> Problem::derived_at_start() const {
  const auto simulation = backends().on_host();
  simulation->state().start();
  simulation->stepper().time_step();
  return {};
}

std::unique_ptr<Simulation> Backends::lead(const RankTask&) const { throw one_rank_only(); }
void Backends::follow(const RankTask&) const { throw one_rank_only(); }
PieceNeeds Costs::needs_of_piece(const mesh::Cuts&, int) const { throw one_rank_only(); }

double length_of_first(const std::vector<setup::Body>& bodies) {
  return bodies.empty() ? 1 : bodies.front().reference_length;
}

std::vector<setup::FieldComparison> compare(const Problem& problem, Arrays a, Arrays b) {
  problem.add_derived(a);
  problem.add_derived(b);
  std::vector<setup::FieldComparison> comparisons;
  const Outputs& outputs = problem.outputs();
  for (const auto& name : outputs.compared.empty() ? outputs.measured : outputs.compared)
    comparisons.push_back(setup::compare_field(
        field_named(problem, name), problem.mesh().layout(), problem.controls().run.precision,
        values_named(std::as_const(a), name), values_named(std::as_const(b), name)));
  return comparisons;
}

}  // namespace slipflow::methods
