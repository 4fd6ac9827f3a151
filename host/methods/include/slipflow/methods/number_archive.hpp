// Numbers of a checkpoint, each with a name.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "slipflow/support/error.hpp"

namespace slipflow::methods {

/// Numbers by name: "march.courant" is that of the part "march".
using NamedNumbers = std::map<std::string, std::vector<double>>;

/// Stores numbers under names, or restores them: the same calls do both, so that no name of the one
/// is missing in the other.
class NumberArchive {
 public:
  /// Stores.
  explicit NumberArchive(NamedNumbers& to) : numbers_(to) {}
  /// Restores; `file` is the name in messages.
  NumberArchive(NamedNumbers from, std::string file)
      : own_(std::move(from)), numbers_(own_), file_(std::move(file)), restores_(true) {}
  NumberArchive(const NumberArchive&) = delete;
  NumberArchive& operator=(const NumberArchive&) = delete;

  bool restores() const { return restores_; }
  /// Whether it restores a state that has no number of that part.
  bool lacks(const std::string& part) const;

  /// A restored number throws Error(bad_input) if it is missing or not in [least, most].
  void operator()(const std::string& name, double& number, double least = 0,
                  double most = std::numeric_limits<double>::infinity());
  void operator()(const std::string& name, long& number, long least = 0, long most = 1L << 53);
  void operator()(const std::string& name, bool& flag);
  /// Any values, as many as there are.
  void operator()(const std::string& name, std::vector<double>& values);

  /// The error for numbers that make no sense.
  Error error(const std::string& what) const;

 private:
  const std::vector<double>& values(const std::string& name) const;

  NamedNumbers own_;
  NamedNumbers& numbers_;
  std::string file_;
  bool restores_ = false;
};

}  // namespace slipflow::methods
