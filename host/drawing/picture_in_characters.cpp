#include "slipflow/drawing/picture_in_characters.hpp"

#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <memory>

#include "cairo_status.hpp"
#include "colour.hpp"

namespace slipflow::drawing {

namespace {
constexpr unsigned kMostPixels = 16384;
constexpr std::size_t kHeader = 24;  // bytes up to the end of width and height

/// Whether a file begins as a PNG file that is not too large to be read.
bool may_be_read(const std::filesystem::path& png) {
  std::array<unsigned char, kHeader> header{};
  std::ifstream in(png, std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(header.data()), kHeader)) return false;
  const auto number = [&](std::size_t at) {
    return static_cast<unsigned>(header[at]) << 24 | static_cast<unsigned>(header[at + 1]) << 16 |
           static_cast<unsigned>(header[at + 2]) << 8 | header[at + 3];
  };
  return header[0] == 0x89 && header[1] == 'P' && number(16) <= kMostPixels &&
         number(20) <= kMostPixels;
}

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;

/// Its pixels without transparency and in one format.
Surface on_white(cairo_surface_t* picture, int width, int height) {
  Surface page(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height),
               cairo_surface_destroy);
  cairo_t* const context = cairo_create(page.get());
  cairo_set_source_rgb(context, 1, 1, 1);
  cairo_paint(context);
  cairo_set_source_surface(context, picture, 0, 0);
  cairo_paint(context);
  const auto status = cairo_status(context);
  cairo_destroy(context);
  require_success(status);
  cairo_surface_flush(page.get());
  return page;
}

/// The mean colour of the pixels from (x0, y0) to (x1, y1), from the upper left corner.
Colour mean_colour(cairo_surface_t* surface, int x0, int y0, int x1, int y1) {
  const unsigned char* const first = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  long sums[3] = {};
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x)
      for (int k = 0; k < 3; ++k)
        sums[k] += first[static_cast<std::ptrdiff_t>(y) * stride + std::ptrdiff_t{4} * x +
                         k];  // blue, green, red
  const long count = static_cast<long>(x1 - x0) * (y1 - y0);
  const auto mean = [&](int k) { return static_cast<std::uint8_t>(sums[k] / count); };
  return {mean(2), mean(1), mean(0)};
}
}  // namespace

std::string picture_in_characters(const std::filesystem::path& png, int columns, int rows) {
  if (!may_be_read(png)) return "";
  const Surface read(cairo_image_surface_create_from_png(png.c_str()), cairo_surface_destroy);
  if (cairo_surface_status(read.get()) != CAIRO_STATUS_SUCCESS) return "";
  const int width = cairo_image_surface_get_width(read.get());
  const int height = cairo_image_surface_get_height(read.get());
  const Surface surface = on_white(read.get(), width, height);
  // Characters are about twice as high as wide, so that both halves of one are square.
  const double scale = std::min(1.0, std::min(1.0 * columns / width, 2.0 * rows / height));
  const int wide = std::max(static_cast<int>(width * scale), 1);
  const int high = std::max(static_cast<int>(height * scale) / 2, 1);
  const auto begin = [](int k, int count, int pixels) {
    return static_cast<int>(static_cast<long>(k) * pixels / count);
  };
  const auto colour = [&](int x, int y) {
    const int y0 = std::min(begin(y, 2 * high, height), height - 1);
    return mean_colour(surface.get(), begin(x, wide, width), y0, begin(x + 1, wide, width),
                       std::max(begin(y + 1, 2 * high, height), y0 + 1));
  };
  std::string text;
  for (int row = 0; row < high; ++row) {
    for (int x = 0; x < wide; ++x) {
      const Colour upper = colour(x, 2 * row), lower = colour(x, 2 * row + 1);
      text += fmt::format("\033[38;2;{};{};{};48;2;{};{};{}m\u2580", upper.r, upper.g, upper.b,
                          lower.r, lower.g, lower.b);
    }
    text += "\033[0m\n";
  }
  return text;
}

}  // namespace slipflow::drawing
