// print_build_options CASE.cfg [section.key=value ...]: the compiler options that the program would
// give the kernels of the case on a GPU. script/kernel-report compiles with them.
#include <iostream>
#include <string>
#include <vector>

#include "build_options.hpp"
#include "slipflow/config/settings.hpp"
#include "slipflow/simple_ts/keys.hpp"

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::cerr << "usage: print_build_options CASE.cfg [section.key=value ...]\n";
    return 2;
  }
  using namespace slipflow;
  const std::vector<std::string> set(argv + 2, argv + argc);
  const simple_ts::Case c =
      simple_ts::make_case(config::load_case_file(argv[1], set, simple_ts::key_tables()));
  opencl::Device device;
  device.gpu = true;
  device.compute_units = 64;
  device.largest_work_group = 256;
  device.local_memory = 65536;
  const auto options = simple_ts::resolve_options(c, device, {});
  std::cout << simple_ts::build_options(c, options)
            << " -DSF_WORK_GROUP=" << options.work_group_size << '\n';
  return 0;
} catch (const std::exception& error) {
  std::cerr << "print_build_options: " << error.what() << '\n';
  return 1;
}
