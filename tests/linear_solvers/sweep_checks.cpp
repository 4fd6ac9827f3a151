// The plain loops have general coefficients, which the other kinds are special cases of, in every
// bit: half of twice a number is that number. A flat box is one with zeros along z.
#include "sweep_checks.hpp"

#include <doctest/doctest.h>

#include <array>
#include <random>

#include "linear_solvers/krylov.h"
#include "systems.hpp"

namespace slipflow::linear_solvers {

namespace general_rows {
// In a namespace: other kinds of coefficients have functions of the same names.
#define S7_KIND S7_GENERAL
#include "linear_solvers/stencil7.h"
}  // namespace general_rows

namespace {
using namespace general_rows;
using Values = std::vector<double>;

constexpr double kOmega = 2.75;

/// A matrix, as loops and as kernels take it.
struct SweptMatrix {
  std::array<Values, 7> a;            // general coefficients
  std::vector<cl_uchar> codes;        // free
  std::array<double, 3> constants{};  // free
  Values right;
};

/// The same numbers on every machine.
class SweepRandom {
 public:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(numbers_() >> 11) * 0x1p-53;
  }

 private:
  std::mt19937_64 numbers_{7};
};

template <class Action>
void for_cells(const Box7& box, Action action) {
  for (int k = 0; k < box.n3; ++k)
    for (int j = 0; j < box.n2; ++j)
      for (int i = 0; i < box.n1; ++i) action(i, j, k, box.at(i, j, k));
}

/// Coefficients along one direction: to the next cell in `next`, to the one before in `before`.
void set_direction(const SweptBox& s, SweepRandom& random, int distance, double constant,
                   Values& next, Values& before) {
  next.resize(s.box.size());
  before.resize(s.box.size());
  const bool symmetric = s.kind != Coefficients7::general;
  for (std::size_t p = 0; p < next.size(); ++p) {
    next[p] = constant > 0 ? constant : random.between(0.2, 1.5);
    if (symmetric && p >= static_cast<std::size_t>(distance))
      before[p] = next[p - distance];
    else
      before[p] = random.between(0.2, 1.5);
  }
}

SweptMatrix matrix_of(const SweptBox& s) {
  SweepRandom random;
  SweptMatrix m;
  const bool free = s.kind == Coefficients7::free;
  if (free) m.constants = {1.25, 0.75, 2.1};
  set_direction(s, random, 1, m.constants[0], m.a[1], m.a[2]);
  set_direction(s, random, s.box.row(), m.constants[1], m.a[3], m.a[4]);
  if (!s.box.flat()) set_direction(s, random, s.box.plane(), m.constants[2], m.a[5], m.a[6]);
  m.a[0].resize(s.box.size());
  m.right.resize(s.box.size());
  m.codes.resize(s.box.size());
  for_cells(s.box, [&](int i, int j, int k, int p) {
    if (s.holes && (3 * i + 5 * j + 7 * k) % 11 < 3) return;
    m.codes[p] = static_cast<cl_uchar>(s7_code(1 + i % 3, 1 + j % 3, s.box.flat() ? 0 : 2));
    m.a[0][p] =
        free ? s7_diagonal_of_code(m.codes[p], m.constants[0], m.constants[1], m.constants[2])
             : random.between(4, 9);
    m.right[p] = random.between(-1, 1);
  });
  return m;
}

/// (D + w R1) y = r, or (D + w R2) q = D y.
Values swept(const SweptBox& s, const SweptMatrix& of, bool upper, const Values& right) {
  const Values none(s.box.size());
  const auto along_z = [&](int n) { return s.box.flat() ? none.data() : of.a[n].data(); };
  const int plane = s.box.flat() ? 0 : s.box.plane();
  const S7Matrix m = {s.box.row(),    plane,          of.a[0].data(),
                      of.a[1].data(), of.a[2].data(), of.a[3].data(),
                      of.a[4].data(), along_z(5),     along_z(6)};
  Values x(s.box.size());
  const auto solve = [&](int p) {
    const int row = upper ? m.row : -m.row, next = upper ? 1 : -1;
    const int along = upper ? plane : -plane;
    const double x_z = plane == 0 ? 0.0 : x[p + along];
    if (of.a[0][p] == 0) return;
    x[p] = upper ? s7_upper_row(&m, kOmega, right[p], x[p + next], x[p + row], x_z, p)
                 : s7_lower_row(&m, kOmega, right[p], x[p + next], x[p + row], x_z, p);
  };
  std::vector<int> places;
  for_cells(s.box, [&](int, int, int, int p) { places.push_back(p); });
  if (upper) std::reverse(places.begin(), places.end());
  for (const int p : places) solve(p);
  return x;
}

/// The matrix on a device, and what sweeps need besides.
class SweptSystem {
 public:
  SweptSystem(opencl::Workspace& workspace, const SweptBox& s, int outcome)
      : workspace_(workspace), s_(s), m_(matrix_of(s)) {
    Values numbers(S7_NUMBERS);
    numbers[S7_W] = kOmega;
    numbers_ = array(numbers);
    S7Progress progress{};
    progress.outcome = outcome;
    progress_ = workspace.buffer(std::vector{progress});
    for (int n = 0; n < (s.box.flat() ? 5 : 7); ++n) a_[n] = array(m_.a[n]);
    codes_ = workspace.buffer(m_.codes);
    Values diagonals;
    for (int code = 0; code < S7_CODES; ++code)
      diagonals.push_back(
          s7_diagonal_of_code(code, m_.constants[0], m_.constants[1], m_.constants[2]));
    diagonals_ = array(diagonals);
  }

  const SweptMatrix& matrix() const { return m_; }

  Values sweep(Sweeps& sweeps, bool upper, const Values& right, bool in_place) {
    const opencl::Array from = array(right);
    const opencl::Array to = in_place ? from : array(Values(right.size()));
    sweeps.sweep(upper, arguments(), numbers_, progress_, from, to);
    return workspace_.read(to);
  }

 private:
  opencl::Array array(const Values& values) {
    return workspace_.array(opencl::Numbers(sizeof(double)), values);
  }

  opencl::Arguments arguments() const {
    const opencl::Arguments head = {{"begin", 0}, {"row", s_.box.row()}, {"plane", s_.box.plane()}};
    const bool flat = s_.box.flat();
    if (s_.kind == Coefficients7::free) {
      const opencl::Numbers doubles(sizeof(double));
      return head.with({{"c1", doubles.number(m_.constants[0])},
                        {"c3", doubles.number(m_.constants[1])},
                        {"c5", doubles.number(m_.constants[2])},
                        {"codes", codes_},
                        {"diagonals", diagonals_}});
    }
    if (s_.kind == Coefficients7::symmetric) {
      const auto all = head.with({{"a0", a_[0]}, {"a1", a_[1]}, {"a3", a_[3]}});
      return flat ? all : all.with({{"a5", a_[5]}});
    }
    const auto all =
        head.with({{"a0", a_[0]}, {"a1", a_[1]}, {"a2", a_[2]}, {"a3", a_[3]}, {"a4", a_[4]}});
    return flat ? all : all.with({{"a5", a_[5]}, {"a6", a_[6]}});
  }

  opencl::Workspace& workspace_;
  const SweptBox s_;
  const SweptMatrix m_;
  opencl::Array a_[7], diagonals_, numbers_;
  cl::Buffer codes_, progress_;
};
}  // namespace

std::ostream& operator<<(std::ostream& out, const SweptBox& s) {
  const char* kinds[] = {"free", "symmetric", "general"};
  return out << s.box.n1 << " x " << s.box.n2 << " x " << s.box.n3 << ", "
             << kinds[static_cast<int>(s.kind) - 1] << (s.holes ? ", holes" : "") << ", shape "
             << s.shape.rows_y << " " << s.shape.rows_z << " " << s.shape.items << " "
             << s.shape.run << " " << s.shape.columns;
}

Schedule7 check_sweeps(opencl::Workspace& workspace, const SweptBox& s, Schedule7 schedule) {
  CAPTURE(s);
  CAPTURE(text_of(kSchedules7, schedule));
  SweptSystem system(workspace, s, S7_GOES_ON);
  Sweeps sweeps(workspace, checked(workspace.device(), {s.box, s.kind, true, schedule, s.shape}));
  const SweptMatrix& m = system.matrix();
  for (const bool upper : {false, true}) {
    CAPTURE(upper);
    const Values expected = swept(s, m, upper, m.right);
    for (const bool in_place : {false, true})
      CHECK(different_bits(system.sweep(sweeps, upper, m.right, in_place), expected) == 0);
  }
  return sweeps.plan().schedule;
}

void check_ended_sweeps(opencl::Workspace& workspace, Schedule7 schedule) {
  CAPTURE(text_of(kSchedules7, schedule));
  const SweptBox s{{9, 7, 5}};
  SweptSystem system(workspace, s, S7_CONVERGED);
  Sweeps sweeps(workspace, checked(workspace.device(), {s.box, s.kind, true, schedule}));
  for (const bool upper : {false, true})
    CHECK(different_bits(system.sweep(sweeps, upper, system.matrix().right, true),
                         system.matrix().right) == 0);
}

}  // namespace slipflow::linear_solvers
