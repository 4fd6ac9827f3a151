#include "directive.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "nearest.hpp"
#include "quoted_name.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "tokens.hpp"
#include "value_rules.hpp"

namespace slipflow::config {
namespace {

class DirectiveParser {
 public:
  DirectiveParser(const KeySpec& spec, const Entry& entry, const UnitSystem* system)
      : spec_(spec),
        entry_(entry),
        conversion_(system, spec, entry),
        words_(split_words(entry.value)) {}

  Directive parse() {
    if (words_.empty()) throw error("must be " + allowed_values(spec_));
    form_ = &find_form();
    directive_.key = spec_.name;
    directive_.kind = form_->kind;
    directive_.origin = entry_.origin;
    directive_.raw = fmt::format("{}", fmt::join(words_, " "));
    directive_.plain = directive_.raw;
    if (!form_->text.empty()) return directive_;
    std::size_t next = form_->kind.empty() ? 0 : 1;
    if (!form_->file.empty()) directive_.file = file_word(next++);
    convert_from(next);
    directive_.plain = fmt::format("{}", fmt::join(words_, " "));
    for (; next < words_.size(); ++next) {
      refuse_blanks_at(next);
      add(words_[next]);
    }
    check_complete();
    return directive_;
  }

 private:
  Error error(const std::string& message) const {
    return value_error(entry_.origin.text(), spec_.name, fold_blanks(entry_.value), message);
  }

  const DirectiveForm& find_form() const {
    if (spec_.forms.front().kind.empty()) return spec_.forms.front();
    std::vector<std::string> kinds;
    for (const auto& form : spec_.forms) {
      if (form.kind == words_.front()) return form;
      kinds.push_back(form.kind);
    }
    throw error(fmt::format("unknown kind '{}'; did you mean '{}'? Allowed are {}",
                            shown(words_.front()), nearest(words_.front(), kinds),
                            fmt::join(kinds, ", ")));
  }

  std::string file_word(std::size_t place) const {
    if (place < words_.size() && words_[place].starts_with('"')) return name_in(words_[place]);
    if (place < words_.size() && words_[place].find('=') == std::string::npos) return words_[place];
    throw error(
        fmt::format("{} begins with {}, a name without blanks and '=', or one in double "
                    "quotes",
                    subject(), form_->file));
  }

  std::string name_in(const std::string& word) const {
    auto name = unquoted(word);
    if (!name.empty()) return name;
    throw error(
        fmt::format("{} is not a valid name in double quotes, where \\XX is a character by its "
                    "two hexadecimal digits",
                    shown(word)));
  }

  /// Numbers and options from that word on, in the units of the table.
  void convert_from(std::size_t first) {
    const auto is_option = [](const std::string& word) {
      return word.find('=') != std::string::npos;
    };
    const auto begin = words_.begin() + static_cast<std::ptrdiff_t>(std::min(first, words_.size()));
    const auto options = std::find_if(begin, words_.end(), is_option);
    auto words =
        conversion_.numbers({begin, options}, form_->unit.empty() ? spec_.unit : form_->unit);
    for (auto at = options; at != words_.end(); ++at) words.push_back(converted_option(*at));
    words_.erase(begin, words_.end());
    words_.insert(words_.end(), words.begin(), words.end());
  }

  std::string converted_option(const std::string& word) const {
    const auto equals = word.find('=');
    const auto units = spec_.option_units.find(word.substr(0, equals));
    if (equals == std::string::npos || units == spec_.option_units.end()) return word;
    const auto& unit = units->second == kUnitOfField ? unit_of_field() : units->second;
    return word.substr(0, equals + 1) + conversion_.list(word.substr(equals + 1), unit);
  }

  /// The unit of the field that the line is for; without one there is only its name for messages.
  std::string unit_of_field() const {
    constexpr std::string_view kOption = "field=";
    for (const auto& word : words_)
      if (word.starts_with(kOption)) {
        const auto found = spec_.field_units.find(word.substr(kOption.size()));
        return found == spec_.field_units.end() ? "-" : found->second;
      }
    return kUnitOfField;
  }

  /// "velocity = 1", "velocity =1" and "velocity= 1" at that word, with what to write instead.
  void refuse_blanks_at(std::size_t place) const {
    const auto at = [&](std::size_t k) { return k < words_.size() ? words_[k] : std::string(); };
    std::string option = at(place);
    const bool is_apart = !to_number(option) && option.find('=') == std::string::npos &&
                          at(place + 1).starts_with('=');
    if (!is_apart && (option.size() < 2 || !option.ends_with('='))) return;
    if (is_apart) option += at(++place);
    if (option.ends_with('=')) option += place + 1 < words_.size() ? at(place + 1) : "VALUE";
    throw error(
        fmt::format("an option is name=value without blanks around '=': write {}", shown(option)));
  }

  void add(const std::string& word) {
    const auto equals = word.find('=');
    if (equals == std::string::npos) {
      add_number(word);
    } else if (equals == 0 || equals + 1 == word.size()) {
      throw error("an option is name=value without blanks around '='");
    } else {
      add_option(word.substr(0, equals), name_in(word.substr(equals + 1)));
    }
  }

  void add_number(const std::string& word) {
    const auto number = to_number(word);
    if (!number)
      throw error(fmt::format(
          "'{}' is neither a number nor name=value{}", shown(word),
          directive_.options.empty() ? "" : "; an option, with its unit, has no blank in it"));
    if (!directive_.options.empty()) throw error("numbers must precede the options");
    directive_.numbers.push_back(*number);
  }

  void add_option(const std::string& name, const std::string& value) {
    const auto& known = form_->options;
    if (known.empty())
      throw error(fmt::format("{} takes no options, not '{}'", subject(), shown(name)));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw error(fmt::format("unknown option '{}'; did you mean '{}'? Allowed are {}", shown(name),
                              nearest(name, known), fmt::join(known, ", ")));
    }
    if (!directive_.options.emplace(name, value).second) {
      throw error(fmt::format("option '{}' is given twice", name));
    }
  }

  void check_complete() const {
    const auto given = directive_.numbers.size(), count = static_cast<std::size_t>(form_->count);
    const bool fits = form_->or_more ? given >= count : given == count;
    if (!fits && !(form_->or_none && given == 0)) {
      throw error(fmt::format("{} takes {} number{}{}, not {}", subject(), count,
                              count == 1 ? "" : "s",
                              form_->or_more   ? " or more"
                              : form_->or_none ? " or none"
                                               : "",
                              given));
    }
    if (!form_->options_required) return;
    for (const auto& name : form_->options) {
      if (!directive_.options.contains(name)) {
        throw error(fmt::format("{} needs {}=...", subject(), name));
      }
    }
  }

  std::string subject() const { return form_->kind.empty() ? spec_.name : form_->kind; }

  const KeySpec& spec_;
  const Entry& entry_;
  const Conversion conversion_;
  std::vector<std::string> words_;
  const DirectiveForm* form_ = nullptr;
  Directive directive_;
};

}  // namespace

Directive parse_directive(const KeySpec& spec, const Entry& entry, const UnitSystem* system) {
  return DirectiveParser(spec, entry, system).parse();
}

}  // namespace slipflow::config
