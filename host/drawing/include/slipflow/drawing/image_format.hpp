// Kinds of files of pictures.
#pragma once

#include <array>
#include <string_view>

namespace slipflow::drawing {

/// Pixels, or pages with lines and letters that stay sharp at any size.
enum class ImageFormat { png, pdf, svg };

inline constexpr std::array kImageFormats = {ImageFormat::png, ImageFormat::pdf, ImageFormat::svg};

/// "png": how case files name it, and the ending of its files.
constexpr std::string_view name_of(ImageFormat format) {
  return format == ImageFormat::png ? "png" : format == ImageFormat::pdf ? "pdf" : "svg";
}

}  // namespace slipflow::drawing
