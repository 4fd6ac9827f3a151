// Making rows of key tables.
#pragma once

#include <string>
#include <vector>

#include "slipflow/config/key_table.hpp"

/// Rows by the type of their value; a table reads as a list of calls of these.
namespace slipflow::config::rows {

using Rows = std::vector<KeySpec>;

/// A number from `least` to `most`.
KeySpec number(const std::string& name, double least, double most, const std::string& unit,
               const std::string& default_value, const std::string& meaning);
/// A number that must not be `least` itself.
KeySpec number_above(const std::string& name, double least, double most, const std::string& unit,
                     const std::string& default_value, const std::string& meaning);
/// A whole number from `least` to `most`.
KeySpec integer(const std::string& name, double least, double most, const std::string& unit,
                const std::string& default_value, const std::string& meaning);
/// Two numbers, for the directions x and y.
KeySpec pair(const std::string& name, const std::string& unit, const std::string& default_value,
             const std::string& meaning);
/// One of several words.
KeySpec choice(const std::string& name, const std::vector<std::string>& allowed,
               const std::string& default_value, const std::string& meaning);
/// Any text.
KeySpec text(const std::string& name, const std::string& default_value, const std::string& meaning);
/// Several words of a list, each at most once, at least `fewest`; with 0 also "none".
KeySpec words(const std::string& name, const std::vector<std::string>& allowed, int fewest,
              const std::string& default_value, const std::string& meaning);
/// A time with its unit, such as 10 min.
KeySpec duration(const std::string& name, const std::string& default_value,
                 const std::string& meaning);
/// A number greater than 0 with a unit such as `unit`, an SI unit. Optional.
KeySpec quantity(const std::string& name, const std::string& unit, const std::string& meaning);
/// The same row, whose key must be given.
KeySpec required(KeySpec spec);
/// The same row, whose key may be absent; it has no default.
KeySpec optional(KeySpec spec);

/// The rows of several sections, one after the other.
Rows all_of(const std::vector<Rows>& sections);

}  // namespace slipflow::config::rows
