#include "slipflow/support/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace slipflow {

TerminalSize terminal_size() {
  winsize size{};
  TerminalSize known;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0)
    return known;
  if (size.ws_col > 0) known.columns = size.ws_col;
  if (size.ws_row > 0) known.rows = size.ws_row;
  return known;
}

}  // namespace slipflow
