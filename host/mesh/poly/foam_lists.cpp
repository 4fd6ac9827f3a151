#include "foam_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <cstring>
#include <optional>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::mesh {

namespace {
static_assert(std::endian::native == std::endian::little && sizeof(int) == 4 &&
                  sizeof(Vector3) == 24,
              "binary lists are copied as they are");

// The shortest entries in ASCII: "(0 0 0)", "0 " and "()".
constexpr std::size_t kShortestPoint = 7, kShortestLabel = 2, kShortestFace = 2;

/// The announced length of a list.
std::size_t read_length(FoamText& text) {
  const int length = text.integer();
  if (length < 0) text.refuse(fmt::format("a list cannot have {} entries", length));
  return static_cast<std::size_t>(length);
}

/// Refuses a list that is longer than the rest of the file.
void check_length(const FoamText& text, std::size_t length, std::size_t bytes_each) {
  if (length > text.left() / bytes_each)
    text.refuse(fmt::format("the list should have {} entries, more than the rest of the file holds",
                            length));
}

/// Refuses a list that had another length than announced, at its closing parenthesis.
void check_read(const FoamText& text, std::size_t read, std::size_t length) {
  if (read != length)
    text.refuse(
        fmt::format("the list has {} entries, but its length is given as {}", read, length));
}

void check_label(const FoamText& text, std::size_t byte, int label, const LabelRange& range) {
  if (label < range.first || label > range.last)
    text.refuse_at(byte, fmt::format("{} {} is not between {} and {}", range.noun, label,
                                     range.first, range.last));
}

/// Appends what is between the parentheses of a binary list; without them if it is empty, which is
/// how OpenFOAM writes such a list. Returns the byte where the data begin.
template <class Entry>
std::size_t append_raw(FoamText& text, std::size_t length, std::vector<Entry>& entries) {
  if (length == 0 && text.next() != '(') return 0;
  text.expect('(');
  const std::string_view bytes = text.raw(length * sizeof(Entry));
  const std::size_t begin = text.token_begin();
  const std::size_t before = entries.size();
  entries.resize(before + length);
  if (length > 0) std::memcpy(entries.data() + before, bytes.data(), bytes.size());
  text.expect(')');
  return begin;
}

void append_raw_labels(FoamText& text, std::size_t length, const LabelRange& range,
                       std::vector<int>& labels) {
  check_length(text, length, sizeof(int));
  const std::size_t before = labels.size();
  const std::size_t begin = append_raw(text, length, labels);
  for (std::size_t k = before; k < labels.size(); ++k)
    check_label(text, begin + (k - before) * sizeof(int), labels[k], range);
}

/// Appends the labels of "(i j ..)"; returns how many.
std::size_t append_labels(FoamText& text, const LabelRange& range, std::vector<int>& labels) {
  const std::size_t before = labels.size();
  text.expect('(');
  while (!text.accept(')')) {
    labels.push_back(text.integer());
    check_label(text, text.token_begin(), labels.back(), range);
  }
  return labels.size() - before;
}

/// Reads a list of labels: at most `most`, and all equal ones in short only if there is a limit.
std::vector<int> read_label_list(FoamFile& file, const LabelRange& range,
                                 std::optional<std::size_t> most) {
  FoamText& text = file.text;
  const std::size_t length = read_length(text);
  if (most && length > *most)
    text.refuse(
        fmt::format("the list should have {} entries, but the mesh has {} faces", length, *most));
  std::vector<int> labels;
  if (file.binary) {
    append_raw_labels(text, length, range, labels);
  } else if (most && text.accept('{')) {
    const int label = text.integer();
    check_label(text, text.token_begin(), label, range);
    text.expect('}');
    labels.assign(length, label);
  } else if (length > 0 || text.next() == '(') {
    check_length(text, length, kShortestLabel);
    labels.reserve(length);
    check_read(text, append_labels(text, range, labels), length);
  }
  return labels;
}

FaceLists read_compact_faces(FoamFile& file, const LabelRange& points) {
  FaceLists faces;
  faces.starts = read_label_list(file, {"the start", 0, INT_MAX}, {});
  const std::size_t starts_end = file.text.token_begin();
  faces.points = read_label_list(file, points, {});
  const auto& starts = faces.starts;
  if (starts.empty() || starts.front() != 0 || !std::is_sorted(starts.begin(), starts.end()) ||
      static_cast<std::size_t>(starts.back()) != faces.points.size())
    file.text.refuse_at(starts_end,
                        fmt::format("the starts of the faces do not increase from 0 to the number "
                                    "of their points, {}",
                                    faces.points.size()));
  return faces;
}

void append_face(FoamFile& file, const LabelRange& points, FaceLists& faces) {
  FoamText& text = file.text;
  const std::size_t length = read_length(text);
  if (file.binary) {
    append_raw_labels(text, length, points, faces.points);
  } else {
    check_read(text, append_labels(text, points, faces.points), length);
  }
  if (faces.points.size() > INT_MAX)
    text.refuse(fmt::format("the faces have more than {} points", INT_MAX));
  faces.starts.push_back(static_cast<int>(faces.points.size()));
}

FaceLists read_single_faces(FoamFile& file, const LabelRange& points) {
  FoamText& text = file.text;
  FaceLists faces;
  const std::size_t length = read_length(text);
  check_length(text, length, kShortestFace);
  faces.starts.reserve(length + 1);
  text.expect('(');
  while (!text.accept(')')) append_face(file, points, faces);
  check_read(text, faces.size(), length);
  return faces;
}

void check_finite(const FoamText& text, std::size_t begin, const std::vector<Vector3>& points) {
  for (std::size_t k = 0; k < points.size(); ++k)
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (!std::isfinite(points[k][axis]))
        text.refuse_at(begin + k * sizeof(Vector3) + axis * sizeof(double),
                       fmt::format("coordinate {} of point {} is not finite", "xyz"[axis], k));
}
}  // namespace

std::vector<Vector3> read_points(FoamFile file) {
  FoamText& text = file.text;
  if (file.binary) text.name_places_by_byte();
  const std::size_t length = read_length(text);
  std::vector<Vector3> points;
  if (file.binary) {
    check_length(text, length, sizeof(Vector3));
    const std::size_t begin = append_raw(text, length, points);
    check_finite(text, begin, points);
  } else {
    check_length(text, length, kShortestPoint);
    points.reserve(length);
    text.expect('(');
    while (!text.accept(')')) {
      text.expect('(');
      const double x = text.number(), y = text.number(), z = text.number();
      text.expect(')');
      points.push_back({x, y, z});
    }
    check_read(text, points.size(), length);
  }
  text.expect_end();
  return points;
}

std::vector<int> read_labels(FoamFile file, const LabelRange& range, std::size_t most) {
  if (file.binary) file.text.name_places_by_byte();
  std::vector<int> labels = read_label_list(file, range, most);
  file.text.expect_end();
  return labels;
}

FaceLists read_faces(FoamFile file, const LabelRange& points) {
  const bool compact = file.class_name == "faceCompactList";
  if (!compact && file.class_name != "faceList")
    file.text.refuse(
        fmt::format("the class is '{}', not faceList or faceCompactList", shown(file.class_name)));
  if (file.binary) file.text.name_places_by_byte();
  FaceLists faces = compact ? read_compact_faces(file, points) : read_single_faces(file, points);
  file.text.expect_end();
  return faces;
}

}  // namespace slipflow::mesh
