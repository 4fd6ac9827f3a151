#include "slipflow/parallel/end_together.hpp"

#include <thread>

#include "failure_key.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::parallel {

namespace {
using std::chrono::steady_clock;

constexpr std::uint64_t kHasSentence = std::uint64_t{1} << 63;

std::uint64_t key_of(const Team& team, const Ending& own) {
  if (own.status == 0) return 0;
  return key_of_failure(team, own.status) | (own.sentence.empty() ? 0 : kHasSentence);
}

/// Whether it has ended before `limited` patience is over. Sleeps, so that waiting costs no core.
bool ends(Pending& pending, bool limited, std::chrono::milliseconds patience) {
  const auto begin = steady_clock::now();
  while (!pending.done()) {
    if (limited && steady_clock::now() - begin > patience) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}
}  // namespace

int end_together(Team& team, const Ending& own,
                 const std::function<void(const std::string&)>& print,
                 std::chrono::milliseconds patience) {
  const bool has_sentence = !own.sentence.empty();
  std::uint64_t key = key_of(team, own);
  try {
    const auto all = team.start_last_maximum({&key, 1});
    if (!ends(*all, has_sentence, patience)) {
      print(by_rank(team, own.sentence));
      team.abort(own.status);
      return own.status;
    }
  } catch (const Error& error) {
    const int status = has_sentence ? own.status : static_cast<int>(error.status());
    print(by_rank(team, has_sentence ? own.sentence : error.what()));
    team.abort(status);
    return status;
  }
  if (key == 0) return 0;
  const bool is_first = failed_rank(team, key & ~kHasSentence) == team.rank();
  if (is_first && has_sentence) print(by_rank(team, own.sentence));
  return failed_status(key);
}

}  // namespace slipflow::parallel
