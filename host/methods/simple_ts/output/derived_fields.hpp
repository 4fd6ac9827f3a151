// Fields that follow from the state on the host; docs/methods/simple-ts.md (72) to (77).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Whether the field of that name is one of them.
bool is_derived(const std::string& name);

/// Their values in a state. The case and the state must outlive it.
class DerivedFields {
 public:
  DerivedFields(const Case& c, const State& s);
  ~DerivedFields();
  DerivedFields(const DerivedFields&) = delete;
  DerivedFields& operator=(const DerivedFields&) = delete;

  /// The value of a derived field in the gas cell (i, j).
  double at(const std::string& name, int i, int j);

 private:
  class Equations;
  double psi(int i, int j);

  const Case& case_;
  std::unique_ptr<Equations> equations_;
  std::vector<double> psi_;  // at the corners of the cells, row by row; empty until it is used
};

}  // namespace slipflow::simple_ts
