#include "systems.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace slipflow::linear_solvers {

namespace {
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kBehind = 5;  // numbers of an array behind the lines

/// The same numbers on every machine.
class Random {
 public:
  explicit Random(unsigned seed) : numbers_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(numbers_() >> 11) * 0x1p-53;
  }

 private:
  std::mt19937_64 numbers_;
};
}  // namespace

Lines lines_in(Layout layout, long lines, long rows) {
  if (layout == Layout::contiguous) return Lines::contiguous(lines, std::max(rows, 1L));
  if (layout == Layout::interleaved) return Lines::interleaved(std::max(lines, 1L), rows);
  return {lines, rows, 2, 2 * lines + 3};
}

Systems dominant_systems(const Lines& lines, setup::Precision precision, unsigned seed) {
  Systems s{lines, {}, {}, {}, {}};
  const std::size_t size = extent(lines) + kBehind;
  for (auto* values : {&s.a, &s.b, &s.c, &s.d}) values->assign(size, kNan);
  Random random(seed);
  const auto rounded = [&](double value) {
    return precision == setup::Precision::in_single ? static_cast<double>(static_cast<float>(value))
                                                    : value;
  };
  for (long line = 0; line < lines.lines; ++line)
    for (long i = 0; i < lines.rows; ++i) {
      const std::size_t at = s.at(line, i);
      const double a = random.between(-1, 1), c = random.between(-1, 1);
      const double b = random.between(1.01, 3) * (std::abs(a) + std::abs(c)) + 1e-3;
      s.a[at] = i > 0 ? rounded(a) : kNan;
      s.b[at] = rounded(random.between(0, 1) < 0.5 ? b : -b);
      s.c[at] = i + 1 < lines.rows ? rounded(c) : kNan;
      s.d[at] = rounded(random.between(-1, 1));
    }
  return s;
}

Systems constant_systems(const Lines& lines, double a, double b, double c) {
  Systems s = dominant_systems(lines, setup::Precision::in_single);
  std::fill(s.a.begin(), s.a.end(), a);
  std::fill(s.b.begin(), s.b.end(), b);
  std::fill(s.c.begin(), s.c.end(), c);
  return s;
}

std::vector<double> empty_solution(const Systems& s) { return std::vector<double>(s.d.size(), -7); }

Solution solve_serially(const Systems& s, const LineChoice& choice, bool in_place) {
  Solution solution{in_place ? s.d : empty_solution(s), {}};
  const auto& d = in_place ? solution.x : s.d;
  solution.status = solve_lines(s.lines, choice, s.a, s.b, s.c, d, solution.x);
  return solution;
}

double residual(const Systems& s, const std::vector<double>& x) {
  long double largest = 0, scale = 0;
  for (long line = 0; line < s.lines.lines; ++line)
    for (long i = 0; i < s.lines.rows; ++i) {
      const std::size_t at = s.at(line, i);
      long double sum = static_cast<long double>(s.b[at]) * x[at] - s.d[at];
      scale = std::max(scale, std::abs(static_cast<long double>(s.b[at]) * x[at]));
      if (i > 0) sum += static_cast<long double>(s.a[at]) * x[s.at(line, i - 1)];
      if (i + 1 < s.lines.rows) sum += static_cast<long double>(s.c[at]) * x[s.at(line, i + 1)];
      if (!(std::abs(sum) <= largest)) largest = std::abs(sum);
    }
  return largest == 0 ? 0 : static_cast<double>(largest / scale);
}

double difference(const std::vector<double>& x, const std::vector<double>& y) {
  double largest = 0, scale = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (std::isnan(x[k]) && std::isnan(y[k])) continue;
    const double by = std::abs(x[k] - y[k]);
    if (!(by <= largest)) largest = by;
    scale = std::max(scale, std::abs(y[k]));
  }
  return largest == 0 ? 0 : largest / scale;
}

std::size_t different_bits(const std::vector<double>& x, const std::vector<double>& y) {
  std::size_t count = x.size() != y.size();
  for (std::size_t k = 0; k < std::min(x.size(), y.size()); ++k)
    count += !(std::isnan(x[k]) && std::isnan(y[k])) && std::memcmp(&x[k], &y[k], sizeof x[k]) != 0;
  return count;
}

std::ostream& operator<<(std::ostream& out, const Algorithm& a) { return out << a.name; }

namespace {
constexpr long kAny = 2'000'000, kInLocalMemory = 1000;  // most rows of a line

Algorithm partition(const char* name, setup::Precision precision, int rows, int items, int abreast,
                    long most) {
  return {name,
          {.algorithm = LineAlgorithm::partition,
           .precision = precision,
           .parity = true,
           .rows_per_item = rows,
           .items = items,
           .lines_abreast = abreast},
          most};
}
}  // namespace

std::vector<Algorithm> few_algorithms(setup::Precision precision) {
  const auto choice = [&](LineAlgorithm algorithm) {
    return LineChoice{.algorithm = algorithm, .precision = precision, .parity = true};
  };
  return {{"pta", choice(LineAlgorithm::pta), kAny},
          {"cr", choice(LineAlgorithm::cr), kInLocalMemory},
          {"pcr", choice(LineAlgorithm::pcr), kInLocalMemory},
          partition("partition of 3 rows, 2 lines abreast", precision, 3, 32, 2, kAny)};
}

std::vector<Algorithm> algorithms(setup::Precision precision) {
  std::vector<Algorithm> all = few_algorithms(precision);
  if (precision == setup::Precision::in_single) return all;
  all.push_back(partition("partition of 1 row", precision, 1, 64, 1, 4094));
  all.push_back(partition("partition of 2 rows, 8 lines abreast", precision, 2, 16, 8, 4094));
  all.push_back(partition("partition of 5 rows, tiny pieces", precision, 5, 4, 1, kAny));
  all.push_back(partition("partition of 1 row, tiny pieces", precision, 1, 2, 4, 1000));
  return all;
}

std::ostream& operator<<(std::ostream& out, const Size& s) {
  const char* const layouts[] = {"contiguous", "interleaved", "spread"};
  return out << s.lines << " lines of " << s.rows << " rows, "
             << layouts[static_cast<int>(s.layout)] << (s.in_place ? ", in place" : "");
}

// Each number of rows with two numbers of lines; neighbours have other ones and other layouts.
std::vector<Size> sizes() {
  std::vector<Size> all{{0, 5, Layout::contiguous, false}, {3, 0, Layout::interleaved, false}};
  constexpr long kLines[] = {1, 3, 64, 1000};
  std::size_t k = 0;
  for (const long rows :
       {1, 2, 3, 5, 7, 8, 31, 32, 33, 62, 63, 64, 65, 127, 255, 1000, 4094, 20000})
    for (const std::size_t more : {0, 1}) {
      const long most = std::max(200'000 / rows / 3, 1L);
      all.push_back({std::min(kLines[(k / 2 + more) % 4], most), rows, static_cast<Layout>(k % 3),
                     k % 5 < 2});
      ++k;
    }
  return all;
}

std::vector<Size> few_sizes() {
  std::vector<Size> few = sizes();
  std::erase_if(few, [](const Size& size) { return size.rows > 64 && size.rows < 1000; });
  return few;
}

double tolerance(setup::Precision precision) {
  return precision == setup::Precision::in_single ? 1e-5 : 1e-13;
}

void check_nan(const std::vector<Algorithm>& algorithms,
               const std::function<std::vector<double>(const Systems&, const LineChoice&)>& solve) {
  const auto precision = algorithms.front().choice.precision;
  const Systems sound = dominant_systems(Lines::interleaved(11, 63), precision);
  Systems s = sound;
  for (long i = 0; i < s.lines.rows; ++i)
    s.d[s.at(4, i)] = std::numeric_limits<double>::quiet_NaN();
  for (const Algorithm& algorithm : algorithms) {
    CAPTURE(algorithm);
    const auto x = solve(s, algorithm.choice);
    auto expected = solve(sound, algorithm.choice);
    CHECK(different_bits(x, expected) == 63);
    for (long i = 0; i < s.lines.rows; ++i) expected[s.at(4, i)] = x[s.at(4, i)];
    CHECK(different_bits(x, expected) == 0);
  }
}

}  // namespace slipflow::linear_solvers
