#include "study_command.hpp"

int main(int count, char** arguments) {
  return slipflow::bench::studies::run_program({arguments + 1, arguments + count},
                                               "/proc/self/exe");
}
