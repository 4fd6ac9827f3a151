#include "slipflow/tuning/tuned_launches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <optional>
#include <sstream>
#include <utility>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::tuning {

namespace {
using setup::KernelSet;

std::string text_of(const Launch& launch) {
  return fmt::format("{} {} {}\n", name_of(launch.kernels), launch.work_group_size, launch.rows);
}

std::optional<Launch> launch_from(const std::string& text) {
  std::istringstream words(text);
  words.exceptions(std::ios::badbit);  // out of memory is not the end of the text
  std::string kernels;
  Launch launch;
  if (!(words >> kernels >> launch.work_group_size >> launch.rows)) return std::nullopt;
  launch.kernels = setup::kernel_set_named(kernels).value_or(KernelSet::automatic);
  // Writing it again gives the same text: the entry contains nothing else.
  const bool whole = text_of(launch) == text && launch.kernels != KernelSet::automatic;
  const bool possible =
      std::has_single_bit(static_cast<unsigned>(launch.work_group_size)) && launch.rows >= 0;
  return whole && possible ? std::optional(launch) : std::nullopt;
}

bool leaves_nothing(const Launch& given) {
  return given.kernels != KernelSet::automatic && given.work_group_size != 0 && given.rows != 0;
}

bool agrees(const Launch& remembered, const Launch& given) {
  return (given.kernels == KernelSet::automatic || given.kernels == remembered.kernels) &&
         (given.work_group_size == 0 || given.work_group_size == remembered.work_group_size) &&
         (given.rows == 0 || given.rows == remembered.rows);
}

Launch left_to_the_program(Launch options) {
  options.kernels = KernelSet::automatic;
  options.work_group_size = options.rows = 0;
  return options;
}
}  // namespace

std::string digest_of_kernels(const opencl::SourceTree& sources) {
  std::string all;
  for (const auto& [name, text] : sources.texts())
    all += fmt::format("{} {}\n{}", name, text.size(), text);
  return digest_of(all);
}

TunedLaunches::TunedLaunches(UserCache cache, std::string program)
    : cache_(std::move(cache)), program_(std::move(program)) {}

std::string TunedLaunches::key_of(const Problem& problem, const opencl::Device& d,
                                  const Launch& given) const {
  return fmt::format(
      "{}\n{}\n{}\n{}\n{} compute units\nslipflow {}, kernels {}\n{} mode\n{}\n"
      "{} cells\ngiven: {}",
      d.platform, d.name, d.driver, d.version, d.compute_units, program_,
      digest_of_kernels(opencl::kernel_sources()), given.parity ? "parity" : "fast",
      problem.costs().kind_for_tuning(), problem.mesh().size_text(), text_of(given));
}

std::filesystem::path TunedLaunches::file_of(const Problem& problem, const opencl::Device& device,
                                             const Launch& given) const {
  return cache_.file_of(key_of(problem, device, given));
}

Launch TunedLaunches::fill(const Problem& problem, const opencl::Device& device,
                           const Launch& given, const Warn& warn) const {
  if (leaves_nothing(given)) return given;
  // The launch tuned with the same options given, else the best of all if it agrees with them.
  auto launch = find(problem, device, given, warn);
  const Launch open = left_to_the_program(given);
  if (!launch && text_of(open) != text_of(given)) launch = find(problem, device, open, warn);
  if (!launch || !agrees(*launch, given)) return given;
  Launch filled = given;
  filled.kernels = launch->kernels;
  filled.work_group_size = launch->work_group_size;
  filled.rows = launch->rows;
  filled.tuned = true;
  filled.may_shrink = given.work_group_size == 0;
  return filled;
}

std::optional<Launch> TunedLaunches::find(const Problem& problem, const opencl::Device& device,
                                          const Launch& given, const Warn& warn) const {
  const CacheEntry entry = cache_.find(key_of(problem, device, given));
  if (entry.state == CacheEntry::State::absent) return std::nullopt;
  const auto launch = launch_from(entry.bytes);  // a damaged entry has no bytes
  if (!launch)
    warn(
        fmt::format("{} is damaged, so the values tuned for this case are not used; slipflow tune "
                    "finds them again",
                    shown(file_of(problem, device, given).string())));
  return launch;
}

void TunedLaunches::remember(const Problem& problem, const opencl::Device& device,
                             const Launch& given, const Launch& best) const {
  if (cache_.store(key_of(problem, device, given), text_of(best))) return;
  throw Error(ExitStatus::output_failed,
              fmt::format("what was found cannot be remembered in {}: name a folder of your own in "
                          "SLIPFLOW_CACHE_DIR, or put the keys into the case file",
                          file_of(problem, device, given).string()));
}

}  // namespace slipflow::tuning
