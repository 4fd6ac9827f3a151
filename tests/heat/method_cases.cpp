// The method whose commands tests_heat tests.
#include "method_commands.hpp"

namespace test_app {

std::vector<MethodCase> method_cases() {
  return {{.name = "heat",
           .text = "title = Hot spot\nmethod = heat\n[heat]\ndiffusivity = 0.5\n"
                   "[mesh]\nx = 0 2\ny = 0 1\ncells = 29 17\nx_stretch = geometric 1.03\n"
                   "[body]\ncircle = 1 0.5 0.2 T=2\nrectangle = 1.6 0 1.8 0.4\n"
                   "[boundary]\nwest = temperature T=1\neast = adiabatic\nsouth = periodic\n"
                   "north = periodic\n[initial]\nstate = rectangle 0.2 0.2 0.6 0.8 inside=3\n"
                   "[time]\ncourant = 0.8\nend = 0.03\n"
                   "[output]\nevery_time = 0.011\nhistory_every = 2\naverages = T\n"
                   "probe = 0.3 0.4 name=spot\nprofile = 0 0.1 2 0.1 points=5 name=low\n",
           .cells = "29 x 17",
           .scheme = "explicit",
           .derived = {"\n# largest stable step       dt = 0.00", "\n# circle 1  "},
           .precisions = {"mixed", "single"},
           .benchmarks = {"explicit"}}};
}

}  // namespace test_app
