// Ghost cells that hold a copy of a node: outside periodic boundaries and outflows.
#pragma once

#include <array>
#include <vector>

#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// The copies of all nodes of a case, found once: what update_ghosts() does, in the time of the
/// copies.
class GhostCopies {
 public:
  explicit GhostCopies(const Case& c);

  template <class Value>
  void update(Fields<Value>& s) const {
    copy(cells_, s.T);
    copy(cells_, s.rho);
    copy(x_faces_, s.u);
    copy(y_faces_, s.v);
  }

 private:
  struct Copy {
    int from, to;
  };
  using Copies = std::vector<Copy>;

  template <class Value>
  static void copy(const Copies& copies, std::vector<Value>& field) {
    for (const Copy& c : copies) field[c.to] = field[c.from];
  }

  Copies cells_, x_faces_, y_faces_;
};

}  // namespace slipflow::simple_ts
