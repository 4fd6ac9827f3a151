#include "label.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "slipflow/support/utf8.hpp"

namespace slipflow::drawing {

namespace {
constexpr std::string_view kMinus = "\u2212";

/// Greek letters by their names, and the unit "um", which begins with one.
const std::map<std::string_view, std::string_view>& greek_letters() {
  static const std::map<std::string_view, std::string_view> letters = {
      {"alpha", "α"},    {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
      {"zeta", "ζ"},     {"eta", "η"},    {"theta", "θ"}, {"iota", "ι"},  {"kappa", "κ"},
      {"lambda", "λ"},   {"mu", "μ"},     {"nu", "ν"},    {"xi", "ξ"},    {"pi", "π"},
      {"rho", "ρ"},      {"sigma", "σ"},  {"tau", "τ"},   {"phi", "φ"},   {"chi", "χ"},
      {"um", "\u00b5m"}, {"psi", "ψ"},    {"omega", "ω"}, {"Gamma", "Γ"}, {"Delta", "Δ"},
      {"Theta", "Θ"},    {"Lambda", "Λ"}, {"Xi", "Ξ"},    {"Pi", "Π"},    {"Sigma", "Σ"},
      {"Phi", "Φ"},      {"Psi", "Ψ"},    {"Omega", "Ω"}};
  return letters;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string valid(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of_character(text.substr(at));
    const auto byte = static_cast<unsigned char>(text[at]);
    if (length == 0)
      out += '?';
    else if (length == 1 && (byte < 0x20 || byte == 0x7f))
      out += ' ';
    else
      out += text.substr(at, length);
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

class LabelReader {
 public:
  explicit LabelReader(std::string text) : text_(std::move(text)) {}

  std::vector<TextRun> read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_letter(c))
        take_word();
      else if ((c == '_' || c == '^') && at_ + 1 < text_.size() && text_[at_ + 1] != ' ')
        take_script(c == '_' ? TextRun::Place::below : TextRun::Place::above);
      else if (c == '-' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]) && begins_number())
        add(std::string(kMinus)), ++at_;
      else
        add(std::string(1, c)), ++at_;
    }
    return std::move(runs_);
  }

 private:
  void add(const std::string& text, TextRun::Place place = TextRun::Place::line) {
    if (runs_.empty() || runs_.back().place != place)
      runs_.push_back({text, place});
    else
      runs_.back().text += text;
  }

  bool begins_number() const {
    return at_ == 0 || !(is_letter(text_[at_ - 1]) || is_digit(text_[at_ - 1]));
  }

  std::string word_at(std::size_t at, bool (*is_part)(char)) const {
    std::size_t end = at;
    while (end < text_.size() && is_part(text_[end])) ++end;
    return text_.substr(at, end - at);
  }

  static std::string in_greek(const std::string& word) {
    const auto letter = greek_letters().find(word);
    return letter == greek_letters().end() ? word : std::string(letter->second);
  }

  void take_word() {
    const std::string word = word_at(at_, is_letter);
    at_ += word.size();
    if (word == "grad" && at_ < text_.size() && text_[at_] == ' ') {
      add("∇");
      ++at_;
      return;
    }
    add(in_greek(word));
    const std::string digits = word_at(at_, is_digit);
    if (digits.empty() || !(word.size() == 1 || greek_letters().contains(word))) return;
    add(digits, TextRun::Place::below);
    at_ += digits.size();
  }

  void take_script(TextRun::Place place) {
    ++at_;
    std::string inner;
    if (text_[at_] == '{' && text_.find('}', at_) != std::string::npos) {
      const std::size_t end = text_.find('}', at_);
      inner = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else {
      if (text_[at_] == '-' || text_[at_] == '+') inner = text_[at_++];
      const std::string word =
          word_at(at_, [](char c) { return is_letter(c) || is_digit(c) || c == '.'; });
      inner += word;
      at_ += word.size();
    }
    std::string written;
    if (inner.starts_with('-')) written = kMinus, inner.erase(0, 1);
    add(written + in_greek(inner), place);
  }

  const std::string text_;
  std::size_t at_ = 0;
  std::vector<TextRun> runs_;
};
}  // namespace

std::vector<TextRun> plain_runs(const std::string& text) {
  if (text.empty()) return {};
  return {{valid(text)}};
}

std::vector<TextRun> label_runs(const std::string& label) {
  return LabelReader(valid(label)).read();
}

std::string with_minus(const std::string& number) {
  return number.starts_with('-') ? std::string(kMinus) + number.substr(1) : number;
}

}  // namespace slipflow::drawing
