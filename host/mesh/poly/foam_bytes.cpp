#include "foam_bytes.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <system_error>

#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::uint64_t kLargestFoamFile = std::uint64_t{1} << 34;
// The files of boxes, the most regular meshes, compress by factors of up to 14; deflate allows
// 1032. Small files do no harm, whatever their factor.
constexpr std::uint64_t kLargestRatio = 250;
constexpr std::uint64_t kHarmlessSize = std::uint64_t{1} << 26;
constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr std::size_t kMostFed = std::size_t{1} << 30;  // zlib counts input in 32 bits
constexpr int kGzipOnly = 16;                           // added to the window bits

/// zlib's state while a gzip file is inflated.
class Inflater {
 public:
  explicit Inflater(std::string_view packed) : rest_(packed) {
    if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  bool used_up() const { return rest_.empty() && stream_.avail_in == 0; }
  const char* message() const { return stream_.msg ? stream_.msg : "wrong format"; }
  void begin_next_member() { inflateReset(&stream_); }

  /// Appends the next piece; returns zlib's result.
  int inflate_to(std::string& bytes) {
    if (stream_.avail_in == 0) feed();
    stream_.next_out = piece_;
    stream_.avail_out = kPiece;
    const int result = inflate(&stream_, Z_NO_FLUSH);
    bytes.append(reinterpret_cast<const char*>(piece_), kPiece - stream_.avail_out);
    return result;
  }

 private:
  void feed() {
    const std::size_t fed = std::min(rest_.size(), kMostFed);
    // zlib does not write to its input; its type is not const for the sake of old compilers.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
    stream_.avail_in = static_cast<uInt>(fed);
    rest_.remove_prefix(fed);
  }

  z_stream stream_{};
  std::string_view rest_;
  Bytef piece_[kPiece];
};
}  // namespace

std::string gunzipped(std::string_view packed, const std::filesystem::path& file) {
  Inflater inflater(packed);
  std::string bytes;
  for (;;) {
    const int result = inflater.inflate_to(bytes);
    if (bytes.size() > kLargestFoamFile)
      throw unfit_file(file, "is too large: the limit is 16 GiB inflated");
    if (bytes.size() > kHarmlessSize && bytes.size() / kLargestRatio > packed.size())
      throw unfit_file(file,
                       fmt::format("inflates to more than {} times its size, which no mesh does",
                                   kLargestRatio));
    if (result == Z_STREAM_END && inflater.used_up()) return bytes;
    if (result == Z_STREAM_END)
      inflater.begin_next_member();
    else if (result == Z_MEM_ERROR)
      throw std::bad_alloc();
    else if (result == Z_BUF_ERROR && inflater.used_up())
      throw unfit_file(file, "is cut off: its gzip data have no end");
    else if (result != Z_OK)
      throw unfit_file(file,
                       fmt::format("is not a gzip file or is damaged ({})", inflater.message()));
  }
}

FoamBytes read_foam_bytes(const std::filesystem::path& file) {
  std::filesystem::path packed = file;
  packed += ".gz";
  // A file whose existence cannot be found out is opened: that gives the reason.
  std::error_code unknown;
  const bool plain = std::filesystem::exists(file, unknown) || unknown;
  if (plain) return {file, content_of(file, kLargestFoamFile, "the limit is 16 GiB")};
  if (!std::filesystem::exists(packed, unknown) && !unknown)
    throw unfit_file(file,
                     fmt::format("does not exist, and neither does '{}'", shown(packed.string())));
  return {packed, gunzipped(content_of(packed, kLargestFoamFile, "the limit is 16 GiB"), packed)};
}

}  // namespace slipflow::mesh
