// Actions and errors that all ranks have in common.
#pragma once

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

}  // namespace slipflow::parallel
