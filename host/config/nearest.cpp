#include "nearest.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace slipflow::config {
namespace {

constexpr std::size_t kComparedLetters = 200;  // no key has as many

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

std::size_t edit_distance(const std::string& a, const std::string& b) {
  if (a.size() > kComparedLetters) return edit_distance(a.substr(0, kComparedLetters), b);
  // Levenshtein with one row: row[j] is the distance of the letters of `a` so far to b[0, j).
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (same_letter(a[i], b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::string nearest(const std::string& name, const std::vector<std::string>& candidates) {
  return *std::min_element(candidates.begin(), candidates.end(),
                           [&](const std::string& a, const std::string& b) {
                             return edit_distance(name, a) < edit_distance(name, b);
                           });
}

}  // namespace slipflow::config
