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
    for (int axis = 0; axis < s.axes; ++axis) copy(faces_[axis], s.velocity(axis));
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

  // Of the cells, or of the faces normal to an axis.
  static void add_copies(const Case& c, int normal, Copies& copies);

  Copies cells_;
  std::array<Copies, 3> faces_;
};

}  // namespace slipflow::simple_ts
