#include "summary_file.hpp"

#include "slipflow/support/input_file.hpp"

namespace slipflow::app {

namespace {
constexpr std::uint64_t kMostSummary = std::uint64_t{16} << 20;
// A summary has a few levels; printing one of a million would overflow the stack.
constexpr int kDeepestSummary = 32;
}  // namespace

Summary read_summary(const std::filesystem::path& folder) {
  InputFile in(folder / "summary.json");
  if (!in.problem().empty()) return {};
  const auto is_shallow = [](int depth, auto, const auto&) { return depth <= kDeepestSummary; };
  auto summary = Summary::parse(in.text(kMostSummary), is_shallow, false);
  return summary.is_object() ? summary : Summary();
}

std::string text_in(const Summary& summary, const char* key) {
  const auto found = summary.find(key);
  return found != summary.end() && found->is_string() ? found->get<std::string>() : "";
}

double number_in(const Summary& summary, const char* key, double otherwise) {
  const auto found = summary.find(key);
  return found != summary.end() && found->is_number() ? found->get<double>() : otherwise;
}

bool flag_in(const Summary& summary, const char* key) {
  const auto found = summary.find(key);
  return found != summary.end() && found->is_boolean() && found->get<bool>();
}

}  // namespace slipflow::app
