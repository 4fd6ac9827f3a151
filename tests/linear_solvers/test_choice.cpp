// Which algorithm solves lines, with which parameters; layouts and lengths that are refused.
#include <doctest/doctest.h>

#include <stdexcept>

#include "failure.hpp"
#include "slipflow/linear_solvers/lines.hpp"

namespace slipflow::linear_solvers::test_choice {

namespace {
const LineLimits gpu{"a GPU", false, 1024, 48 * 1024};
const LineLimits cpu{"a CPU", true, 4096, 512 * 1024};

LineChoice chosen(const Lines& lines, const LineLimits& limits, const LineChoice& choice = {}) {
  return resolved(lines, choice, limits);
}

struct Partition {
  int rows, items, abreast;
};

void check_partition(const LineChoice& choice, const Partition& expected) {
  CHECK(choice.algorithm == LineAlgorithm::partition);
  CHECK(choice.rows_per_item == expected.rows);
  CHECK(choice.items == expected.items);
  CHECK(choice.lines_abreast == expected.abreast);
}
}  // namespace

TEST_CASE("the fastest algorithm for lines of these numbers, lengths and layouts") {
  CHECK(chosen(Lines::contiguous(100, 31), gpu).algorithm == LineAlgorithm::pta);
  CHECK(chosen(Lines::interleaved(50000, 100), gpu).algorithm == LineAlgorithm::pta);
  CHECK(chosen(Lines::contiguous(100, 1000), cpu).algorithm == LineAlgorithm::pta);
  check_partition(chosen(Lines::contiguous(100, 32), gpu), {2, 32, 1});
  check_partition(chosen(Lines::contiguous(65536, 256), gpu), {8, 32, 1});
  check_partition(chosen(Lines::contiguous(100, 100), gpu), {4, 32, 1});
  check_partition(chosen(Lines::contiguous(100, 1000), gpu), {8, 128, 1});
  check_partition(chosen(Lines::contiguous(100, 4094), gpu), {16, 256, 1});
  check_partition(chosen(Lines::contiguous(100, 4097), gpu), {8, 256, 1});
  check_partition(chosen(Lines::interleaved(49999, 100), gpu), {16, 8, 8});
  check_partition(chosen(Lines::interleaved(3, 100), gpu), {16, 8, 4});
  check_partition(chosen(Lines::interleaved(100, 1000), gpu), {16, 64, 8});
  check_partition(chosen(Lines::interleaved(100, 2000), gpu), {16, 128, 4});
  check_partition(chosen(Lines::interleaved(100, 4000), gpu), {8, 32, 8});
}

TEST_CASE("lines that a work-group cannot hold: more rows for each work-item, then pieces") {
  const Lines lines = Lines::contiguous(10, 1000);
  LineLimits small = gpu;
  small.work_group = 128;
  check_partition(chosen(lines, small), {8, 128, 1});
  CHECK(!is_split(lines, chosen(lines, small)));
  small.work_group = 32;
  check_partition(chosen(lines, small), {8, 32, 1});
  CHECK(is_split(lines, chosen(lines, small)));
  small = gpu;
  small.local_memory = 72 * 40.0;  // 40 work-items of 8 rows in double, 80 in single precision
  check_partition(chosen(lines, small), {8, 32, 1});
  check_partition(chosen(lines, small, {.precision = setup::Precision::in_single}), {8, 64, 1});
  small.local_memory = 136 * 64.0;  // 64 of 16 rows, 120 of 8
  check_partition(chosen(lines, small), {16, 64, 1});
  check_partition(chosen(Lines::contiguous(1, 1'000'000), gpu), {8, 256, 1});
  check_partition(chosen(Lines::interleaved(16, 1'000'000), gpu), {8, 32, 8});
}

TEST_CASE("cr and pcr refuse lines that local memory cannot hold") {
  using test_support::failure;
  const Lines lines = Lines::contiguous(10, 2049);
  CHECK(failure([&] { chosen(lines, gpu, {.algorithm = LineAlgorithm::cr}); }) ==
        std::pair(ExitStatus::bad_input,
                  std::string("cr solves lines of up to 1536 rows on 'a GPU', not of 2049: it "
                              "holds a line in local memory; take partition")));
  CHECK(failure([&] { chosen(lines, gpu, {.algorithm = LineAlgorithm::pcr}); }).second ==
        "pcr solves lines of up to 2048 rows on 'a GPU', not of 2049: it holds a line in local "
        "memory; take partition");
  CHECK_NOTHROW(chosen(Lines::contiguous(10, 2048), gpu, {.algorithm = LineAlgorithm::pcr}));
}

TEST_CASE("strides by which rows overlap, and other layouts that cannot be meant") {
  CHECK_NOTHROW(check_layout(Lines::contiguous(7, 5)));
  CHECK_NOTHROW(check_layout(Lines::interleaved(7, 5)));
  CHECK_NOTHROW(check_layout({3, 2, 2, 3}));  // 0 3, 2 5, 4 7
  CHECK_NOTHROW(check_layout({1, 9, 1, 1}));
  CHECK_THROWS_WITH_AS(check_layout({4, 3, 2, 3}),  // row 0 of line 3 is row 2 of line 0
                       "4 lines of 3 rows with strides 2 and 3: rows overlap", std::logic_error);
  CHECK_THROWS_WITH(check_layout({2, 2, 1, 1}),
                    "2 lines of 2 rows with strides 1 and 1: rows overlap");
  CHECK_THROWS_WITH(check_layout({2, 6, 5, 1}),
                    "2 lines of 6 rows with strides 5 and 1: rows overlap");
  CHECK_THROWS_WITH(check_layout({2, -1, 5, 1}),
                    "2 lines of -1 rows with strides 5 and 1: numbers of lines and rows are not "
                    "negative");
  CHECK_THROWS_WITH(check_layout({2, 2, 0, 1}),
                    "2 lines of 2 rows with strides 0 and 1: strides are positive");
  CHECK_THROWS_WITH(check_layout(Lines::contiguous(65536, 65536)),
                    "65536 lines of 65536 rows with strides 65536 and 1: there are too many rows "
                    "for one solver");
  CHECK_THROWS_WITH(check_layout({2, 2, 1L << 60, 1}),
                    "2 lines of 2 rows with strides 1152921504606846976 and 1: the strides are too "
                    "large");
}

TEST_CASE("parameters that no kernel can have") {
  const Lines lines = Lines::contiguous(2, 100);
  CHECK_THROWS_AS(chosen(lines, gpu, {.precision = setup::Precision::in_mixed}), std::logic_error);
  CHECK_THROWS_AS(chosen(lines, gpu, {.rows_per_item = 17}), std::logic_error);
  CHECK_THROWS_AS(chosen(lines, gpu, {.items = 48}), std::logic_error);
  CHECK_THROWS_AS(chosen(lines, gpu, {.lines_abreast = 3}), std::logic_error);
}

}  // namespace slipflow::linear_solvers::test_choice
