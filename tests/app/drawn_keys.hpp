// Random values of the keys that say how a case is solved, for tests of all their combinations.
#pragma once

#include <map>
#include <random>
#include <string>

#include "program.hpp"
#include "slipflow/config/key_table.hpp"

namespace test_app {

/// Values by key.
using Keys = std::map<std::string, std::string>;

/// The same numbers from a seed with every compiler, as those of std::uniform_int_distribution are
/// not.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  /// In [first, last].
  int whole(int first, int last) {
    return first + static_cast<int>(random_() % (last - first + 1));
  }
  double part() { return static_cast<double>(random_()) / 0x1p32; }  ///< in [0, 1)
  template <class Values>
  const auto& of(const Values& values) {
    return values[random_() % values.size()];
  }

 private:
  std::mt19937 random_;
};

/// About half of the keys of the table that choose solvers, preconditioners, schemes and
/// iterations, each with a value that it allows; and how long the steps are. Together they may be
/// refused.
Keys drawn_keys(const slipflow::config::KeyTable& table, Draw& draw);

/// The words "--set KEY=VALUE" of each.
Words words_of(const Keys& keys);

}  // namespace test_app
