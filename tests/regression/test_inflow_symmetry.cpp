// Inflows from tables: a case and its mirror image give mirrored fields.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "test_cases.hpp"
#include "test_folder.hpp"

namespace slipflow::simple_ts::test_inflow_symmetry {

namespace {
/// One row of a table over a boundary that reaches from 0 to 1.
struct Row {
  double at, velocity, along;
};
const std::vector<Row> kJet = {{0, 0.05, 0.2}, {0.3, 0.3, -0.1}, {0.45, 0.1, 0.15}, {1, 0.2, 0.05}};

/// The table of the mirror image.
std::vector<Row> mirrored(const std::vector<Row>& rows) {
  std::vector<Row> mirror;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    mirror.push_back({1 - row->at, row->velocity, -row->along});
  return mirror;
}

std::string table_text(const char* position, const std::vector<Row>& rows) {
  std::string text = fmt::format("{},velocity,along\n", position);
  for (const Row& row : rows) text += fmt::format("{},{},{}\n", row.at, row.velocity, row.along);
  return text;
}

/// A box of 9 x 8 cells over 0..1 x 0..1 with these boundaries.
Case box(const std::string& west, const std::string& east, const std::string& south,
         const std::string& north) {
  return case_from(fmt::format(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 9 8\n[boundary]\nwest = {}\n"
      "east = {}\nsouth = {}\nnorth = {}\n[time]\nstep = 0.02\nmax_steps = 1\n",
      west, east, south, north));
}

/// The fields of `second` are those of `first` mirrored in y, after some steps of inflow.
void check_mirrored_in_y(const Case& first, const Case& second) {
  const State a = state_after(first, 15), b = state_after(second, 15);
  const auto layout = first.mesh.layout();
  const int ny = layout.ny;
  double largest = 0;
  const auto compare = [&](double x, double y) {
    if (!(std::abs(x - y) <= largest)) largest = std::abs(x - y);
  };
  for (int j = 0; j <= ny; ++j)
    for (int i = 0; i <= layout.nx; ++i) {
      if (i < layout.nx) compare(a.v[layout.at(i, j)], -b.v[layout.at(i, ny - j)]);
      if (j == ny) continue;
      compare(a.u[layout.at(i, j)], b.u[layout.at(i, ny - 1 - j)]);
      if (i == layout.nx) continue;
      for (const auto field : {&State::T, &State::rho})
        compare((a.*field)[layout.at(i, j)], (b.*field)[layout.at(i, ny - 1 - j)]);
    }
  CHECK(largest < 1e-12);
  CHECK(*std::max_element(a.v.begin(), a.v.end()) > 0.02);
}
}  // namespace

TEST_CASE("promise 13: a west or east inflow from a table, mirrored north-south") {
  const test_support::Folder folder;
  const std::string jet = folder.write("jet.csv", table_text("y", kJet));
  const std::string mirror = folder.write("mirror.csv", table_text("y", mirrored(kJet)));
  const auto pairs = {std::pair("wall velocity=0.2,0", "symmetry"),
                      {"outflow", "pressure p=1"},
                      {"inflow velocity=0.1 along=0.2", "outflow"},
                      {"periodic", "periodic"}};
  for (const auto& [south, north] : pairs)
    for (const bool west : {true, false}) {
      CAPTURE(south);
      CAPTURE(west);
      const auto with = [&](const std::string& table, const char* lo, const char* hi) {
        const std::string inflow = "inflow temperature=1.2 path=" + table;
        return west ? box(inflow, "pressure p=1", lo, hi) : box("outflow", inflow, lo, hi);
      };
      check_mirrored_in_y(with(jet, south, north), with(mirror, north, south));
    }
}

TEST_CASE("promise 13: a south inflow from a table is the mirror image of a north one") {
  const test_support::Folder folder;
  const std::string inflow =
      "inflow density=1.1 path=" + folder.write("jet.csv", table_text("x", kJet));
  for (const auto& [west, east] : {std::pair("wall", "pressure p=1"),
                                   {"inflow velocity=0.1", "outflow"},
                                   {"periodic", "periodic"}}) {
    CAPTURE(west);
    check_mirrored_in_y(box(west, east, inflow, "pressure p=1"),
                        box(west, east, "pressure p=1", inflow));
  }
}

}  // namespace slipflow::simple_ts::test_inflow_symmetry
