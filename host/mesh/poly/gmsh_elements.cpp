#include "gmsh_elements.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace slipflow::mesh {

namespace {
struct SortedPoints {
  std::array<int, 8> points;  ///< increasing; -1 after the last
  int element;

  bool operator<(const SortedPoints& other) const {
    return std::tie(points, element) < std::tie(other.points, other.element);
  }
};
}  // namespace

std::span<const int> points_of_element(const Elements& elements, std::size_t element) {
  const auto begin = static_cast<std::size_t>(elements.starts[element]);
  const auto end = static_cast<std::size_t>(elements.starts[element + 1]);
  return std::span(elements.points).subspan(begin, end - begin);
}

void keep_elements(Elements& elements, const std::vector<char>& kept) {
  std::size_t element = 0;
  std::size_t point = 0;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (!kept[k]) continue;
    const auto points = points_of_element(elements, k);
    std::copy(points.begin(), points.end(),
              elements.points.begin() + static_cast<std::ptrdiff_t>(point));
    point += points.size();
    elements.shapes[element] = elements.shapes[k];
    elements.groups[element] = elements.groups[k];
    // Elements from k on, which are still to be read, begin at starts[k] or behind.
    elements.starts[++element] = static_cast<int>(point);
  }
  elements.shapes.resize(element);
  elements.groups.resize(element);
  elements.starts.resize(element + 1);
  elements.points.resize(point);
}

void remove_duplicates(Elements& elements) {
  std::vector<SortedPoints> sorted(elements.shapes.size());
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const auto points = points_of_element(elements, k);
    sorted[k].points.fill(-1);
    const auto end = std::copy(points.begin(), points.end(), sorted[k].points.begin());
    std::sort(sorted[k].points.begin(), end);
    sorted[k].element = static_cast<int>(k);
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<char> kept(sorted.size(), 1);
  for (std::size_t k = 1; k < sorted.size(); ++k)
    if (sorted[k].points == sorted[k - 1].points)
      kept[static_cast<std::size_t>(sorted[k].element)] = 0;
  keep_elements(elements, kept);
}

}  // namespace slipflow::mesh
