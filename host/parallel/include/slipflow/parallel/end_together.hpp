// The end of a program of several ranks.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "slipflow/parallel/team.hpp"

namespace slipflow::parallel {

/// How the work of a rank has ended.
struct Ending {
  int status = 0;        ///< 0: done
  std::string sentence;  ///< of the error that ended it; empty without one
};

/// How long a rank with an error waits for the others, which usually have the same error.
constexpr std::chrono::milliseconds kPatience{10'000};

/// Returns the exit status of all ranks once all have called it: that of the lowest rank with an
/// error, else of the lowest with a status other than 0. That rank alone prints its sentence, named
/// by by_rank(). If a rank with an error waits longer than `patience` for the others, it prints its
/// sentence and aborts the team. Every rank calls it once, at the end.
int end_together(Team& team, const Ending& own,
                 const std::function<void(const std::string&)>& print,
                 std::chrono::milliseconds patience = kPatience);

}  // namespace slipflow::parallel
