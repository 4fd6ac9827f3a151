// The header of a .vtr file, checked before VTK reads the file.
#pragma once

#include <cstdint>
#include <istream>
#include <string>

namespace slipflow::output {

/// Why a file of `bytes` is not a rectilinear grid that VTK may read, of one layer of cells unless
/// `most_axes` is 3; empty if it is one. VTK allocates what the header claims before it meets the
/// end of the file. So every count is compared with the mesh and with the size of the file, and
/// nesting, number and length of the elements are bounded. Takes a time linear in the size of the
/// file, and little memory.
std::string fault_of_frame_header(std::istream& in, std::uint64_t bytes, int most_axes = 2);

}  // namespace slipflow::output
