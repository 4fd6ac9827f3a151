// Instructions of compiled kernels: the loops of PTX and SASS, and the tools that make one of the
// other.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "instruction_count.hpp"
#include "march_loops.hpp"
#include "program.hpp"

namespace test_instruction_count {

using namespace test_app;
using test_support::replaced;
using namespace slipflow::bench::studies;

namespace {
std::string times(int n, const std::string& line) {
  std::string text;
  for (int k = 0; k < n; ++k) text += line + "\n";
  return text;
}

/// A march whose loop begins in the middle, as compilers write them: one row with 4 `each` FP64
/// instructions, and others that do not count.
std::string ptx_march(const std::string& name, int each) {
  const auto label = [&](int k) { return fmt::format("$L__{}_{}", name, k); };
  return "\tbra.uni \t" + label(2) + ";\n" + label(1) + ":\n\tbar.sync \t0;\n" +
         times(each, "\tfma.rn.f64 \t%fd1, %fd2, %fd3, %fd1;") +
         times(each, "\t@%p1 add.f64 \t%fd1, %fd2, %fd1;  // executed or not") +
         "\trcp.approx.ftz.f64 \t%fd1, %fd2;\n\tneg.f64 \t%fd1, %fd2;\n\tbar.warp.sync \t-1;\n" +
         label(2) + ":\n" + times(each, "\tmul.rn.f64 \t%fd1, %fd2, %fd1;") + "\t@!%p2 bra \t" +
         label(3) + ";\n\t{ // a block\n" + times(each, "\tsetp.gt.f64 \t%p3, %fd1, %fd2;") +
         "\t}\n" + label(3) + ":\n\tbarrier.sync \t0;\n\t@%p1 bra \t" + label(1) + ";\n";
}

std::string ptx_entry(const std::string& name, const std::string& body) {
  return fmt::format(
      ".entry {0}(\n\t.param .u64 .ptr .global {0}_param_0\n)\n.reqntid 64, 1, 1\n{{\n"
      "\t.reg .pred \t%p<4>;\n\tld.param.u64 \t%rd1, [{0}_param_0];\n{1}\tret;\n}}\n",
      name, body);
}

/// A reduction: barriers in a loop, and few sums.
const std::string ptx_reduction =
    "$L__R:\n\tbar.sync \t0;\n\tmax.f64 \t%fd1, %fd2, %fd1;\n\tbar.sync \t0;\n\t@%p1 bra "
    "\t$L__R;\n";

std::string ptx_of(const std::string& body) {
  return "//\n// Generated\n//\n.version 8.0\n.target sm_90\n.address_size 64\n" +
         ptx_entry("march_2", ptx_march("z", 99)) + ptx_entry("march", body) +
         ptx_entry("march_3", ptx_march("y", 99));
}

const std::string ptx = ptx_of(ptx_march("a", 30) + ptx_march("b", 20) + ptx_reduction);

/// Two rows with 4 `each` FP64 instructions each, one of them within a divergent block.
std::string sass_march(const std::string& name, int each) {
  const auto label = [&](int k) { return fmt::format(".L_{}_{}", name, k); };
  const auto one = [](const std::string& text) { return "        /*0010*/  " + text + " ;\n"; };
  std::string text = label(0) + ":\n";
  for (int row = 0; row < 2; ++row)
    text += one("BAR.SYNC.DEFER_BLOCKING 0x0") + times(each, one("DFMA R2, R4, R6, R2")) +
            times(each, one("@!P0 DADD R2, R4, -R6")) + one("MUFU.RCP64H R5, R3") +
            one("BSSY B0, `(" + label(2 + row) + ")") + one("@P0 BRA `(" + label(4 + row) + ")") +
            times(each, one("DMUL R2, R4, R6")) + one("CALL.REL.NOINC `($__internal)") +
            label(4 + row) + ":\n" + one("BSYNC B0") + label(2 + row) + ":\n" +
            times(each, one("DSETP.GEU.AND P1, PT, R2, R4, PT")) +
            one("BAR.SYNC.DEFER_BLOCKING 0x0");
  return text + one("@P2 EXIT") + one("BRA P3, `(" + label(0) + ")");
}

std::string sass_of(const std::string& body) {
  return "\t.headerflags\t@\"EF_CUDA_SM90\"\n//---------- .text.march "
         "----------\n\t.section\t.text.march,\"ax\",@progbits\n"
         "        .global         march\nmarch:\n.text.march:\n        /*0000*/  LDC R1, c[0x0] "
         ";\n" +
         body +
         "        /*0020*/  EXIT ;\n.L_end:\n        /*0030*/  BRA `(.L_end);\n"
         "\t.section\t.text.march_2,\"ax\",@progbits\n.text.march_2:\n" +
         sass_march("z", 99);
}

const std::string sass = sass_of(sass_march("a", 20) + sass_march("b", 25));

std::vector<std::pair<int, int>> loops(const std::string& text, Assembly assembly) {
  std::vector<std::pair<int, int>> found;
  for (const auto& loop : march_loops(text, "march", assembly))
    found.emplace_back(loop.rows, loop.fp64);
  std::sort(found.begin(), found.end());
  return found;
}

using Pairs = std::vector<std::pair<int, int>>;

/// Programs that are found before others, and a folder for temporary files.
struct Tools {
  Place place;
  std::map<std::string, std::string> before;
  Tools() {
    for (const char* folder : {"bin", "tmp"}) fs::create_directory(place / folder);
    set("PATH", (place / "bin").string() + ":" + std::getenv("PATH"));
    set("TMPDIR", (place / "tmp").string());
  }
  ~Tools() {
    for (const auto& [name, value] : before)
      value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
  }
  void set(const std::string& name, const std::string& value) {
    const char* old = std::getenv(name.c_str());
    before[name] = old ? old : "";
    setenv(name.c_str(), value.c_str(), 1);
  }
  void add(const std::string& name, const std::string& script) const {
    write(place / "bin" / name, "#!/bin/sh\n" + script);
    fs::permissions(place / "bin" / name, fs::perms::owner_all);
  }
};

const slipflow::simple_ts::MarchingKernel kernel = {"march", ptx + '\0', 2, 64, 60, 57, 3};
}  // namespace

TEST_CASE("the marches of a kernel are found in PTX, wherever their loops begin") {
  CHECK(loops(ptx, Assembly::ptx) == Pairs{{1, 80}, {1, 120}});
  // Called functions and other kernels are not part of it.
  CHECK(march_loops(ptx, "marc", Assembly::ptx).empty());
  CHECK(march_loops(ptx, "none", Assembly::ptx).empty());
}

TEST_CASE("the marches of a kernel are found in SASS, with blocks that some threads skip") {
  CHECK(loops(sass, Assembly::sass) == Pairs{{2, 160}, {2, 200}});
}

TEST_CASE("loops that are no march, or that cannot be followed, are not counted") {
  CHECK(loops(ptx_of(ptx_reduction), Assembly::ptx).empty());
  CHECK(loops(ptx_of(ptx_march("a", 12)), Assembly::ptx).empty());  // 48 a row
  const auto with = [](const std::string& line) {
    return ptx_of(ptx_march("b", 20) +
                  replaced(ptx_march("a", 30), "\tneg.f64", line + "\tneg.f64"));
  };
  CHECK(loops(with("\tbar.sync \t0;\n"), Assembly::ptx) == Pairs{{1, 80}});  // three barriers
  CHECK(loops(with("\tbrx.idx \t%r1, $L__t;\n"), Assembly::ptx).empty());
  CHECK(loops(ptx_of(replaced(ptx_march("a", 30), "$L__a_3:", "$L__a_9:")), Assembly::ptx).empty());
  CHECK(loops(replaced(sass, "BSYNC B0 ;\n", "BSYNC B0 ;\n  NOP ;\n"), Assembly::sass).empty());
  CHECK(loops("", Assembly::sass).empty());
}

TEST_CASE("instructions per cell have the columns and rows that are computed twice") {
  CHECK(instructions_per_cell({714, 2, "SASS"}, kernel) ==
        doctest::Approx(357.0 * 64 / 60 * 60 / 57));
  auto higher = kernel;
  higher.rows = 58;  // the last pass through the loop has one row too many
  CHECK(instructions_per_cell({714, 2, "SASS"}, higher) ==
        doctest::Approx(357.0 * 64 / 60 * 62 / 58));
  CHECK(std::isnan(instructions_per_cell({0, 0, "no"}, kernel)));
}

TEST_CASE("PTX is assembled and disassembled by tools, and nothing stays behind") {
  const Tools tools;
  tools.add("ptxas", "[ $1 = -arch=sm_90 ] && [ $2 = -o ] && cp $4 $3\n");
  tools.add("nvdisasm",
            "grep -q 'version 8.0' $1 && cat '" + (tools.place / "sass").string() + "'\n");
  write(tools.place / "sass", sass);
  const auto count = count_instructions(kernel, "sm_90");
  CHECK(count.counted_in == "SASS");
  CHECK(count.fp64 == 160);
  CHECK(count.rows == 2);
  CHECK(fs::is_empty(tools.place / "tmp"));

  write(tools.place / "sass", sass_of(sass_march("a", 20)));  // one march, not two
  const auto other = count_instructions(kernel, "sm_90");
  CHECK(other.counted_in == "PTX: loops of the SASS not recognised");
  CHECK(other.fp64 == 80);
  CHECK(other.rows == 1);
}

TEST_CASE("without tools that work the PTX is counted, and other binaries are not") {
  const Tools tools;
  CHECK(count_instructions(kernel, "").counted_in == "PTX: architecture not known");
  tools.add("ptxas", "exit 1\n");
  const auto failed = count_instructions(kernel, "sm_90");
  CHECK(failed.counted_in == "PTX: ptxas is missing or failed");
  CHECK(failed.fp64 == 80);
  tools.add("ptxas", "cp $4 $3\n");
  tools.add("nvdisasm", "kill -9 $$\n");
  CHECK(count_instructions(kernel, "sm_90").counted_in == "PTX: nvdisasm is missing or failed");
  auto different = kernel;
  different.marches = 3;
  const auto none = count_instructions(different, "");
  CHECK(none.counted_in == "not known: loops of the PTX not recognised");
  CHECK(none.rows == 0);
  different.binary =
      "\x7f"
      "ELF";
  CHECK(count_instructions(different, "sm_90").counted_in == "not known: no PTX");
  CHECK(fs::is_empty(tools.place / "tmp"));
}

}  // namespace test_instruction_count
