#include "swept_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "option_values.hpp"
#include "slipflow/support/checksum.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::app {

namespace {
using Texts = std::vector<std::string>;

constexpr std::size_t kLongestName = 100;

Error refused(const std::string& message) { return Error(ExitStatus::bad_input, message); }

/// FIRST:LAST:COUNT, if the text has three such parts.
struct EqualSteps {
  std::string first, last, unit;
  double from = 0, to = 0;
  int count = 0;
};

std::optional<EqualSteps> equal_steps_in(const std::string& key, const std::string& text) {
  const auto blank = std::min(text.find(' '), text.size());
  const auto parts = split_at(text.substr(0, blank), ':');
  const auto from = parsed<double>(parts[0]);
  if (parts.size() == 2 && from && parsed<double>(parts[1]))
    throw refused(fmt::format(
        "--over {}={}: a range is FIRST:LAST:COUNT, such as {}:5{} for five values at "
        "equal distances",
        shown(key), shown(text), shown(text.substr(0, blank)), shown(text.substr(blank))));
  if (parts.size() != 3) return std::nullopt;
  const auto to = parsed<double>(parts[1]);
  const auto count = parsed<int>(parts[2]);
  if (!from || !to || !count) return std::nullopt;
  if (!std::isfinite(*from) || !std::isfinite(*to) || *count < 2 ||
      *count > static_cast<int>(kMostJobs))
    throw refused(
        fmt::format("--over {}={}: FIRST and LAST must be finite numbers and COUNT a "
                    "whole number from 2 to {}",
                    shown(key), shown(text), kMostJobs));
  return EqualSteps{parts[0], parts[1], text.substr(blank), *from, *to, *count};
}

Texts values_of(const EqualSteps& steps) {
  Texts values = {steps.first + steps.unit};
  const int last = steps.count - 1;
  for (int k = 1; k < last; ++k)
    values.push_back(
        fmt::format("{:.15g}{}", (steps.from * (last - k) + steps.to * k) / last, steps.unit));
  values.push_back(steps.last + steps.unit);
  return values;
}

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool stays_in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '+' || c == '-' || c == '=';
}

/// "knudsen" of "gas.knudsen", unless another key ends so too.
std::string short_key(const std::string& key, const std::vector<SweptKey>& keys) {
  const auto last_part = [](const std::string& name) { return name.substr(name.rfind('.') + 1); };
  const auto same = std::count_if(keys.begin(), keys.end(), [&](const SweptKey& other) {
    return last_part(other.key) == last_part(key);
  });
  return same > 1 ? key : last_part(key);
}

/// The name of a job, which depends on no other job. Where characters are lost that may make a
/// difference, a checksum follows: blanks become '_', so that a '_' is lost.
std::string name_of(const SweepJob& job, const std::vector<SweptKey>& keys) {
  std::string name, whole;
  bool lost = false;
  for (const auto& [key, value] : job.values) {
    whole += key + '=' + value + '\n';
    name += fmt::format("{}{}=", name.empty() ? "" : "_", short_key(key, keys));
    for (const char c : value) {
      name += stays_in_name(c) ? c : '_';
      lost = lost || !(stays_in_name(c) || c == ' ');
    }
  }
  lost = lost || name.size() > kLongestName;
  if (!lost) return name;
  return fmt::format("{}_{:08x}", name.substr(0, kLongestName), checksum_of(whole) & 0xffffffffU);
}

void require_equal_lengths(const std::vector<SweptKey>& keys) {
  for (const auto& key : keys)
    if (key.values.size() != keys.front().values.size())
      throw refused(fmt::format("--zip pairs values one by one: {} has {} of them, {} has {}",
                                shown(keys.front().key), keys.front().values.size(), shown(key.key),
                                key.values.size()));
}

std::size_t count_of_jobs(const std::vector<SweptKey>& keys, bool zip) {
  std::size_t count = 1;  // each list has at most kMostJobs values, so no product overflows
  for (const auto& key : keys) {
    count = zip ? key.values.size() : count * key.values.size();
    if (count > kMostJobs)
      throw refused(
          fmt::format("the values of --over make more than {} jobs, the most of a sweep: "
                      "take fewer of them, or several sweeps",
                      kMostJobs));
  }
  return count;
}

void require_different(const std::vector<SweptKey>& keys) {
  std::set<std::string> names;
  for (const auto& key : keys)
    if (!names.insert(key.key).second)
      throw refused(
          fmt::format("--over {} is given twice: give all its values at once", shown(key.key)));
}
}  // namespace

SweptKey swept_key_from(const std::string& text) {
  const auto equals = text.find('=');
  SweptKey swept{trimmed(text.substr(0, equals)), {}};
  if (equals == std::string::npos || swept.key.empty())
    throw refused(fmt::format(
        "--over '{}' must be section.key=VALUE,VALUE,.. or section.key=FIRST:LAST:COUNT",
        shown(text)));
  const auto values = trimmed(text.substr(equals + 1));
  if (const auto steps = equal_steps_in(swept.key, values)) {
    swept.values = values_of(*steps);
    return swept;
  }
  for (const auto& value : split_at(values, values.find(';') == std::string::npos ? ',' : ';')) {
    swept.values.push_back(trimmed(value));
    if (swept.values.back().empty())
      throw refused(
          fmt::format("--over {}: a value is missing in '{}'", shown(swept.key), shown(values)));
    if (swept.values.size() > kMostJobs) break;  // refused with the number of jobs
  }
  return swept;
}

std::vector<SweepJob> sweep_jobs(const std::vector<SweptKey>& keys, bool zip) {
  require_different(keys);
  if (zip) require_equal_lengths(keys);
  std::vector<SweepJob> jobs(count_of_jobs(keys, zip));
  std::set<std::string> names;
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    std::size_t repeats = jobs.size();  // of a value of the key in a row
    for (const auto& key : keys) {
      repeats /= zip ? 1 : key.values.size();
      jobs[k].values.emplace_back(key.key, key.values[zip ? k : k / repeats % key.values.size()]);
    }
    jobs[k].name = name_of(jobs[k], keys);
    if (!names.insert(jobs[k].name).second)
      throw refused(fmt::format("the values of --over make the job {} twice", jobs[k].name));
  }
  return jobs;
}

}  // namespace slipflow::app
