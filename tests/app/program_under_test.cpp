// Compiled for each executable of tests, which may run a program of its own.
#include "program.hpp"

namespace test_app {

const char* const program_under_test = SLIPFLOW_PROGRAM;

}  // namespace test_app
