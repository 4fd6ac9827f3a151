#include "copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "slipflow/setup/options.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::setup {

namespace {
using config::Directive;
using config::Settings;

constexpr double kMostCopies = 255;  // walls have numbers up to 255
constexpr std::size_t kMostEdges = std::size_t{1} << 22, kMostPixels = std::size_t{1} << 28;

/// The option as `least` to `most` numbers of moderate size; `meaning` follows "must be".
std::vector<double> numbers_of(const Settings& s, const Directive& d, const std::string& name,
                               std::size_t least, std::size_t most, const char* meaning) {
  auto numbers = parse_numbers(*option(d, name));
  const bool beyond = std::any_of(numbers.begin(), numbers.end(),
                                  [](double number) { return std::abs(number) > kLargestLength; });
  if (numbers.size() < least || numbers.size() > most || beyond)
    throw s.error(d, fmt::format("{}={} must be {}{}", name, shown(*option(d, name)), meaning,
                                 beyond ? fmt::format(", not beyond {}", kLargestLength) : ""));
  return numbers;
}

/// How many copies along the row, and how many rows; 1 and 1 without count=.
struct Count {
  int columns = 1, rows = 1;
};

Count read_count(const Settings& s, const Directive& d) {
  constexpr auto meaning = "a whole number N, or two of them NX,NY, for at most 255 bodies";
  const auto numbers = numbers_of(s, d, "count", 1, 2, meaning);
  double product = 1;
  for (const double number : numbers)
    product *= number >= 1 && number == std::floor(number) ? number : kMostCopies + 1;
  if (product > kMostCopies)
    throw s.error(d, fmt::format("count={} must be {}", shown(*option(d, "count")), meaning));
  return {static_cast<int>(numbers.front()),
          numbers.size() == 2 ? static_cast<int>(numbers.back()) : 1};
}

/// Copies store their own edges or pixels. All together have at most as many as one drawing or
/// mask.
void require_few(const Settings& s, const Directive& d, const mesh::Shape& shape,
                 const Count& count) {
  const auto copies =
      static_cast<std::size_t>(count.columns) * static_cast<std::size_t>(count.rows);
  std::size_t edges = 0, pixels = 0;
  if (const auto* drawing = std::get_if<mesh::Drawing>(&shape))
    for (const auto& part : drawing->parts) edges += part.edges.size();
  if (const auto* placed = std::get_if<mesh::PlacedMask>(&shape)) pixels = placed->mask.dark.size();
  if (edges <= kMostEdges / copies && pixels <= kMostPixels / copies) return;
  throw s.error(d, edges > 0 ? fmt::format("{} copies of {} edges are more than {} edges in all",
                                           copies, edges, kMostEdges)
                             : fmt::format("{} copies of {} pixels are more than {} pixels in all",
                                           copies, pixels, kMostPixels));
}

/// A row along (DX, DY), or NX by NY bodies DX and DY apart.
std::vector<mesh::Shape> row(const Settings& s, const Directive& d, const mesh::Shape& shape,
                             const Count& count) {
  const auto step = numbers_of(s, d, "spacing", 2, 2, "two numbers DX,DY");
  const bool grid = option(d, "count")->find(',') != std::string::npos;
  std::vector<mesh::Shape> shapes;
  for (int j = 0; j < count.rows; ++j)
    for (int i = 0; i < count.columns; ++i)
      shapes.push_back(mesh::moved(shape, i * step[0], (grid ? j : i) * step[1]));
  return shapes;
}

/// Bodies turned about a point, the whole way round unless spacing= gives the angle between two.
std::vector<mesh::Shape> ring(const Settings& s, const Directive& d, const mesh::Shape& shape,
                              const Count& count) {
  const auto centre = numbers_of(s, d, "around", 2, 2, "two numbers X,Y");
  if (option(d, "count")->find(',') != std::string::npos)
    throw s.error(d, "a ring (around=X,Y) takes one number, count=N");
  const double step =
      option(d, "spacing")
          ? numbers_of(s, d, "spacing", 1, 1, "one number, degrees, in a ring").front()
          : 360.0 / count.columns;
  std::vector<mesh::Shape> shapes = {shape};
  for (int k = 1; k < count.columns; ++k)
    shapes.push_back(mesh::turned(shape, {centre[0], centre[1]}, k * step));
  return shapes;
}
}  // namespace

std::vector<mesh::Shape> copies_of(const Settings& s, const Directive& d,
                                   const mesh::Shape& shape) {
  if (!option(d, "count")) {
    for (const char* name : {"spacing", "around"})
      if (option(d, name)) throw s.error(d, fmt::format("{} needs count=N too", name));
    return {shape};
  }
  const Count count = read_count(s, d);
  require_few(s, d, shape, count);
  if (option(d, "around")) return ring(s, d, shape, count);
  if (!option(d, "spacing"))
    throw s.error(d, "count needs spacing=DX,DY for a row, or around=X,Y for a ring");
  return row(s, d, shape, count);
}

}  // namespace slipflow::setup
