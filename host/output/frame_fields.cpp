#include "slipflow/output/frame_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"
#include "xml_tags.hpp"

namespace slipflow::output {

namespace {
constexpr std::size_t kMostTags = 2000, kMostFrames = 1'000'000;
constexpr std::size_t kLengthBytes = 8;  // before the values of an array

template <class Number>
std::optional<Number> parsed(const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string value_of(const XmlTag& tag, const std::string& attribute) {
  const auto found = tag.attributes.find(attribute);
  return found == tag.attributes.end() ? "" : found->second;
}

/// A frame whose header has been read.
class FrameReader {
 public:
  FrameReader(const std::filesystem::path& file, std::size_t cells)
      : file_(file), in_(file), cells_(cells) {
    if (!in_.problem().empty()) throw unfit(in_.problem());
    try {
      read_header();
    } catch (const XmlFault& fault) {
      throw unfit(fault.what());
    }
  }

  std::vector<double> values(const std::string& name) {
    const auto found = offsets_.find(name);
    if (found == offsets_.end())
      throw unfit(fmt::format("has no field {} with a number for each cell", name));
    const std::uint64_t bytes = cells_ * sizeof(double);
    const std::uint64_t at = begin_ + found->second;
    if (at > in_.size() || in_.size() - at < kLengthBytes || in_.size() - at - kLengthBytes < bytes)
      throw unfit(fmt::format("is damaged: it ends before the values of {}", name));
    in_.seekg(static_cast<std::streamoff>(at));
    std::uint64_t length = 0;
    in_.read(reinterpret_cast<char*>(&length), sizeof length);
    if (!in_ || length != bytes)
      throw unfit(
          fmt::format("has not {} numbers of {}, one for each cell of the case", cells_, name));
    std::vector<double> values(cells_);
    in_.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(bytes));
    if (!in_) throw unfit("cannot be read to its end");
    return values;
  }

 private:
  Error unfit(const std::string& why) const {
    return {ExitStatus::bad_input, fmt::format("'{}' {}", shown(file_.string()), why)};
  }

  void read_header() {
    XmlTags tags(in_);
    XmlTag tag;
    bool in_cells = false;
    for (std::size_t k = 0; k < kMostTags && tags.next(tag); ++k) {
      if (k == 0) require_own_format(tag);
      if (tag.name == "CellData") in_cells = tag.kind == XmlTag::Kind::begin;
      if (tag.name == "DataArray" && in_cells) take(tag);
      if (tag.name == "AppendedData") return begin_after_underscore(tag);
    }
    throw XmlFault("is damaged: it ends before its values");
  }

  static void require_own_format(const XmlTag& tag) {
    if (tag.name != "VTKFile" || value_of(tag, "byte_order") != "LittleEndian" ||
        value_of(tag, "header_type") != "UInt64" || tag.attributes.contains("compressor") ||
        std::endian::native != std::endian::little)
      throw XmlFault("is not a frame as slipflow writes it on this machine");
  }

  void take(const XmlTag& tag) {
    const auto components = value_of(tag, "NumberOfComponents");
    const auto offset = parsed<std::uint64_t>(value_of(tag, "offset"));
    if (value_of(tag, "type") == "Float64" && value_of(tag, "format") == "appended" &&
        (components.empty() || components == "1") && offset && *offset <= in_.size())
      offsets_.emplace(value_of(tag, "Name"), *offset);
  }

  void begin_after_underscore(const XmlTag& tag) {
    if (value_of(tag, "encoding") != "raw") throw XmlFault("is not a frame of slipflow");
    int letter = in_.get();
    while (letter == ' ' || letter == '\n') letter = in_.get();
    if (letter != '_') throw XmlFault("is damaged: its values do not begin");
    begin_ = static_cast<std::uint64_t>(in_.tellg());
  }

  std::filesystem::path file_;
  InputFile in_;
  std::size_t cells_;
  std::map<std::string, std::uint64_t> offsets_;
  std::uint64_t begin_ = 0;
};
}  // namespace

std::vector<std::vector<double>> read_frame_fields(const std::filesystem::path& frame,
                                                   const std::vector<std::string>& names,
                                                   std::size_t cells) {
  FrameReader reader(frame, cells);
  std::vector<std::vector<double>> fields;
  fields.reserve(names.size());
  for (const auto& name : names) fields.push_back(reader.values(name));
  return fields;
}

std::vector<ListedFrame> listed_frames(const std::filesystem::path& folder) {
  const auto file = folder / "fields.pvd";
  const auto unfit = [&](const std::string& why) {
    return Error(ExitStatus::bad_input, fmt::format("'{}' {}", shown(file.string()), why));
  };
  InputFile in(file);
  if (!in.problem().empty()) throw unfit(in.problem());
  std::vector<ListedFrame> frames;
  try {
    XmlTags tags(in);
    XmlTag tag;
    while (tags.next(tag)) {
      if (tag.name != "DataSet") continue;
      // fields/000012.vtr
      const auto name = value_of(tag, "file");
      const auto slash = name.find('/'), dot = name.find('.');
      const bool is_frame = slash < dot && dot != std::string::npos;
      const auto number =
          parsed<std::size_t>(is_frame ? name.substr(slash + 1, dot - slash - 1) : "");
      const auto time = parsed<double>(value_of(tag, "timestep"));
      if (!number || *number >= kMostFrames || !time || !std::isfinite(*time))
        throw XmlFault("is damaged or not a list of slipflow's frames");
      frames.push_back({*number, *time});
    }
  } catch (const XmlFault& fault) {
    throw unfit(fault.what());
  }
  std::ranges::sort(frames, {}, &ListedFrame::number);
  return frames;
}

}  // namespace slipflow::output
