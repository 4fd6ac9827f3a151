#include "slipflow/bench/subject.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>

#include "simple_ts/convection/schemes.h"
#include "slipflow/config/settings.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::bench {

namespace {
constexpr int kSide = 20;            // cells along a side of a square
constexpr int kRowsPerSquare = 200;  // of the paper's channels
constexpr int kColumnOfSquares = 200;
constexpr int kMostSquares = 250;    // bodies and sides share the numbers of walls, up to 255
constexpr int kMostCells = 1000000;  // along an axis, as in case files

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

Error refused_mesh(const std::string& text, const std::string& reason) {
  return {ExitStatus::bad_input, fmt::format("--mesh {}: {}", shown(text), reason)};
}

void check_squares(const std::string& text, const Channel& c) {
  if (c.squares > kMostSquares)
    throw Error(ExitStatus::bad_input,
                fmt::format("--squares {} must be from 0 to {}", c.squares, kMostSquares));
  // Room for a square and as much gas on either side of it.
  if (c.squares > 0 && (c.nx < 3 * kSide || c.ny / c.squares < 2 * kSide))
    throw refused_mesh(text,
                       fmt::format("{} square{} of {} x {} cells need at least {} x {} cells; "
                                   "take a larger mesh or fewer --squares",
                                   c.squares, c.squares == 1 ? "" : "s", kSide, kSide, 3 * kSide,
                                   2 * kSide * c.squares));
}

// In cells, from below; the positions of the paper's channels where there is room for them.
std::string square_line(const Channel& c, int number) {
  const int i0 = std::min(kColumnOfSquares, (c.nx - kSide) / 2);
  const long middle = (2L * number + 1) * c.ny / (2L * c.squares);
  const double x0 = i0 / 20.0, y0 = static_cast<double>(middle - kSide / 2) / 20.0;
  return fmt::format("rectangle = {} {} {} {}\n", x0, y0, x0 + 1, y0 + 1);
}

std::vector<std::string> convection_names() {
  std::vector<std::string> names;
#define SF_NAME_OF(known, number, limiter) names.emplace_back(#known);
  SF_CONVECTION_SCHEMES(SF_NAME_OF)
#undef SF_NAME_OF
  return names;
}
}  // namespace

std::string Channel::text() const {
  return fmt::format("{} x {} cells, {} square{}", nx, ny, squares, squares == 1 ? "" : "s");
}

Channel channel_from(const std::string& text, int squares) {
  const auto x = text.find('x');
  const auto nx = whole_number(std::string_view(text).substr(0, x));
  const auto ny = x == std::string::npos ? nx : whole_number(std::string_view(text).substr(x + 1));
  const auto possible = [](const std::optional<int>& n) {
    return n && *n >= 1 && *n <= kMostCells;
  };
  if (x == std::string::npos || !possible(nx) || !possible(ny))
    throw refused_mesh(text, fmt::format("must be two whole numbers from 1 to {} with an x between "
                                         "them, such as 4032x400",
                                         kMostCells));
  Channel c{*nx, *ny, squares};
  if (squares < 0) {
    const int room = c.nx < 3 * kSide ? 0 : std::min(c.ny / (2 * kSide), kMostSquares);
    c.squares = std::clamp(c.ny / kRowsPerSquare, 1, std::max(room, 1)) * (room > 0);
  }
  check_squares(text, c);
  // Kernels count places in a field with 32 bits.
  if (mesh::Layout{c.nx, c.ny}.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw refused_mesh(text, "has more than 2.1e9 cells, the most a device can count here");
  return c;
}

std::vector<Channel> papers_channels() {
  return {{4032, 200, 1}, {4032, 400, 2}, {4032, 2000, 10}, {4032, 4000, 20}};
}

std::string SchemeChoice::name() const {
  return fmt::format("{} {}", explicit_convection ? "explicit" : "implicit", convection);
}

std::vector<SchemeChoice> main_schemes() {
  return {{false, "upwind"}, {false, "tvd"}, {true, "upwind"}, {true, "tvd"}};
}

SchemeChoice scheme_from(const std::string& name) {
  std::string wanted = name;
  for (char& c : wanted) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::vector<std::string> known;
  for (const bool explicit_convection : {false, true})
    for (const auto& convection : convection_names()) {
      const SchemeChoice scheme{explicit_convection, convection};
      if (scheme.name() == wanted) return scheme;
      known.push_back(scheme.name());
    }
  throw Error(ExitStatus::bad_input,
              fmt::format("--scheme '{}' must be one of {}", shown(name), fmt::join(known, ", ")));
}

simple_ts::Case make_bench_case(const Channel& c, const SchemeChoice& scheme,
                                setup::Precision precision) {
  std::string text = fmt::format(
      "title = Benchmark\n[gas]\nknudsen = 0.00283\nmach = 2.43\n"
      "[mesh]\nx = 0 {}\ny = 0 {}\ncells = {} {}\n",
      c.nx / 20.0, c.ny / 20.0, c.nx, c.ny);
  if (c.squares > 0) text += "[body]\n";
  for (int k = 0; k < c.squares; ++k) text += square_line(c, k);
  text += fmt::format(
      "[boundary]\nwest = stream\neast = outflow\n"
      "south = wall velocity=free_stream\nnorth = wall velocity=free_stream\n"
      "[initial]\nperturbation = 0.1\n"
      "[scheme]\nconvection = {}\ntime = {}\nwall_density = cell\n"
      "convex_corner = slip\n[time]\nstep = 0.003\nmax_steps "
      "= 1\n"
      "[run]\nprecision = {}\n",
      scheme.convection, scheme.explicit_convection ? "explicit" : "implicit", name_of(precision));
  return simple_ts::make_case(config::parse_case(text, "bench", {}, simple_ts::key_tables()));
}

}  // namespace slipflow::bench
