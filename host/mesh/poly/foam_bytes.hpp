// The bytes of one file of OpenFOAM, stored as FILE or compressed as FILE.gz.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace slipflow::mesh {

/// A whole file, uncompressed.
struct FoamBytes {
  std::filesystem::path file;  ///< the file that was read: FILE or FILE.gz
  std::string bytes;
};

/// Reads FILE or, if there is none, FILE.gz: at most 16 GiB. Throws Error(bad_input) if neither
/// exists or if the one that does cannot be read.
FoamBytes read_foam_bytes(const std::filesystem::path& file);

/// The content of a gzip file, given by its bytes; members that follow one another are joined.
/// Memory grows with the inflated bytes, not with the claimed size. Throws Error(bad_input) that
/// names the file if it is damaged, cut off, larger than 16 GiB or suspiciously compressible.
std::string gunzipped(std::string_view packed, const std::filesystem::path& file);

}  // namespace slipflow::mesh
