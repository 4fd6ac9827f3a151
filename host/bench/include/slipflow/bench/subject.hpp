// What the benchmark runs: the paper's microchannel on a mesh of any size, with one of the schemes.
#pragma once

#include <string>
#include <vector>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::bench {

/// The channel: nx x ny cells of width 0.05 L, squares of side L above one another.
struct Channel {
  int nx = 0;
  int ny = 0;
  int squares = 0;

  double cells() const { return static_cast<double>(nx) * ny; }
  std::string text() const;  ///< "4032 x 400 cells, 2 squares"
};

/// "4032x400" as a channel with `squares` squares, or, if negative, one for every 200 rows. Throws
/// Error(bad_input) naming --mesh or --squares where no such channel can be.
Channel channel_from(const std::string& text, int squares);

/// 4032 x 200, 400, 2000 and 4000 cells with 1, 2, 10 and 20 squares: arXiv:1802.04243, section 5.
std::vector<Channel> papers_channels();

/// Where and when the convective terms are taken.
struct SchemeChoice {
  bool explicit_convection = false;
  std::string convection;  ///< as in case files: "upwind", "tvd", ...

  std::string name() const;  ///< "implicit upwind"
};

/// The paper's four.
std::vector<SchemeChoice> main_schemes();

/// The scheme of that name, small or capital letters. Throws Error(bad_input) listing the names.
SchemeChoice scheme_from(const std::string& name);

/// The case of configs/microchannel_square*.cfg on that channel, disturbed at the start so that no
/// difference of neighbours is zero.
simple_ts::Case make_bench_case(const Channel& channel, const SchemeChoice& scheme,
                                setup::Precision precision = setup::Precision::in_double);

}  // namespace slipflow::bench
