#include "svg_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace slipflow::drawing {

std::string with_even_names(const std::string& svg) {
  constexpr std::array<std::string_view, 4> kBefore = {" id=\"", "href=\"#", "url(#", "url('#"};
  std::string even;
  std::map<std::string, std::string, std::less<>> names;
  std::size_t done = 0;
  while (true) {
    // A name begins after the nearest of these.
    std::size_t begin = std::string::npos;
    for (const auto before : kBefore)
      if (const auto at = svg.find(before, done); at != std::string::npos)
        begin = std::min(begin, at + before.size());
    if (begin == std::string::npos) break;
    const std::size_t end = std::min(svg.find_first_of("\"')", begin), svg.size());
    const auto [name, is_new] = names.try_emplace(svg.substr(begin, end - begin));
    if (is_new) name->second = "part" + std::to_string(names.size() - 1);
    even += svg.substr(done, begin - done) + name->second;
    done = end;
  }
  return even + svg.substr(done);
}

}  // namespace slipflow::drawing
