// Names in a file that Cairo has written as SVG.
#pragma once

#include <string>

namespace slipflow::drawing {

/// Cairo numbers the parts of an SVG file on from those of all earlier files. This gives them the
/// numbers 0, 1 ... in the order of the file, so that the same picture is the same file.
std::string with_even_names(const std::string& svg);

}  // namespace slipflow::drawing
