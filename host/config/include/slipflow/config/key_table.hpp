// Tables of keys: name, type, unit, range, default, meaning. One row per key.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "slipflow/config/units.hpp"

namespace slipflow::config {

enum class KeyType {
  text,
  number,
  integer,
  numbers,
  integers,
  words,
  choice,
  duration,
  directive,
  quantity  ///< a number with an SI unit of the dimension of KeySpec::unit, which is one too
};

/// One way to write a directive: "KIND numbers... [name=value]...".
struct DirectiveForm {
  std::string kind{};                  ///< its first word; empty when the directive has no kinds
  int count = 0;                       ///< how many numbers
  std::vector<std::string> options{};  ///< the name=value options it knows
  bool options_required = false;       ///< all of them must be given
  std::string file{};                  ///< "FILE.png": the name of a file precedes the numbers
  bool or_more = false;                ///< `count` is the fewest numbers
  bool or_none = false;                ///< the numbers may be left out
  std::string unit{};                  ///< of the numbers; empty: KeySpec::unit
  std::string text{};  ///< "NAME = FORMULA": the line is a text of this form, without all these
};

/// The unit of an option whose numbers are values of the field that the option field=NAME of the
/// same line names.
constexpr const char* kUnitOfField = "unit of field";

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
  std::string unless_section{};        ///< a case with this section need not have the required key
  bool optional = false;               ///< may be absent, without a default
  bool may_change_at_restart = false;  ///< with a note, as keys of [time] and [inner] may
  bool takes_unit = false;  ///< with [units] the numbers may have their own, of the kind of `unit`
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool least_excluded = false;
  bool most_excluded = false;
  int count = 1;                       ///< how many numbers, 0 = any; of words: the fewest
  int or_up_to = 0;                    ///< this many numbers may be given, too
  std::vector<std::string> allowed{};  ///< choices; allowed words
  std::string more_names{};            ///< a key that gives names, which are allowed words too
  std::vector<DirectiveForm> forms{};  ///< how a directive may be written
  bool repeatable = false;             ///< the key may be given several times
  /// Units of the numbers in options of a directive, by option: "V0", or a list for a list of
  /// numbers, "rho0,T0,V0", whose last is that of all further numbers.
  std::map<std::string, std::string> option_units{};
  std::map<std::string, std::string> field_units{};  ///< by field, for kUnitOfField
  std::string meaning{};                             ///< one sentence for the docs
};

/// The keys of the cases of one method.
class KeyTable {
 public:
  /// `rows` follow `title` and `method`, which every case has.
  KeyTable(std::string method, const std::vector<std::string>& methods,
           const std::vector<KeySpec>& rows, MakeUnits make_units = {});

  const std::string& method() const { return method_; }
  /// In the order they are printed.
  const std::vector<KeySpec>& rows() const { return rows_; }
  /// The row of that name, or nullptr.
  const KeySpec* find(const std::string& name) const;
  /// What to write instead of a key that does not exist: the nearest one, if few letters differ or
  /// only the section, else what is known in its section, else the sections.
  std::string advice(const std::string& name) const;
  /// The sections in their order.
  std::vector<std::string> sections() const;
  /// Makes the unit system of a case with a section [units]; empty for methods without one.
  const MakeUnits& make_units() const { return make_units_; }

 private:
  std::string method_;
  std::vector<KeySpec> rows_;
  MakeUnits make_units_;
};

/// The key tables of all methods, the default method first.
using KeyTables = std::vector<std::shared_ptr<const KeyTable>>;

/// The name of a method and its rows.
struct MethodKeys {
  std::string method;
  std::vector<KeySpec> rows;
  MakeUnits make_units{};
};

KeyTables make_key_tables(const std::vector<MethodKeys>& methods);

/// Whether so few letters of a name differ from a key, or so few besides its section, that the key
/// is likely to be meant.
bool is_near(const std::string& name, const std::string& key);

/// The keys of any method that are as near to `name` as the nearest one, or one change further: the
/// nearest first, at most `most`.
std::vector<std::string> nearest_keys(const KeyTables& tables, const std::string& name,
                                      std::size_t most);

/// A row as text for a terminal: name and default, allowed values, meaning; each on its own line.
std::string text_of(const KeySpec& spec);

/// Rows as a table in Markdown, as in docs/keys.md.
std::string markdown_of(const std::vector<KeySpec>& rows);

}  // namespace slipflow::config
