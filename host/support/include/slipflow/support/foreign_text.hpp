// Text that the program did not write: from files, options, the environment, drivers and compilers.
#pragma once

#include <string>
#include <string_view>

namespace slipflow {

/// The text on one line, as a terminal may show it: control characters (C0, DEL, C1) and bytes that
/// are not UTF-8 become \xNN; everything else stays readable. Text that is already escaped is not
/// changed again.
std::string escaped(std::string_view text);

/// The same, but line ends stay: for the log of a compiler.
std::string escaped_lines(std::string_view text);

/// One value in a message: escaped, and cut after 200 characters, with "..." for the rest.
std::string shown(std::string_view text);

}  // namespace slipflow
