// The text of a case file: read once, checked to be text, split into entries with their lines.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/config/key_table.hpp"
#include "slipflow/config/settings.hpp"

namespace slipflow::config {

/// One "key = value" as it was given.
struct Entry {
  std::string key;    ///< "section.key"
  std::string value;  ///< without comment and outer blanks
  Origin origin;
};

/// The bytes of the file; messages name it by the path as given.
std::string read_case_text(const std::filesystem::path& file);

/// The value of `method` before the first section, or nothing.
std::optional<std::string> method_of(const std::string& text);

/// The entries of the text in their order. Sections are those of one of the tables; keys may still
/// be unknown. `own`: the table of the case's method.
std::vector<Entry> parse_entries(const std::string& text, const std::string& name,
                                 const KeyTables& tables, const KeyTable& own);

/// One "section.key=value" of --set.
Entry parse_override(const std::string& text);

/// The text without blanks at both ends.
std::string trimmed(const std::string& text);

}  // namespace slipflow::config
