#include "frame_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <sstream>
#include <vector>

#include "slipflow/support/foreign_text.hpp"
#include "xml_tags.hpp"

namespace slipflow::output {

namespace {
constexpr std::size_t kDeepest = 12, kMostElements = 2000;
constexpr double kMostCells = 2147483647.0;
// Most bytes of values per byte of the file: for numbers written as text, and for any compressor.
constexpr double kMostAsText = 8, kMostCompressed = 2500;
constexpr std::int64_t kMostComponents = 100, kLongestInformation = 1000;

/// Bytes of one value of that type; none for a type that VTK does not know.
std::optional<double> size_of_type(const std::string& type) {
  for (const char* known : {"Int8", "UInt8", "String", "Bit"})
    if (type == known) return 1;
  for (const char* known : {"Int16", "UInt16"})
    if (type == known) return 2;
  for (const char* known : {"Int32", "UInt32", "Float32"})
    if (type == known) return 4;
  for (const char* known : {"Int64", "UInt64", "Float64"})
    if (type == known) return 8;
  return std::nullopt;
}

class HeaderCheck {
 public:
  HeaderCheck(std::istream& in, std::uint64_t bytes, int most_axes)
      : in_(in), tags_(in), bytes_(bytes), most_axes_(most_axes) {}

  void check() {
    XmlTag tag;
    if (!tags_.next(tag) || tag.name != "VTKFile" || tag.value("type") != "RectilinearGrid")
      throw XmlFault("is not a .vtr file (a rectilinear grid of VTK)");
    compressed_ = tag.attributes.contains("compressor");
    little_endian_ = tag.value("byte_order") == "LittleEndian";
    size_of_length_ = tag.value("header_type") == "UInt64" ? 8 : 4;
    open_.push_back(tag.name);
    while (!open_.empty() && tags_.next(tag)) {
      if (tag.kind == XmlTag::Kind::end) {
        if (tag.name != open_.back()) throw damaged("its header is not XML");
        open_.pop_back();
      } else {
        take(tag);
        if (tag.name == "AppendedData") return check_appended(tag);
        if (tag.kind == XmlTag::Kind::begin) open_.push_back(tag.name);
      }
    }
    require_mesh();
  }

 private:
  struct Appended {
    std::string name;
    std::int64_t offset = 0;
    double bytes = 0;
  };

  static XmlFault damaged(const std::string& why) { return XmlFault("is damaged: " + why); }

  void take(const XmlTag& tag) {
    if (++elements_ > kMostElements || open_.size() >= kDeepest)
      throw damaged("its header has more elements than VTK writes");
    if (tag.name == "RectilinearGrid") take_extent(tag, "WholeExtent");
    if (tag.name == "Piece") take_extent(tag, "Extent");
    if (tag.name == "DataArray" || tag.name == "Array") take_array(tag);
    const auto length = tag.number<std::int64_t>("length").value_or(-1);
    if (tag.attributes.contains("length") && (length < 0 || length > kLongestInformation))
      throw damaged(fmt::format("its header has length=\"{}\"", shown(tag.value("length"))));
  }

  /// Takes the extent of the whole mesh first, then that of its one piece, which must be the same.
  void take_extent(const XmlTag& tag, const char* name) {
    std::vector<int> extent;
    std::istringstream words(tag.value(name));
    bool are_numbers = true;
    for (std::string word; words >> word;)
      are_numbers &= read_number(word, extent.emplace_back()) == std::errc{};
    if (extent.size() != 6 || !are_numbers)
      throw damaged(fmt::format("{} must be six whole numbers", name));
    if (tag.name == "Piece") {
      if (extent != extent_ || ++pieces_ > 1) throw damaged("it must hold its mesh in one piece");
      return;
    }
    if (!extent_.empty()) throw damaged("it has two meshes");
    extent_ = extent;
    check_mesh();
  }

  void check_mesh() {
    const auto cells_along = [&](std::size_t axis) {
      return static_cast<double>(extent_[2 * axis + 1]) - static_cast<double>(extent_[2 * axis]);
    };
    nx_ = cells_along(0);
    ny_ = cells_along(1);
    nz_ = cells_along(2);
    const double cells = std::max(nx_, 1.0) * std::max(ny_, 1.0) * std::max(nz_, 1.0);
    const double file = static_cast<double>(bytes_);
    if (cells > std::min(kMostCells, kMostCompressed * file))
      throw damaged(fmt::format("{:.0f} cells do not fit in its {} bytes", cells, bytes_));
    if (!(nx_ >= 1) || !(ny_ >= 1) || !(nz_ >= 0))
      throw XmlFault("is damaged or has no mesh of two or three axes");
    if (nz_ > 0 && most_axes_ < 3) throw XmlFault("has a mesh of three axes instead of two");
  }

  void require_mesh() const {
    if (pieces_ != 1 || coordinates_ != 3) throw damaged("its header describes no mesh");
  }

  /// How many tuples an array must have where it is; nothing where any number is right.
  std::optional<double> tuples_wanted() {
    const auto& place = open_.back();
    if (place == "CellData") return nx_ * ny_ * std::max(nz_, 1.0);
    if (place == "PointData") return (nx_ + 1) * (ny_ + 1) * (nz_ + 1);
    if (place != "Coordinates") return std::nullopt;
    const double wanted[] = {nx_ + 1, ny_ + 1, nz_ + 1};
    if (coordinates_ == 3) throw damaged("it has more than three coordinates");
    return wanted[coordinates_++];
  }

  void take_array(const XmlTag& tag) {
    const std::string type = tag.value("type"), array = shown(tag.value("Name"));
    const auto size = size_of_type(type);
    if (!size) throw damaged(fmt::format("array '{}' has no type of VTK", array));
    const auto count = [&](const char* key, std::int64_t otherwise) {
      const auto value = tag.attributes.contains(key) ? tag.number<std::int64_t>(key) : otherwise;
      if (!value || *value < 0)
        throw damaged(fmt::format("array '{}' has {}=\"{}\"", array, key, shown(tag.value(key))));
      return *value;
    };
    const auto components = count("NumberOfComponents", 1);
    if (components < 1 || components > kMostComponents)
      throw damaged(fmt::format("array '{}' has {} components", array, components));
    const auto wanted = tuples_wanted();
    const auto tuples = static_cast<double>(
        count("NumberOfTuples", wanted ? static_cast<std::int64_t>(*wanted) : 1));
    if (wanted && tuples != *wanted)
      throw damaged(
          fmt::format("array '{}' has {:.0f} tuples, its mesh {:.0f}", array, tuples, *wanted));
    const double bytes = tuples * static_cast<double>(components) * *size;
    values_ += bytes;
    if (values_ > (compressed_ ? kMostCompressed : kMostAsText) * static_cast<double>(bytes_))
      throw damaged(fmt::format("array '{}' does not fit in its {} bytes", array, bytes_));
    const bool is_sized = type != "String" && type != "Bit";
    if (tag.value("format") == "appended" && is_sized)
      appended_.push_back({array, count("offset", 0), bytes});
  }

  void check_appended(const XmlTag& tag) {
    require_mesh();
    while (in_ && in_.get() != '_') {
    }
    const auto begin = in_.tellg();
    if (!in_ || begin < 0) throw damaged("it ends before its values");
    const auto rest = static_cast<double>(bytes_) - static_cast<double>(begin);
    const bool raw = tag.value("encoding") == "raw" && !compressed_ && little_endian_ &&
                     std::endian::native == std::endian::little;
    for (const Appended& array : appended_) {
      if (static_cast<double>(array.offset) > rest)
        throw damaged(fmt::format("array '{}' begins behind its end", array.name));
      if (raw) check_length(array, begin + static_cast<std::streamoff>(array.offset), rest);
    }
  }

  /// Raw values have their length before them.
  void check_length(const Appended& array, std::streampos at, double rest) {
    std::array<char, 8> letters{};
    in_.seekg(at);
    in_.read(letters.data(), size_of_length_);
    const auto length = static_cast<double>(std::bit_cast<std::uint64_t>(letters));
    if (!in_ || length != array.bytes ||
        static_cast<double>(array.offset) + size_of_length_ + length > rest)
      throw damaged(fmt::format("array '{}' does not have the {:.0f} bytes that its mesh needs",
                                array.name, array.bytes));
  }

  std::istream& in_;
  XmlTags tags_;
  std::uint64_t bytes_;
  int most_axes_;
  bool compressed_ = false, little_endian_ = false;
  int size_of_length_ = 4;
  std::vector<std::string> open_;  // the elements that have begun and not ended
  std::size_t elements_ = 0;
  std::vector<int> extent_;
  double nx_ = 0, ny_ = 0, nz_ = 0;
  int pieces_ = 0, coordinates_ = 0;
  double values_ = 0;  // bytes of all arrays
  std::vector<Appended> appended_;
};
}  // namespace

std::string fault_of_frame_header(std::istream& in, std::uint64_t bytes, int most_axes) {
  try {
    HeaderCheck(in, bytes, most_axes).check();
    return "";
  } catch (const XmlFault& fault) {
    return fault.what();
  }
}

}  // namespace slipflow::output
