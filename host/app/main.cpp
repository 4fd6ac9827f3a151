#include "slipflow/app/commands.hpp"

int main(int count, char** arguments) {
  return slipflow::app::run_program({arguments + 1, arguments + count});
}
