// A case file as typed values. Knows keys, types and ranges; knows no physics.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/config/key_table.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::config {

/// Where a value came from: file and line, or the command line, or the table's default.
struct Origin {
  std::string file;  ///< empty for a default; "--set" for the command line
  int line = 0;      ///< 0 unless from a file
  /// "case.cfg:12", "--set" or "default".
  std::string text() const;
};

/// A value line "KIND FILE numbers... [name=value]...", such as a body or a wall; most have no
/// file.
struct Directive {
  std::string key;              ///< "body.rectangle"
  std::string kind;             ///< first word where the key's directive has kinds, else empty
  std::string file{};           ///< relative to Settings::folder()
  std::vector<double> numbers;  ///< the positional numbers
  std::map<std::string, std::string> options;
  Origin origin;
  std::string raw;      ///< as written, blanks folded
  std::string plain{};  ///< the same in the units of the table
};

/// The validated values of one case: every key of the table, from the file, --set or its default.
/// Numbers that are given with a unit are in the unit of the table.
class Settings {
 public:
  double number(const std::string& key) const;
  long integer(const std::string& key) const;
  double seconds(const std::string& key) const;                  ///< durations
  Quantity quantity(const std::string& key) const;               ///< of the type quantity
  const std::string& text(const std::string& key) const;         ///< texts, choices
  std::vector<double> numbers(const std::string& key) const;     ///< "0 20"; whole ones too
  std::vector<std::string> words(const std::string& key) const;  ///< "p T rho"
  const std::vector<Directive>& directives(const std::string& key) const;
  /// True when the key was in the file or set on the command line.
  bool given(const std::string& key) const;
  Origin origin(const std::string& key) const;
  /// An Error(bad_input): "FILE:LINE: section.key = VALUE: MESSAGE". For rules between keys.
  Error error(const std::string& key, const std::string& message) const;
  /// The error of one directive: "FILE:LINE: section.key = LINE AS WRITTEN: MESSAGE".
  Error error(const Directive& directive, const std::string& message) const;
  /// What the section [units] determines; null for a case without it.
  const std::shared_ptr<const UnitSystem>& units() const { return units_; }
  /// The rows of the keys that the case may have.
  const KeyTable& table() const { return *table_; }
  /// The folder that relative paths in the case refer to.
  std::filesystem::path folder() const;
  /// The files that the case names: tables, masks, files of faces, the frame of the initial state.
  std::vector<std::filesystem::path> files() const;
  /// The whole case as a case file: every key with its value as written, in the table's order.
  /// Running it again, from any folder, gives the same case: paths of files it reads are made
  /// absolute. Values that [units] determines are comments.
  std::string resolved() const;
  /// Every key with its value, so that equal values are equal texts: numbers in one spelling; lines
  /// of a repeatable key joined, without the paths of files they name.
  std::map<std::string, std::string> values() const;

 private:
  friend class SettingsBuilder;
  struct Value {
    std::string raw;  // in the unit of the table, blanks folded
    Origin origin;
    std::vector<Directive> directives;  // for directive keys, in the order of the file
    std::string written{};              // as given, blanks folded
    bool determined = false;            // by [units]
  };
  std::shared_ptr<const KeyTable> table_;
  std::map<std::string, Value> values_;
  std::string name_;  // of the file, as messages show it
  std::filesystem::path folder_;
  std::shared_ptr<const UnitSystem> units_;
};

/// Reads and validates a case file. `overrides` are "section.key=value" texts of --set; they
/// replace all repeats of their key in the file, and an empty value leaves an optional key out. The
/// key `method` chooses one of the tables, which defines the allowed keys.
/// Throws Error(bad_input) with one sentence naming file, line, key, the given value and the
/// allowed ones.
Settings load_case_file(const std::filesystem::path& file,
                        const std::vector<std::string>& overrides, const KeyTables& tables);

/// Validates text already in memory; `name` is that of the file in messages, and relative paths
/// are relative to its folder.
Settings parse_case(const std::string& text, const std::string& name,
                    const std::vector<std::string>& overrides, const KeyTables& tables);

}  // namespace slipflow::config
