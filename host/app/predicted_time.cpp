#include "predicted_time.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace slipflow::app {

namespace {
struct Measured {
  double cells, microseconds;
};
constexpr Measured kMeasured[] = {{2e5, 35.1},     {4.5e5, 59.3},    {1.05e6, 86.3},
                                  {1.6128e6, 122}, {3e6, 186.6},     {6.4512e6, 373},
                                  {1.6128e7, 846}, {1.29024e8, 6006}};

// All times are in microseconds, all rates in bytes or cells per microsecond.
constexpr double kWithoutCells = 30;  // an iteration on a mesh of a few cells
constexpr double kBytesPerValue = 8;
constexpr double kLaunches = 16;               // an iteration has more of them than on one device
constexpr double kBorderLaunch = 14;           // the kernel for the cells at the cuts
constexpr double kBorderCost = 1.2;            // of these cells, relative to others
constexpr double kCellRate = 19.5e3;           // of that kernel
constexpr double kRowsOfBorder = 14;           // along a cut across y
constexpr double kColumnsOfBorder = 120;       // along a cut across x, whole work-groups
constexpr double kExchange = 12 + 18 + 8 + 5;  // pack, copies, unpack, messages
constexpr double kCopyRate = 27e3;             // between device and host
constexpr double kHostRate = 8e3;              // of messages between ranks of one host
constexpr double kNetworkRate = 22e3;          // of a network card for each device
constexpr double kDecision = 5 + 9 + 4 + 6;    // reduction, read, poll, launch
constexpr double kWaits = 0.15;                // decisions waited for, per iteration

// Part of the neighbours that a piece can have along an axis.
double neighbours(int pieces) { return pieces == 1 ? 0 : pieces == 2 ? 0.5 : 1; }

// The maximum over all ranks.
double time_to_agree(int ranks, int hosts) {
  const double between_hosts = hosts > 1 ? 3 * std::log2(hosts) : 0;
  return 3 + between_hosts + 1.5 * std::log2(std::max(1.0, static_cast<double>(ranks) / hosts));
}

double time_to_exchange(const PieceShape& p) {
  const double cells_at_cuts =
      p.columns * neighbours(p.grid.rows) + p.rows * neighbours(p.grid.columns);
  const double bytes = kBytesPerValue * p.values_exchanged * cells_at_cuts;
  return kExchange + bytes / kCopyRate + bytes / (p.hosts > 1 ? kNetworkRate : kHostRate);
}

double time_of_border(const PieceShape& p) {
  const double cells = (p.grid.rows > 1 ? kRowsOfBorder * p.columns : 0) +
                       (p.grid.columns > 1 ? kColumnsOfBorder * p.rows : 0);
  return std::min(p.columns * p.rows, cells) / kCellRate;
}

// The slowest of many devices.
double slowest(int ranks) { return ranks < 16 ? 1 : 1 + 0.01 * std::log2(ranks) / 4; }
}  // namespace

double time_on_one(double cells) {
  const auto& first = *std::begin(kMeasured);
  const auto& last = *std::prev(std::end(kMeasured));
  if (cells < first.cells)
    return kWithoutCells + cells * (first.microseconds - kWithoutCells) / first.cells;
  if (cells > last.cells) return last.microseconds * cells / last.cells;
  const auto* const above =
      std::lower_bound(std::begin(kMeasured) + 1, std::end(kMeasured), cells,
                       [](const Measured& at, double value) { return at.cells < value; });
  const auto& below = *std::prev(above);
  const double part = std::log(cells / below.cells) / std::log(above->cells / below.cells);
  return std::exp(std::log(below.microseconds) * (1 - part) + std::log(above->microseconds) * part);
}

double predicted_time(const PieceShape& p) {
  const int ranks = p.grid.columns * p.grid.rows;
  const double border = time_of_border(p);
  const double inside = time_on_one(p.columns * p.rows) - border;
  const double decision = kDecision + time_to_agree(ranks, p.hosts);
  const double time = kLaunches + kBorderLaunch + kBorderCost * border +
                      std::max(inside, time_to_exchange(p)) + kWaits * decision;
  return std::max(time, decision) * slowest(ranks);
}

double predicted_efficiency(double cells, const PieceShape& piece) {
  const int ranks = piece.grid.columns * piece.grid.rows;
  return time_on_one(cells) / ranks / predicted_time(piece);
}

}  // namespace slipflow::app
