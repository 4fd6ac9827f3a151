// A page in HTML that needs no other file and no script.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slipflow::app {

/// Foreign text as HTML shows it: marks of HTML and control characters are escaped; lines stay.
std::string html_text(std::string_view text);

/// The bytes in base 64 (RFC 4648), as "data:image/png;base64,..".
std::string data_uri(std::string_view type, std::string_view bytes);

/// A picture of this type, such as "image/png", with its caption.
std::string html_figure(std::string_view type, std::string_view bytes, const std::string& caption);

/// Rows of texts, which are escaped; numbers are aligned to the right. The heading may be empty.
std::string html_table(const std::vector<std::string>& heading,
                       const std::vector<std::vector<std::string>>& rows);

/// A list of sentences, which are escaped, with this class of packaging/report.css.
std::string html_list(const std::string& style, const std::vector<std::string>& lines);

/// A page of sections. It may load nothing: browsers refuse what is not in the page itself.
class HtmlPage {
 public:
  HtmlPage(const std::string& title, const std::string& subtitle);
  /// Adds a section; `html` is not escaped. Without any, no section is added.
  void add(const std::string& heading, const std::string& html);
  /// Adds rules to the style.
  void add_style(const std::string& rules) { rules_ += rules; }
  std::string text() const;

 private:
  std::string title_, body_, rules_;
};

}  // namespace slipflow::app
