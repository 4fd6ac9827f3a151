// Actions and errors that all ranks have in common.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "slipflow/parallel/team.hpp"

namespace slipflow::parallel {

/// Every rank does the action. If it throws an Error on some of them, every rank throws that of the
/// lowest of these, named by by_rank(). Lack of host memory (std::bad_alloc) counts as an Error.
/// Collective. The action may contain collective calls only if it throws on all ranks or on none
/// before the last of them.
void agree(Team& team, const std::function<void()>& action);

/// Returns when all ranks have called it. It sleeps, so that a long wait costs no processor time.
/// Collective.
void meet(Team& team);

/// The text that rank `owner` gives, on every rank; what the others give is ignored. Collective.
std::string text_of(Team& team, int owner, const std::string& text);

/// The sentence, with rank and host in front of it unless this is rank 0: "rank 3 on n2: ...".
std::string by_rank(const Team& team, const std::string& sentence);

// The end of a program of several ranks.

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
