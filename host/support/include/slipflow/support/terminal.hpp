// The terminal on standard output, else that on standard error.
#pragma once

namespace slipflow {

/// Characters per line, and lines.
struct TerminalSize {
  int columns = 80;
  int rows = 24;
};

/// The size of the terminal; the defaults where it is not known.
TerminalSize terminal_size();

}  // namespace slipflow
