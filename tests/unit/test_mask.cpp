// Masks from PNG files of every kind, and from files that are none.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include "slipflow/mesh/mask.hpp"
#include "test_output_support.hpp"

namespace test_mask {

using slipflow::ExitStatus;
using slipflow::mesh::Mask;
using slipflow::mesh::read_mask;
using test_output::failure;
using test_output::Folder;

namespace {
/// Writes pixels of one of libpng's formats.
template <class Pixel>
void write_png(const std::filesystem::path& file, int width, unsigned format,
               const std::vector<Pixel>& pixels, const std::vector<png_byte>& colours = {}) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.format = format;
  image.colormap_entries = static_cast<png_uint_32>(colours.size() / 3);
  image.height = static_cast<png_uint_32>(pixels.size() / PNG_IMAGE_PIXEL_CHANNELS(format) / width);
  REQUIRE(png_image_write_to_file(&image, file.c_str(), 0, pixels.data(), 0,
                                  colours.empty() ? nullptr : colours.data()));
}

/// What is dark, from the top.
std::string seen(const Mask& mask) {
  std::string text;
  for (int row = mask.height - 1; row >= 0; --row, text += '/')
    for (int column = 0; column < mask.width; ++column) text += mask.at(column, row) ? '#' : '.';
  return text;
}
}  // namespace

TEST_CASE("a pixel is dark below half of full brightness, whatever the kind of PNG") {
  const Folder folder;
  const auto file = folder / "mask.png";
  write_png<png_byte>(file, 3, PNG_FORMAT_GRAY, {0, 127, 128, 255, 200, 0});
  CHECK(seen(read_mask(file)) == "##./..#/");
  write_png<png_byte>(file, 2, PNG_FORMAT_RGB, {255, 255, 255, 10, 10, 10, 255, 255, 0, 0, 0, 255});
  CHECK(seen(read_mask(file)) == ".#/.#/");
  write_png<png_byte>(file, 2, PNG_FORMAT_RGBA, {0, 0, 0, 0, 0, 0, 0, 255});
  CHECK(seen(read_mask(file)) == ".#/");
  write_png<png_byte>(file, 2, PNG_FORMAT_RGB_COLORMAP, {1, 0, 0, 1}, {0, 0, 0, 250, 250, 250});
  CHECK(seen(read_mask(file)) == ".#/#./");
  write_png<png_uint_16>(file, 3, PNG_FORMAT_LINEAR_Y, {0, 65535, 1000});
  CHECK(seen(read_mask(file)) == "#.#/");
}

TEST_CASE("promise 7: a mask that cannot be read is bad input, in one sentence with its name") {
  const Folder folder;
  const auto file = folder / "mask.png";
  const auto message = [&] {
    const auto [status, sentence] = failure([&] { read_mask(file); });
    CHECK(status == ExitStatus::bad_input);
    return sentence;
  };
  CHECK(message() == "'" + file.string() + "' cannot be read: No such file or directory");
  std::filesystem::create_directory(file);
  CHECK(message() == "'" + file.string() + "' is a directory");
  std::filesystem::remove(file);
  for (const std::string text : {"", "no picture", "GIF89a and on"}) {
    test_output::write(file, text);
    CHECK(message().starts_with(fmt::format("'{}' is not a PNG picture (", file.string())));
  }
}

TEST_CASE("promise 7: a mask of too many pixels is refused before they are read") {
  const Folder folder;
  const auto file = folder / "mask.png";
  write_png<png_byte>(file, 1, PNG_FORMAT_GRAY, {0});
  std::string bytes = test_output::read(file);
  // Width and height in the header, and its checksum.
  bytes.replace(16, 8, std::string("\0\0\x80\0\0\0\x40\0", 8));
  const std::string header = bytes.substr(12, 17);
  const auto sum = crc32(0, reinterpret_cast<const unsigned char*>(header.data()), 17);
  for (int k = 0; k < 4; ++k) bytes[29 + k] = static_cast<char>(sum >> (24 - 8 * k));
  test_output::write(file, bytes);
  CHECK(failure([&] { read_mask(file); }) ==
        std::pair{ExitStatus::bad_input,
                  fmt::format("'{}' is too large: it has 32768 x 16384 pixels, and a mask at most "
                              "268435456",
                              file.string())});
}

TEST_CASE("promise 7: neither a chunk nor a picture may claim more than the file can hold") {
  const Folder folder;
  const auto file = folder / "mask.png";
  write_png<png_byte>(file, 1, PNG_FORMAT_GRAY, {0});
  const std::string whole = test_output::read(file);
  const auto message_of = [&](const std::string& bytes) {
    test_output::write(file, bytes);
    const auto [status, sentence] = failure([&] { read_mask(file); });
    CHECK(status == ExitStatus::bad_input);
    return sentence.substr(file.string().size() + 2);
  };
  test_output::write(file, whole + "written by some program behind the end");
  CHECK(read_mask(file).dark.size() == 1);
  // After the header; libpng would allocate 2 GiB.
  CHECK(message_of(whole.substr(0, 33) + "\x7f\xff\xff\xfftEXt" + whole.substr(33)) ==
        " is a damaged PNG picture (a chunk is longer than the file)");
  std::string large = whole;
  large.replace(16, 8, std::string("\0\0\x40\0\0\0\x40\0", 8));
  const auto sum = crc32(0, reinterpret_cast<const unsigned char*>(large.data()) + 12, 17);
  for (int k = 0; k < 4; ++k) large[29 + k] = static_cast<char>(sum >> (24 - 8 * k));
  CHECK(message_of(large) == fmt::format(" is a damaged PNG picture ({} bytes for 16384 x 16384 "
                                         "pixels)",
                                         whole.size()));
}

TEST_CASE(
    "promise 7: a PNG cut off or with any byte changed is read or refused, and nothing else "
    "happens") {
  const Folder folder;
  const auto file = folder / "mask.png";
  std::vector<png_byte> pixels(40 * 30);
  for (std::size_t k = 0; k < pixels.size(); ++k) pixels[k] = static_cast<png_byte>(k * k / 7);
  write_png(file, 40, PNG_FORMAT_GRAY, pixels);
  const std::string whole = test_output::read(file);
  int refused = 0;
  const auto try_bytes = [&](const std::string& bytes) {
    test_output::write(file, bytes);
    const auto [status, sentence] = failure([&] { read_mask(file); });
    CHECK((status == ExitStatus::done || status == ExitStatus::bad_input));
    refused += status == ExitStatus::bad_input;
  };
  for (std::size_t size = 0; size < whole.size(); size += 3) try_bytes(whole.substr(0, size));
  CHECK(refused >= static_cast<int>(whole.size() / 3) - 8);  // the end mark may be missing
  for (std::size_t k = 0; k < whole.size(); ++k) {
    std::string bytes = whole;
    bytes[k] = static_cast<char>(bytes[k] ^ (1 << k % 8));
    try_bytes(bytes);
  }
}

}  // namespace test_mask
