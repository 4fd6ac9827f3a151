#include "slipflow/mesh/svg_file.hpp"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <memory>
#include <set>
#include <utility>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"
#include "svg_shapes.hpp"
#include "svg_text.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::size_t kLargestSvg = std::size_t{1} << 26;
constexpr const char* kSvgLimit = "an SVG has at most 64 MiB";
constexpr std::size_t kMostEdges = std::size_t{1} << 22;
constexpr std::size_t kMostNested = 256;
constexpr double kDeviation = 1e-6;  // of lines from curves, as a fraction of the page

/// What an element passes on to those in it.
struct Inherited {
  SvgTransform transform;
  FillRule rule = FillRule::nonzero;
  bool filled = true;
  bool has_current_colour = false;  ///< filled with the colour of the property color
  bool seen_colour = true;          ///< that colour is not transparent
  bool opaque = true;               ///< false with fill-opacity 0
  bool visible = true;  ///< false with visibility hidden; elements in it can be visible again
  bool drawn = true;    ///< false in definitions

  bool is_seen() const {
    return filled && (seen_colour || !has_current_colour) && opaque && visible && drawn;
  }
};

template <std::size_t count>
bool is_one_of(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Elements whose shapes would be missing.
constexpr std::array<std::string_view, 5> kUnknown = {"use", "text", "image", "foreignObject",
                                                      "svg"};
constexpr std::array<std::string_view, 4> kGroups = {"svg", "g", "a", "switch"};

/// An opacity: a number or a percentage.
bool is_zero(std::string_view value) {
  if (value.ends_with('%')) value.remove_suffix(1);
  const auto number = svg_length(value);
  return number && *number <= 0;
}

std::string in_small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

/// Whether a colour of small letters is drawn: not "none", and its alpha, if it has one, is not 0.
bool is_seen_colour(std::string_view colour) {
  if (colour == "none" || colour == "transparent") return false;
  if (colour.starts_with('#'))
    return !(colour.size() == 5 && colour.ends_with('0')) &&
           !(colour.size() == 9 && colour.ends_with("00"));
  if (!colour.ends_with(')') || colour.starts_with("url(")) return true;
  colour.remove_suffix(1);
  // The alpha follows a slash, or is the fourth of numbers with commas: rgb(0 0 0 / 0).
  auto alpha = colour.rfind('/');
  if (alpha == colour.npos && std::ranges::count(colour, ',') == 3) alpha = colour.rfind(',');
  return alpha == colour.npos || !is_zero(without_blanks(colour.substr(alpha + 1)));
}

/// Applies one property: an attribute, or a part of style="...".
void apply(std::string_view name, std::string_view property, Inherited& to) {
  // !important
  const auto value = in_small_letters(without_blanks(property.substr(0, property.find('!'))));
  if (value == "inherit") return;
  if (name == "color") to.seen_colour = is_seen_colour(value);
  if (name == "fill") {
    to.has_current_colour = value == "currentcolor";
    to.filled = is_seen_colour(value);
  }
  if (name == "fill-rule") to.rule = value == "evenodd" ? FillRule::even_odd : FillRule::nonzero;
  if (name == "fill-opacity") to.opaque = !is_zero(value);
  if (name == "visibility") to.visible = value == "visible";
  if (name == "display" && value == "none") to.drawn = false;
  if (name == "opacity" && is_zero(value)) to.drawn = false;
}

/// A sheet's rules would have to be matched with the elements. A property stands before a colon,
/// behind a brace, a semicolon or the end of a comment.
void require_harmless(const std::string& sheet) {
  static const std::set<std::string_view> kHarmful = {
      "color",     "display",          "fill",      "fill-opacity", "fill-rule", "opacity",
      "transform", "transform-origin", "visibility"};
  for (auto colon = sheet.find(':'); colon != sheet.npos; colon = sheet.find(':', colon + 1)) {
    const auto before = std::string_view(sheet).substr(0, colon);
    const auto property = without_blanks(before.substr(before.find_last_of("{;/") + 1));
    if (kHarmful.contains(property))
      throw SvgFault(
          fmt::format("<style> has rules for {}, which slipflow cannot apply; save the "
                      "drawing with attributes instead (presentation attributes)",
                      property));
  }
}

Inherited inherited_by(const Inherited& parent, const SvgAttributes& attributes) {
  Inherited own = parent;
  std::string_view transform, origin;
  const auto take = [&](std::string_view name, std::string_view value) {
    if (name == "transform") transform = value.substr(0, value.find('!'));
    if (name == "transform-origin") origin = value;
    apply(name, value, own);
  };
  for (const auto& [name, value] : attributes) take(name, value);
  if (const auto found = attributes.find("style"); found != attributes.end()) {
    std::string_view rest = found->second;
    while (!rest.empty()) {
      const auto property = rest.substr(0, rest.find(';'));
      const auto colon = property.find(':');
      if (colon != std::string_view::npos)
        take(without_blanks(property.substr(0, colon)), property.substr(colon + 1));
      rest.remove_prefix(std::min(property.size() + 1, rest.size()));
    }
  }
  // Browsers apply an origin, librsvg does not.
  if (!transform.empty() && origin.find_first_not_of("0px ,") != origin.npos)
    throw SvgFault("transform-origin cannot be applied; save the drawing with plain transforms");
  own.transform = parent.transform.after(read_svg_transform(transform));
  return own;
}

Rectangle page_of(const SvgAttributes& attributes) {
  Rectangle page;
  if (const auto box = attributes.find("viewBox"); box != attributes.end()) {
    SvgText in(box->second, "viewBox");
    const double x = in.number(), y = in.number(), width = in.number(), height = in.number();
    page = {x, y, x + width, y + height};
  } else {
    const auto width = attributes.find("width"), height = attributes.find("height");
    if (width != attributes.end()) page.x1 = svg_length(width->second).value_or(0);
    if (height != attributes.end()) page.y1 = svg_length(height->second).value_or(0);
  }
  const double width = page.x1 - page.x0, height = page.y1 - page.y0;
  if (!(width > 0) || !(height > 0) || !std::isfinite(width * height))
    throw SvgFault("the picture has no size: it needs a viewBox, or a width and a height");
  return page;
}

class SvgReader {
 public:
  explicit SvgReader(const std::filesystem::path& file) : file_(file) {}

  SvgPicture read(std::string_view bytes) {
    const std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser(XML_ParserCreate(nullptr),
                                                                         XML_ParserFree);
    if (!parser) throw std::bad_alloc();
    parser_ = parser.get();
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, begin, end);
    XML_SetCharacterDataHandler(parser_, text);
    const auto status = XML_Parse(parser_, bytes.data(), static_cast<int>(bytes.size()), XML_TRUE);
    if (problem_) std::rethrow_exception(problem_);
    if (status != XML_STATUS_OK && XML_GetErrorCode(parser_) == XML_ERROR_NO_MEMORY)
      throw std::bad_alloc();
    if (status != XML_STATUS_OK)
      refuse_line(
          fmt::format("is no SVG or damaged: {}", XML_ErrorString(XML_GetErrorCode(parser_))));
    if (picture_.drawing.parts.empty()) throw unfit_file(file_, "has no filled shape");
    return std::move(picture_);
  }

 private:
  [[noreturn]] void refuse_line(const std::string& reason) const {
    throw Error(ExitStatus::bad_input, fmt::format("'{}', line {}: {}", shown(file_.string()),
                                                   XML_GetCurrentLineNumber(parser_), reason));
  }

  /// Calls for expat, through whose code no exception may pass.
  template <class Call>
  void guarded(Call call) {
    if (problem_) return;
    try {
      call();
    } catch (const SvgFault& fault) {
      try {
        refuse_line(fault.what());
      } catch (...) {
        problem_ = std::current_exception();
      }
    } catch (...) {
      problem_ = std::current_exception();
    }
    if (problem_) XML_StopParser(parser_, XML_FALSE);
  }

  static void XMLCALL begin(void* self, const XML_Char* name, const XML_Char** attributes) {
    auto& reader = *static_cast<SvgReader*>(self);
    reader.guarded([&] { reader.begin_element(name, attributes); });
  }
  static void XMLCALL end(void* self, const XML_Char*) {
    auto& reader = *static_cast<SvgReader*>(self);
    reader.guarded([&] {
      reader.open_.pop_back();
      if (std::exchange(reader.in_sheet_, false)) require_harmless(reader.sheet_);
    });
  }
  static void XMLCALL text(void* self, const XML_Char* letters, int count) {
    auto& reader = *static_cast<SvgReader*>(self);
    reader.guarded([&] {
      if (reader.in_sheet_) reader.sheet_.append(letters, static_cast<std::size_t>(count));
    });
  }

  void begin_element(std::string_view name, const XML_Char** words) {
    if (name.starts_with("svg:")) name.remove_prefix(4);
    const bool is_root = open_.empty();
    if (is_root && name != "svg")
      throw SvgFault(fmt::format("is no SVG: its first element is <{}>", shown(name)));
    if (open_.size() == kMostNested)
      throw SvgFault(fmt::format("elements are nested more than {} deep", kMostNested));
    in_sheet_ = name == "style";
    sheet_.clear();
    Inherited own = is_root ? Inherited{} : open_.back();
    const bool shape = is_svg_shape(name);
    if (!shape && !is_one_of(kGroups, name) && !is_one_of(kUnknown, name)) own.drawn = false;
    if (own.drawn) {
      SvgAttributes attributes;
      for (; *words; words += 2) attributes.emplace(words[0], words[1]);
      if (is_root) picture_.page = page_of(attributes);
      own = inherited_by(own, attributes);
      if (own.drawn && !is_root && is_one_of(kUnknown, name))
        throw SvgFault(fmt::format("<{}> cannot be drawn; convert it to paths", name));
      if (shape && own.is_seen()) draw(name, attributes, own);
    }
    open_.push_back(own);
  }

  void draw(std::string_view name, const SvgAttributes& attributes, const Inherited& own) {
    const Rectangle& page = picture_.page;
    const double tolerance = kDeviation * std::max(page.x1 - page.x0, page.y1 - page.y0);
    SvgOutlineBuilder builder(own.transform, tolerance, edges_left_);
    draw_svg_shape(name, attributes, builder);
    Outline outline = builder.finish(own.rule);
    if (!outline.edges.empty()) picture_.drawing.parts.push_back(std::move(outline));
  }

  const std::filesystem::path& file_;
  XML_Parser parser_ = nullptr;
  std::exception_ptr problem_;
  std::vector<Inherited> open_;  // of the elements around this one
  bool in_sheet_ = false;
  std::string sheet_;  // the text of the <style> element
  std::size_t edges_left_ = kMostEdges;
  SvgPicture picture_;
};
}  // namespace

SvgPicture read_svg(const std::filesystem::path& file) {
  return read_svg(content_of(file, kLargestSvg, kSvgLimit), file);
}

SvgPicture read_svg(std::string_view bytes, const std::filesystem::path& file) {
  if (bytes.size() > kLargestSvg)
    throw unfit_file(file, fmt::format("is too large: {}", kSvgLimit));
  return SvgReader(file).read(bytes);
}

}  // namespace slipflow::mesh
