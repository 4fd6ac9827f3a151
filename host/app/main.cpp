#include <csignal>

#include "slipflow/app/commands.hpp"

int main(int count, char** arguments) {
  // Beyond a limit on file sizes (ulimit -f), writing fails with a sentence instead.
  std::signal(SIGXFSZ, SIG_IGN);
  return slipflow::app::run_program({arguments + 1, arguments + count});
}
