#include "foam_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/number_text.hpp"

namespace slipflow::mesh {

namespace {
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Whether a number ends before this character.
bool ends_token(char c) {
  switch (c) {
    case '(':
    case ')':
    case '{':
    case '}':
    case '[':
    case ']':
    case ';':
    case '"':
    case '/':
      return true;
    default:
      return is_blank(c);
  }
}
}  // namespace

void FoamText::refuse_at(std::size_t byte, const std::string& reason) const {
  const auto before = bytes_.begin() + static_cast<std::ptrdiff_t>(byte);
  const std::string place =
      by_byte_ ? fmt::format("byte {}", byte)
               : fmt::format("line {}", 1 + std::count(bytes_.begin(), before, '\n'));
  throw Error(ExitStatus::bad_input,
              fmt::format("'{}', {}: {}", shown(file_.string()), place, reason));
}

void FoamText::expected(std::string_view what) {
  if (at_end()) refuse_at(at_, fmt::format("expected {}, but the file ends", what));
  const std::size_t begin = at_;
  std::string_view found = token();
  if (found.empty()) found = std::string_view(bytes_).substr(begin, 1);
  refuse_at(begin, fmt::format("expected {}, but found '{}'", what, shown(found)));
}

bool FoamText::skip_comment() {
  const std::string_view rest = std::string_view(bytes_).substr(at_);
  const bool block = rest.starts_with("/*");
  if (!block && !rest.starts_with("//")) return false;
  const std::size_t end = block ? rest.find("*/", 2) : rest.find('\n');
  if (block && end == std::string_view::npos) refuse_at(at_, "the comment /* has no */");
  at_ += end == std::string_view::npos ? rest.size() : block ? end + 2 : end;
  return true;
}

char FoamText::next() {
  while (at_ < bytes_.size()) {
    if (is_blank(bytes_[at_]))
      ++at_;
    else if (bytes_[at_] != '/' || !skip_comment())
      return bytes_[at_];
  }
  return '\0';
}

bool FoamText::accept(char wanted) {
  if (next() != wanted) return false;
  token_ = at_++;
  return true;
}

void FoamText::expect(char wanted) {
  if (!accept(wanted)) expected(fmt::format("'{}'", wanted));
}

void FoamText::expect_end() {
  if (!at_end()) expected("the end of the file");
}

std::string_view FoamText::token() {
  next();
  token_ = at_;
  while (at_ < bytes_.size() && !ends_token(bytes_[at_])) ++at_;
  return std::string_view(bytes_).substr(token_, at_ - token_);
}

std::string FoamText::quoted() {
  std::string text;
  token_ = at_++;
  for (; at_ < bytes_.size(); ++at_) {
    if (bytes_[at_] == '"') {
      ++at_;
      return text;
    }
    if (bytes_[at_] == '\\' && at_ + 1 < bytes_.size()) {
      if (bytes_[at_ + 1] != '"') text += '\\';
      ++at_;
    }
    text += bytes_[at_];
  }
  refuse("the string has no closing quote");
}

// OpenFOAM allows balanced parentheses in words: "inlet(2)".
std::string FoamText::word(std::string_view what) {
  if (next() == '"') return quoted();
  token_ = at_;
  std::size_t open = 0;
  for (; at_ < bytes_.size(); ++at_) {
    const char c = bytes_[at_];
    if (c == '(' && at_ > token_)
      ++open;
    else if (c == ')' && open > 0)
      --open;
    else if (ends_token(c))
      break;
  }
  if (at_ == token_) expected(what);
  return bytes_.substr(token_, at_ - token_);
}

int FoamText::integer() {
  const std::string_view text = token();
  int value = 0;
  const std::errc problem = read_number(text, value);
  if (problem == std::errc::result_out_of_range)
    refuse(fmt::format("'{}' does not fit in 32 bits", shown(text)));
  if (problem != std::errc{}) {
    at_ = token_;
    expected("a whole number");
  }
  return value;
}

double FoamText::number() {
  const std::string_view text = token();
  double value = 0;
  const std::errc problem = read_number(text, value);
  if (problem == std::errc::result_out_of_range)
    refuse(fmt::format("'{}' is beyond the range of double precision", shown(text)));
  if (problem != std::errc{}) {
    at_ = token_;
    expected("a number");
  }
  if (!std::isfinite(value)) refuse(fmt::format("'{}' is not a finite number", shown(text)));
  return value;
}

std::string_view FoamText::raw(std::size_t count) {
  token_ = at_;
  if (count > left())
    refuse(fmt::format("expected {} bytes of data, but only {} are left", count, left()));
  at_ += count;
  return std::string_view(bytes_).substr(token_, count);
}

void FoamText::skip_entry() {
  const std::size_t begin = token_;
  std::string open;  // the brackets that have to be closed
  for (;;) {
    const char c = next();
    if (at_ == bytes_.size()) refuse_at(begin, "the entry has no end");
    if (c == '"') {
      quoted();
      continue;
    }
    const bool closes = c == ')' || c == '}' || c == ']';
    if (closes && (open.empty() || open.back() != c))
      expected(fmt::format("'{}'", open.empty() ? ';' : open.back()));
    ++at_;
    if (c == '(') open += ')';
    if (c == '{') open += '}';
    if (c == '[') open += ']';
    if (closes) open.pop_back();
    if (open.empty() && (c == ';' || c == '}')) return;
  }
}

}  // namespace slipflow::mesh
