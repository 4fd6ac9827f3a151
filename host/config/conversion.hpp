// Numbers with units as numbers in the units of a key table.
#pragma once

#include <string>
#include <vector>

#include "case_text.hpp"
#include "slipflow/config/key_table.hpp"
#include "slipflow/config/units.hpp"

namespace slipflow::config {

/// Converts the numbers of one entry.
class Conversion {
 public:
  /// Without a system there are no units. All arguments outlive this.
  Conversion(const UnitSystem* system, const KeySpec& spec, const Entry& entry)
      : system_(system), spec_(spec), entry_(entry) {}

  /// Words that are numbers, or numbers and their one unit: {"0", "20", "um"}, {"0", "20um"}. In
  /// the unit of the table, without their own. Words without a unit are returned as they are.
  /// Throws Error(bad_input) for a unit that the key does not take.
  std::vector<std::string> numbers(std::vector<std::string> words, const std::string& unit) const;
  /// As numbers(), for a value with commas, "100m/s,0m/s" or "100,0m/s". `units` are those of the
  /// table, one for all numbers or a list with commas, whose last is that of all further numbers.
  std::string list(const std::string& text, const std::string& units) const;

 private:
  struct Part {
    std::string number, unit;
  };
  static Part parted(const std::string& word);
  std::string converted(const std::string& number, const Quantity& unit,
                        const std::string& to) const;
  Quantity unit_for(const std::string& name, const std::string& to) const;
  Error error(const std::string& message) const;

  const UnitSystem* system_;
  const KeySpec& spec_;
  const Entry& entry_;
};

}  // namespace slipflow::config
