// From entries to validated settings.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "case_text.hpp"
#include "conversion.hpp"
#include "directive.hpp"
#include "slipflow/config/settings.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "tokens.hpp"
#include "value_rules.hpp"

namespace slipflow::config {

class SettingsBuilder {
 public:
  SettingsBuilder(const std::string& text, const std::string& name,
                  const std::vector<std::string>& overrides, const KeyTables& tables)
      : name_(name), tables_(tables) {
    std::vector<Entry> set;
    for (const auto& override_text : overrides) set.push_back(parse_override(override_text));
    choose_table(text, set);
    auto entries = parse_entries(text, name, tables, *table_);
    for (const auto& entry : entries) check_known(entry, entries);
    for (auto& entry : entries) given_[entry.key].push_back(std::move(entry));
    apply(std::move(set));
  }

  Settings build() {
    Settings settings;
    settings.name_ = name_;
    settings.folder_ = std::filesystem::path(name_).parent_path();
    settings.table_ = table_;
    if (has_units()) settings.units_ = units_ = make_units(settings);
    for (const auto& spec : table_->rows()) {
      const auto entries = entries_of(spec);
      if (!entries.empty()) settings.values_[spec.name] = value_of(spec, entries);
    }
    return settings;
  }

 private:
  bool has_units() const {
    return std::ranges::any_of(given_, [&](const auto& given) {
      return !given.second.empty() && given.first.starts_with("units.");
    });
  }

  /// The unit system, from the values that have no unit of the table.
  std::shared_ptr<const UnitSystem> make_units(Settings settings) const {
    for (const auto& spec : table_->rows()) {
      const bool is_free = spec.type == KeyType::quantity || spec.type == KeyType::choice ||
                           spec.type == KeyType::text ||
                           (spec.type == KeyType::number && spec.unit == "-");
      const bool is_missing = spec.required && !given_.contains(spec.name);
      const auto entries = is_free && !is_missing ? entries_of(spec) : std::vector<Entry>{};
      if (!entries.empty()) settings.values_[spec.name] = value_of(spec, entries);
    }
    return std::make_shared<const UnitSystem>(table_->make_units()(settings));
  }

  /// Chooses the table of the given method. For an unknown name it is the first table, whose row of
  /// `method` then reports the error.
  void choose_table(const std::string& text, const std::vector<Entry>& set) {
    std::optional<std::string> method = method_of(text);
    for (const auto& entry : set)
      if (entry.key == "method") method = entry.value;
    const auto found = std::ranges::find_if(
        tables_, [&](const auto& table) { return method && table->method() == *method; });
    table_ = found == tables_.end() ? tables_.front() : *found;
  }

  /// `file`: all entries of the case file, for one of them.
  void check_known(const Entry& entry, const std::vector<Entry>& file) const {
    if (table_->find(entry.key) != nullptr) return;
    std::vector<std::string> methods, fitting;
    for (const auto& other : tables_) {
      if (!other->find(entry.key)) continue;
      methods.push_back(other->method());
      const bool fits = std::ranges::all_of(
          file, [&](const Entry& one) { return other->find(one.key) != nullptr; });
      if (fits && !file.empty()) fitting.push_back(other->method());
    }
    if (!methods.empty())
      throw Error(ExitStatus::bad_input,
                  fmt::format("{}: {} is a key of method {}; this case has method = {}{}",
                              entry.origin.text(), entry.key, fmt::join(methods, " and "),
                              table_->method(), advice_on_method(fitting)));
    throw Error(ExitStatus::bad_input, fmt::format("{}: unknown key '{}'; {}", entry.origin.text(),
                                                   shown(entry.key), advice(entry)));
  }

  static std::string advice_on_method(const std::vector<std::string>& fitting) {
    if (fitting.empty()) return "";
    return fmt::format(", but all its keys fit method = {}", fmt::join(fitting, " and "));
  }

  /// A line "west wall velocity=1" lacks the '=' after its key.
  std::string advice(const Entry& entry) const {
    const auto blank = entry.key.find_first_of(" \t");
    if (blank == std::string::npos || !table_->find(entry.key.substr(0, blank)))
      return table_->advice(entry.key);
    const auto key = entry.key.substr(entry.key.find('.') + 1);
    const auto end = key.find_first_of(" \t");
    return fmt::format("a key has no blanks: write {} = {}={}", key.substr(0, end),
                       shown(trimmed(key.substr(end))), shown(entry.value));
  }

  void apply(std::vector<Entry> overrides) {
    std::map<std::string, std::vector<Entry>> set;
    for (auto& entry : overrides) {
      check_known(entry, {});
      set[entry.key].push_back(std::move(entry));
    }
    for (auto& [key, entries] : set) {
      // An empty value removes an optional key, as in --set time.step= --set time.courant=0.25.
      if (table_->find(key)->optional) {
        std::erase_if(entries, [](const Entry& entry) { return entry.value.empty(); });
      }
      given_[key] = entries;
    }
  }

  /// The lines of the key, or its default; none for an optional key that is absent.
  std::vector<Entry> entries_of(const KeySpec& spec) const {
    const auto found = given_.find(spec.name);
    if (found != given_.end() && !found->second.empty()) return found->second;
    if (is_determined(spec)) return {{spec.name, units_->determined.at(spec.name), Origin{}}};
    if (spec.required) {
      throw Error(ExitStatus::bad_input,
                  fmt::format("{}: {} is missing; it must be {}{}", shown(name_), spec.name,
                              allowed_values(spec), instead_of(spec)));
    }
    if (spec.optional) return {};
    return {{spec.name, default_of(spec), Origin{}}};
  }

  /// Limits are those of the unit of the table.
  static std::string in_unit_text(const KeySpec& spec, const Settings::Value& value) {
    if (value.raw == value.written) return "";
    return fmt::format(", in {}; there it is {}", spec.unit, shown(value.raw));
  }

  static std::string instead_of(const KeySpec& spec) {
    const auto& section = spec.unless_section;
    return section.empty() ? "" : fmt::format(", or follow from the section [{}]", section);
  }

  bool is_determined(const KeySpec& spec) const {
    return units_ && units_->determined.contains(spec.name);
  }

  std::string default_of(const KeySpec& spec) const {
    if (spec.default_for.empty()) return spec.default_value;
    const KeySpec& other = *table_->find(spec.default_depends_on);
    const auto found = spec.default_for.find(value_of(other, entries_of(other)).raw);
    return found == spec.default_for.end() ? spec.default_value : found->second;
  }

  Settings::Value value_of(const KeySpec& spec, const std::vector<Entry>& entries) const {
    check_repeats(spec, entries);
    Settings::Value value;
    value.origin = entries.front().origin;
    if (spec.type == KeyType::directive) {
      for (const auto& entry : entries)
        value.directives.push_back(parse_directive(spec, entry, units_.get()));
      value.raw = value.written = value.directives.front().raw;
      return value;
    }
    const Entry& entry = entries.front();
    // A text keeps its blanks; elsewhere they only separate.
    value.written = spec.type == KeyType::text ? entry.value : fold_blanks(entry.value);
    value.raw = in_units_of_table(spec, entry, value.written);
    value.determined = entry.origin.file.empty() && is_determined(spec);
    if (!is_allowed(spec, value.raw)) {
      const auto from = value.determined ? shown(name_) + ", [units]" : entry.origin.text();
      throw value_error(
          from, spec.name, value.written,
          fmt::format("must be {}{}", allowed_values(spec), in_unit_text(spec, value)));
    }
    if (spec.type == KeyType::words && value.raw.empty()) value.raw = value.written = "none";
    return value;
  }

  std::string in_units_of_table(const KeySpec& spec, const Entry& entry,
                                const std::string& written) const {
    const bool has_numbers = spec.type == KeyType::number || spec.type == KeyType::numbers ||
                             spec.type == KeyType::integer || spec.type == KeyType::integers;
    if (!has_numbers) return written;
    const auto words =
        Conversion(units_.get(), spec, entry).numbers(split_blanks(written), spec.unit);
    return fmt::format("{}", fmt::join(words, " "));
  }

  static void check_repeats(const KeySpec& spec, const std::vector<Entry>& entries) {
    if (spec.repeatable || entries.size() == 1) return;
    const Origin& second = entries[1].origin;
    const std::string where = second.line == 0 ? std::string("may be set only once")
                                               : fmt::format("is given twice, in lines {} and {}",
                                                             entries[0].origin.line, second.line);
    throw Error(ExitStatus::bad_input, fmt::format("{}: {} {}", second.text(), spec.name, where));
  }

  std::string name_;
  const KeyTables& tables_;
  std::shared_ptr<const KeyTable> table_;
  std::shared_ptr<const UnitSystem> units_;
  std::map<std::string, std::vector<Entry>> given_;
};

Settings parse_case(const std::string& text, const std::string& name,
                    const std::vector<std::string>& overrides, const KeyTables& tables) {
  return SettingsBuilder(text, name, overrides, tables).build();
}

Settings load_case_file(const std::filesystem::path& file,
                        const std::vector<std::string>& overrides, const KeyTables& tables) {
  return parse_case(read_case_text(file), file.string(), overrides, tables);
}

}  // namespace slipflow::config
