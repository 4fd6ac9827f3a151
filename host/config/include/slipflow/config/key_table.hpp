// The table of keys: name, type, unit, range, default, meaning. One row a key.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace slipflow::config {

enum class KeyType { text, number, integer, numbers, integers, words, choice, duration, directive };

/// One way to write a directive: "KIND numbers... [name=value]...".
struct DirectiveForm {
  std::string kind{};                  ///< its first word; empty when the directive has no kinds
  int count = 0;                       ///< how many numbers
  std::vector<std::string> options{};  ///< the name=value options it knows
  bool options_required = false;       ///< each of them must be there
  std::string file{};                  ///< "FILE.png": a file's name stands before the numbers
  bool or_more = false;                ///< `count` is the fewest numbers
  bool or_none = false;                ///< the numbers may be left out
};

/// One key of the case file.
struct KeySpec {
  std::string name{};  ///< "section.key"
  KeyType type = KeyType::text;
  std::string unit = "-";       ///< "-" when dimensionless, "L", "L/V0", "cells", ...
  std::string default_value{};  ///< empty with `required` or `optional`
  /// Other defaults, by the value of a key of choices.
  std::string default_depends_on{};
  std::map<std::string, std::string> default_for{};
  bool required = false;
  bool optional = false;  ///< may be absent, without a default
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool least_excluded = false;
  bool most_excluded = false;
  int count = 1;                       ///< how many numbers, 0 = any; of words: the fewest
  std::vector<std::string> allowed{};  ///< choices; allowed words
  std::vector<DirectiveForm> forms{};  ///< how a directive may be written
  bool repeatable = false;             ///< the key may stand several times
  std::string meaning{};               ///< one sentence for the docs
};

/// All keys, in the order they are printed.
const std::vector<KeySpec>& key_table();

/// The row of that name, or nullptr.
const KeySpec* find_key(const std::string& name);

/// The known key that is nearest to `name` in edit distance, for "did you mean". A key that is
/// right but for its section is nearer than one with a letter wrong twice.
std::string nearest_key(const std::string& name);

/// The table as Markdown, as docs/user-guide.md holds it.
std::string key_table_markdown();

}  // namespace slipflow::config
