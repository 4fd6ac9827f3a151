#include "slipflow/parallel/agree.hpp"

#include <chrono>
#include <cstring>
#include <new>
#include <optional>
#include <thread>
#include <vector>

#include "failure_key.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::parallel {

namespace {
std::optional<Error> error_of(const std::function<void()>& action) {
  try {
    action();
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  } catch (const std::filesystem::filesystem_error& failure) {
    return refused_name(failure);
  } catch (const std::bad_alloc&) {
    return Error(ExitStatus::no_device, kOutOfMemory);
  }
}
}  // namespace

void agree(Team& team, const std::function<void()>& action) {
  if (team.size() == 1) {
    action();
    return;
  }
  const auto own = error_of(action);
  std::uint64_t key = own ? key_of_failure(team, static_cast<int>(own->status())) : 0;
  team.maximum({&key, 1});
  if (key == 0) return;
  const auto sentence =
      text_of(team, failed_rank(team, key), own ? by_rank(team, own->what()) : "");
  throw Error(static_cast<ExitStatus>(failed_status(key)), sentence);
}

void meet(Team& team) {
  std::uint64_t nothing = 0;
  const auto all = team.start_maximum({&nothing, 1});
  while (!all->done()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

std::string text_of(Team& team, int owner, const std::string& text) {
  const bool owns = team.rank() == owner;
  std::uint64_t bytes = owns ? text.size() : 0;
  team.maximum({&bytes, 1});
  std::vector<std::uint64_t> words(bytes / 8 + 1);  // not empty: memcpy takes no null
  if (owns) std::memcpy(words.data(), text.data(), text.size());
  team.bit_or(words);
  return {reinterpret_cast<const char*>(words.data()), bytes};
}

std::string by_rank(const Team& team, const std::string& sentence) {
  if (team.rank() == 0) return sentence;
  return "rank " + std::to_string(team.rank()) + " on " + team.host() + ": " + sentence;
}

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
