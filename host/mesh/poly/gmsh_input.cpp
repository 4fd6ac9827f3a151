#include "gmsh_input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/number_text.hpp"
#include "slipflow/support/utf8.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::string_view kSpace = " \t\r\n\v\f";

template <class Number>
constexpr const char* kNeeded = "a whole number";
template <>
constexpr const char* kNeeded<std::uint64_t> = "a whole number that is not negative";
template <>
constexpr const char* kNeeded<double> = "a finite number";

bool is_space(char letter) { return kSpace.find(letter) != kSpace.npos; }

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(kSpace);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}
}  // namespace

GmshInput::GmshInput(std::string_view content, const std::filesystem::path& file)
    : content_(content),
      file_(file),
      at_(content.size() - without_byte_order_mark(content).size()) {}

void GmshInput::refuse_at(std::size_t position, const std::string& sentence) const {
  std::string place = fmt::format("byte {}", position);
  if (!binary) {
    const auto before = content_.substr(0, position);
    place = fmt::format("line {}", 1 + std::count(before.begin(), before.end(), '\n'));
  }
  throw Error(ExitStatus::bad_input,
              fmt::format("'{}' {}: {}", shown(file_.string()), place, sentence));
}

void GmshInput::refuse_end() const {
  refuse_at(content_.size(), fmt::format("the file ends inside {}", section));
}

void GmshInput::refuse_infinite(double value) const {
  refuse(fmt::format("{} is needed, not '{}'", kNeeded<double>, value));
}

void GmshInput::skip_space() {
  while (at_ < content_.size() && is_space(content_[at_])) ++at_;
}

bool GmshInput::at_end() {
  skip_space();
  return at_ == content_.size();
}

std::string_view GmshInput::line() {
  last_ = at_;
  const auto end = std::min(content_.find('\n', at_), content_.size());
  at_ = std::min(end + 1, content_.size());
  return trimmed(content_.substr(last_, end - last_));
}

bool GmshInput::end_line() {
  const auto before = last_;  // messages are still about what the line begins with
  const bool is_end = line().empty();
  last_ = before;
  return is_end;
}

std::string_view GmshInput::word() {
  skip_space();
  last_ = at_;
  while (at_ < content_.size() && !is_space(content_[at_])) ++at_;
  if (at_ == last_) refuse_end();
  return content_.substr(last_, at_ - last_);
}

std::string_view GmshInput::quoted() {
  const auto text = line();
  if (text.size() < 2 || text.front() != '"' || text.find('"', 1) != text.size() - 1)
    refuse(fmt::format("a name in quotation marks is needed, not '{}'", shown(text)));
  return text.substr(1, text.size() - 2);
}

template <class Number>
Number GmshInput::text_number() {
  const auto text = word();
  Number value{};
  bool is_number = read_number(text, value) == std::errc{};
  if constexpr (std::is_floating_point_v<Number>) is_number = is_number && std::isfinite(value);
  if (!is_number) refuse(fmt::format("{} is needed, not '{}'", kNeeded<Number>, shown(text)));
  return value;
}

template int GmshInput::text_number<int>();
template std::int64_t GmshInput::text_number<std::int64_t>();
template std::uint64_t GmshInput::text_number<std::uint64_t>();
template double GmshInput::text_number<double>();

void GmshInput::copy_bytes(void* to, std::size_t bytes) {
  if (content_.size() - at_ < bytes) refuse_end();
  std::memcpy(to, content_.data() + at_, bytes);
  last_ = at_;
  at_ += bytes;
}

void GmshInput::skip_numbers(std::uint64_t count, std::size_t bytes) {
  if (!binary) {
    for (std::uint64_t k = 0; k < count; ++k) word();
    return;
  }
  if (count > (content_.size() - at_) / bytes) refuse_end();
  at_ += static_cast<std::size_t>(count) * bytes;
}

void GmshInput::require_room(std::uint64_t count, const char* items, std::size_t numbers,
                             std::size_t bytes) const {
  // A number in text has at least a digit and white space; that after the last one may be missing.
  const std::size_t each = binary ? bytes : 2 * numbers;
  if (count > (content_.size() - at_ + 1) / each)
    refuse(fmt::format("{} {} do not fit in the rest of the file", count, items));
}

void GmshInput::end_section() {
  if (at_end()) refuse_end();
  const auto text = line();
  const std::string end = "$End" + section.substr(1);
  if (text == end) return;
  if (at_ == content_.size() && std::string_view(end).starts_with(text)) refuse_end();
  refuse(fmt::format("{} is needed, not '{}'", end, shown(text)));
}

void GmshInput::skip_section() {
  const std::string end = "\n$End" + section.substr(1);
  // The section may be empty, so that the search begins at the end of the line before.
  for (std::size_t from = at_ - 1;; from = at_) {
    const auto found = content_.find(end, from);
    if (found == content_.npos) refuse_end();
    at_ = found + end.size();
    if (at_ == content_.size() || is_space(content_[at_])) return;
  }
}

}  // namespace slipflow::mesh
