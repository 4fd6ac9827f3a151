#include "html_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "embedded_texts.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
bool is_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && end == text.c_str() + text.size();
}
}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  for (const char c : escaped_lines(text)) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  return out;
}

std::string data_uri(std::string_view type, std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out = fmt::format("data:{};base64,", type);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto group = bytes.substr(at, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out += k <= group.size() ? kDigits[bits >> (18 - 6 * k) & 63U] : '=';
  }
  return out;
}

std::string html_figure(std::string_view type, std::string_view bytes, const std::string& caption) {
  const auto text = html_text(caption);
  return fmt::format("<figure><img alt=\"{}\" src=\"{}\"><figcaption>{}</figcaption></figure>\n",
                     text, data_uri(type, bytes), text);
}

std::string html_table(const std::vector<std::string>& heading,
                       const std::vector<std::vector<std::string>>& rows) {
  if (rows.empty()) return "";
  std::string out = "<div class=\"wide\"><table>\n";
  if (!heading.empty()) {
    out += "<thead><tr>";
    for (const auto& cell : heading) out += "<th scope=\"col\">" + html_text(cell) + "</th>";
    out += "</tr></thead>\n";
  }
  for (const auto& row : rows) {
    out += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k)
      out += k == 0              ? "<th scope=\"row\">" + html_text(row[k]) + "</th>"
             : is_number(row[k]) ? "<td class=\"number\">" + html_text(row[k]) + "</td>"
                                 : "<td>" + html_text(row[k]) + "</td>";
    out += "</tr>\n";
  }
  return out + "</table></div>\n";
}

std::string html_list(const std::string& style, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string out = "<ul class=\"" + style + "\">\n";
  for (const auto& line : lines) out += "<li>" + html_text(line) + "</li>\n";
  return out + "</ul>\n";
}

HtmlPage::HtmlPage(const std::string& title, const std::string& subtitle)
    : title_(html_text(title)),
      body_(fmt::format("<h1>{}</h1>\n<p class=\"faint\">{}</p>\n", title_, html_text(subtitle))) {}

void HtmlPage::add(const std::string& heading, const std::string& html) {
  if (!html.empty())
    body_ += fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", html_text(heading), html);
}

std::string HtmlPage::text() const {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
      "style-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
      title_, report_style(), rules_, body_);
}

}  // namespace slipflow::app
