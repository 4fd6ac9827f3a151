#include "slipflow/output/frame_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "slipflow/support/input_file.hpp"
#include "xml_tags.hpp"

namespace slipflow::output {

namespace {
constexpr std::size_t kMostTags = 2000, kMostFrames = 1'000'000;
constexpr std::size_t kLengthBytes = 8;  // before the values of an array

/// A frame whose header has been read.
class FrameReader {
 public:
  FrameReader(const std::filesystem::path& file, std::size_t cells)
      : file_(file), in_(file), cells_(cells) {
    if (!in_.problem().empty()) throw unfit_file(file_, in_.problem());
    try {
      read_header();
    } catch (const XmlFault& fault) {
      throw unfit_file(file_, fault.what());
    }
  }

  std::vector<double> values(const std::string& name) {
    const auto found = offsets_.find(name);
    if (found == offsets_.end())
      throw unfit_file(file_, fmt::format("has no field {} with a number for each cell", name));
    const std::uint64_t bytes = cells_ * sizeof(double);
    const std::uint64_t at = begin_ + found->second;
    if (at > in_.size() || in_.size() - at < kLengthBytes || in_.size() - at - kLengthBytes < bytes)
      throw unfit_file(file_, fmt::format("is damaged: it ends before the values of {}", name));
    in_.seekg(static_cast<std::streamoff>(at));
    std::uint64_t length = 0;
    in_.read(reinterpret_cast<char*>(&length), sizeof length);
    if (!in_ || length != bytes)
      throw unfit_file(file_, fmt::format("has not {} numbers of {}, one for each cell of the case",
                                          cells_, name));
    std::vector<double> values(cells_);
    in_.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(bytes));
    if (!in_) throw unfit_file(file_, "cannot be read to its end");
    return values;
  }

 private:
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
    if (tag.name != "VTKFile" || tag.value("byte_order") != "LittleEndian" ||
        tag.value("header_type") != "UInt64" || tag.attributes.contains("compressor") ||
        std::endian::native != std::endian::little)
      throw XmlFault("is not a frame as slipflow writes it on this machine");
  }

  void take(const XmlTag& tag) {
    const auto components = tag.value("NumberOfComponents");
    const auto offset = tag.number<std::uint64_t>("offset");
    if (tag.value("type") == "Float64" && tag.value("format") == "appended" &&
        (components.empty() || components == "1") && offset && *offset <= in_.size())
      offsets_.emplace(tag.value("Name"), *offset);
  }

  void begin_after_underscore(const XmlTag& tag) {
    if (tag.value("encoding") != "raw") throw XmlFault("is not a frame of slipflow");
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
  InputFile in(file);
  if (!in.problem().empty()) throw unfit_file(file, in.problem());
  std::vector<ListedFrame> frames;
  try {
    XmlTags tags(in);
    XmlTag tag;
    while (tags.next(tag)) {
      if (tag.name != "DataSet") continue;
      // fields/000012.vtr
      const auto name = tag.value("file");
      const auto slash = name.find('/'), dot = name.find('.');
      const bool is_frame = slash < dot && dot != std::string::npos;
      std::size_t number = 0;
      const bool is_numbered =
          is_frame && read_number(name.substr(slash + 1, dot - slash - 1), number) == std::errc{};
      const auto time = tag.number<double>("timestep");
      if (!is_numbered || number >= kMostFrames || !time || !std::isfinite(*time))
        throw XmlFault("is damaged or not a list of slipflow's frames");
      frames.push_back({number, *time});
    }
  } catch (const XmlFault& fault) {
    throw unfit_file(file, fault.what());
  }
  std::ranges::sort(frames, {}, &ListedFrame::number);
  return frames;
}

}  // namespace slipflow::output
