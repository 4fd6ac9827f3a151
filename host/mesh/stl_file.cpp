#include "slipflow/mesh/stl_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"
#include "slipflow/support/number_text.hpp"
#include "slipflow/support/utf8.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::size_t kLargestStl = std::size_t{1} << 28;
constexpr std::size_t kHeaderBytes = 80, kCountBytes = 4, kTriangleBytes = 50, kNormalBytes = 12;
constexpr double kRoundOff = 1e-12;  // of a corner, over the extent of the surface

/// The corners of triangles, three each.
using Corners = std::vector<Position3>;

/// Little-endian, as on every processor that slipflow runs on.
template <class Value>
Value value_at(std::string_view bytes, std::size_t at) {
  static_assert(std::endian::native == std::endian::little);
  Value value{};
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

Corners binary_corners(std::string_view bytes, const std::filesystem::path& file) {
  Corners corners;
  const std::size_t begin = kHeaderBytes + kCountBytes;
  for (std::size_t at = begin; at < bytes.size(); at += kTriangleBytes)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Position3 p{};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        p[axis] = value_at<float>(bytes, at + kNormalBytes + 4 * (3 * corner + axis));
        if (!std::isfinite(p[axis]))
          throw unfit_file(file, fmt::format("has a corner that is not finite, in triangle {}",
                                             1 + (at - begin) / kTriangleBytes));
      }
      corners.push_back(p);
    }
  return corners;
}

/// The words of an ASCII file.
class StlText {
 public:
  StlText(std::string_view bytes, const std::filesystem::path& file) : rest_(bytes), file_(file) {}

  /// The next word, in small letters; empty at the end.
  std::string word() {
    skip_blanks();
    const auto end = rest_.find_first_of(kBlanks);
    std::string word(rest_.substr(0, end));
    rest_.remove_prefix(word.size());
    std::ranges::transform(word, word.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return word;
  }
  void expect(const char* wanted) { check(word(), wanted); }
  void check(const std::string& found, const char* wanted) const {
    if (found != wanted) refuse(found, fmt::format("'{}'", wanted));
  }
  double number() {
    const std::string found = word();
    double value = 0;
    if (read_number(found, value) != std::errc{} || !std::isfinite(value))
      refuse(found, "a finite number");
    return value;
  }
  void skip_line() {
    const auto end = rest_.find('\n');
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end);
  }

 private:
  static constexpr std::string_view kBlanks = " \t\r\n\v\f";

  void skip_blanks() {
    const auto begin = std::min(rest_.find_first_not_of(kBlanks), rest_.size());
    line_ += std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
    rest_.remove_prefix(begin);
  }
  [[noreturn]] void refuse(const std::string& found, const std::string& wanted) const {
    throw Error(
        ExitStatus::bad_input,
        fmt::format("'{}', line {}: expected {}, but {}", shown(file_.string()), line_, wanted,
                    found.empty() ? "the file ends" : "found '" + shown(found) + "'"));
  }

  std::string_view rest_;
  const std::filesystem::path& file_;
  std::int64_t line_ = 1;
};

Position3 read_position(StlText& text) {
  Position3 p{};
  for (double& coordinate : p) coordinate = text.number();
  return p;
}

void read_facet(StlText& text, Corners& corners) {
  text.expect("normal");
  for (int axis = 0; axis < 3; ++axis) text.word();  // some programs write nan
  text.expect("outer");
  text.expect("loop");
  for (int corner = 0; corner < 3; ++corner) {
    text.expect("vertex");
    corners.push_back(read_position(text));
  }
  text.expect("endloop");
  text.expect("endfacet");
}

/// The corners of all solids of the file.
Corners text_corners(std::string_view bytes, const std::filesystem::path& file) {
  Corners corners;
  StlText text(bytes, file);
  for (std::string word = text.word(); !word.empty(); word = text.word()) {
    text.check(word, "solid");
    text.skip_line();  // its name
    for (word = text.word(); word == "facet"; word = text.word()) read_facet(text, corners);
    text.check(word, "endsolid");
    text.skip_line();
  }
  return corners;
}

/// Coordinates of one axis that differ by round-off become the one nearest to 0: the corners that
/// triangles share are then equal again.
void merge_close_coordinates(Corners& corners, std::size_t axis, double round_off) {
  std::vector<double*> order;
  for (Position3& p : corners) order.push_back(&p[axis]);
  std::ranges::sort(order, {}, [](const double* coordinate) { return *coordinate; });
  for (auto begin = order.begin(); begin != order.end();) {
    auto end = begin + 1;
    while (end != order.end() && **end - **(end - 1) <= round_off) ++end;
    const double kept = **std::min_element(
        begin, end, [](const double* a, const double* b) { return std::abs(*a) < std::abs(*b); });
    for (; begin != end; ++begin) **begin = kept;
  }
}

void merge_close_corners(Corners& corners) {
  double extent = 0;
  for (std::size_t axis = 0; axis < 3 && !corners.empty(); ++axis) {
    const auto at = [axis](const Position3& p) { return p[axis]; };
    const auto [lo, hi] = std::ranges::minmax(corners, {}, at);
    extent = std::max(extent, hi[axis] - lo[axis]);
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
    merge_close_coordinates(corners, axis, kRoundOff * extent);
}

/// Corners at the same position become one point.
Surface surface_of(const Corners& corners) {
  std::vector<int> order(corners.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int corner) { return corners[corner]; });
  Surface surface;
  std::vector<int> point(corners.size());
  for (const int corner : order) {
    if (surface.points.empty() || surface.points.back() != corners[corner])
      surface.points.push_back(corners[corner]);
    point[corner] = static_cast<int>(surface.points.size()) - 1;
  }
  for (std::size_t k = 0; k + 2 < point.size(); k += 3)
    if (point[k] != point[k + 1] && point[k] != point[k + 2] && point[k + 1] != point[k + 2])
      surface.triangles.push_back({point[k], point[k + 1], point[k + 2]});
  return surface;
}

Corners corners_in(std::string_view bytes, const std::filesystem::path& file) {
  const std::size_t size = bytes.size();
  const bool has_count = size >= kHeaderBytes + kCountBytes;
  const std::size_t count = has_count ? value_at<std::uint32_t>(bytes, kHeaderBytes) : 0;
  const std::size_t expected = kHeaderBytes + kCountBytes + kTriangleBytes * count;
  if (has_count && size == expected) return binary_corners(bytes, file);
  bytes = without_byte_order_mark(bytes);
  const auto begin = bytes.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && StlText(bytes.substr(begin, 5), file).word() == "solid")
    return text_corners(bytes, file);
  if (!has_count || expected > kLargestStl)
    throw unfit_file(file, "is no STL: it neither begins with 'solid' nor has a binary header");
  throw unfit_file(file,
                   fmt::format("is no STL: it does not begin with 'solid', and a binary one of {} "
                               "triangles has {} bytes, not {}",
                               count, expected, size));
}
}  // namespace

Surface read_stl(const std::filesystem::path& file) {
  return read_stl(content_of(file, kLargestStl, "an STL has at most 256 MiB"), file);
}

Surface read_stl(std::string_view bytes, const std::filesystem::path& file) {
  Corners corners = corners_in(bytes, file);
  Surface surface = surface_of(corners);
  if (fault_of(surface).empty()) return surface;
  merge_close_corners(corners);
  surface = surface_of(corners);
  if (const std::string fault = fault_of(surface); !fault.empty()) throw unfit_file(file, fault);
  return surface;
}

}  // namespace slipflow::mesh
