#include "slipflow/mesh/mask.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>

#include "slipflow/support/input_file.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::size_t kLargestFile = std::size_t{1} << 28;
constexpr double kMostPixels = 268435456.0;  // 2^28: a byte each while the file is read
constexpr png_byte kHalf = 128;
constexpr std::size_t kSignatureBytes = 8;
constexpr std::size_t kChunkBytes = 12;      // length, name and checksum around its data
constexpr double kMostPixelsPerByte = 8256;  // deflate makes 1032 bytes of one

/// Whether each chunk fits into the file: libpng allocates as many bytes as a chunk announces.
bool has_whole_chunks(std::string_view bytes) {
  std::string_view rest = bytes.substr(std::min(kSignatureBytes, bytes.size()));
  while (rest.size() >= kChunkBytes) {
    const auto size = png_get_uint_32(reinterpret_cast<png_const_bytep>(rest.data()));
    if (size > rest.size() - kChunkBytes) return false;
    if (rest.substr(4, 4) == "IEND") return true;  // libpng reads no further
    rest.remove_prefix(kChunkBytes + size);
  }
  return true;
}

/// libpng's own reader of whole pictures: it reports every fault by a return value and a message.
class PngImage {
 public:
  PngImage() { image_.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image_); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;

  png_image* operator->() { return &image_; }
  png_image* get() { return &image_; }

 private:
  png_image image_{};
};
}  // namespace

Mask read_mask(const std::filesystem::path& file) {
  return read_mask(content_of(file, kLargestFile, "a mask has at most 256 MiB"), file);
}

Mask read_mask(std::string_view bytes, const std::filesystem::path& file) {
  const bool is_png = png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0,
                                  std::min(kSignatureBytes, bytes.size())) == 0;
  if (is_png && !has_whole_chunks(bytes))
    throw unfit_file(file, "is a damaged PNG picture (a chunk is longer than the file)");
  PngImage image;
  if (!png_image_begin_read_from_memory(image.get(), bytes.data(), bytes.size()))
    throw unfit_file(file, fmt::format("is not a PNG picture ({})", image->message));
  if (static_cast<double>(image->width) * image->height > kMostPixels)
    throw unfit_file(file,
                     fmt::format("is too large: it has {} x {} pixels, and a mask at most {:.0f}",
                                 image->width, image->height, kMostPixels));
  if (static_cast<double>(image->width) * image->height >
      kMostPixelsPerByte * static_cast<double>(bytes.size()))
    throw unfit_file(file, fmt::format("is a damaged PNG picture ({} bytes for {} x {} pixels)",
                                       bytes.size(), image->width, image->height));
  image->format = PNG_FORMAT_GRAY;
  image->flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // brightness as in pictures with 8 bits
  Mask mask{static_cast<int>(image->width), static_cast<int>(image->height), {}};
  std::vector<png_byte> grey(PNG_IMAGE_SIZE(*image.get()));
  const png_color white = {255, 255, 255};
  const auto upwards = -static_cast<png_int_32>(PNG_IMAGE_ROW_STRIDE(*image.get()));
  if (!png_image_finish_read(image.get(), &white, grey.data(), upwards, nullptr))
    throw unfit_file(file, fmt::format("is a damaged PNG picture ({})", image->message));
  mask.dark.resize(grey.size());
  for (std::size_t k = 0; k < grey.size(); ++k) mask.dark[k] = grey[k] < kHalf;
  return mask;
}

}  // namespace slipflow::mesh
