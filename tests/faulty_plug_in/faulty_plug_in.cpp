// A plug-in for MPI for tests, without MPI. SLIPFLOW_TEST_PLUG_IN says what it does:
//
//   version   its interface has another version
//   fault     its MPI does not start
//   N         this is rank 0 of N, and all other ranks do what it does
#include <cstdlib>
#include <cstring>
#include <string>

#include "slipflow/parallel/plug_in.hpp"

namespace {
using namespace slipflow::parallel;

class Ended final : public Pending {
 public:
  bool done() override { return true; }
  void wait() override {}
};

class EqualRanks final : public Team {
 public:
  explicit EqualRanks(int size) : Team({0, size, 0, size, "here"}) {}
  std::unique_ptr<Pending> start_maximum(std::span<std::uint64_t> /*values*/) override {
    return std::make_unique<Ended>();
  }
  void sum(std::span<std::int64_t> values) override {
    for (auto& value : values) value *= size();
  }
  void bit_or(std::span<std::uint64_t> /*values*/) override {}
  void broadcast(std::string& /*text*/) override {}
  std::unique_ptr<Channel> channel(int /*peer*/, int /*tag*/, std::span<const std::byte> /*out*/,
                                   std::span<std::byte> /*in*/) override {
    return nullptr;
  }
  std::unique_ptr<Team> part(int ranks) override { return std::make_unique<EqualRanks>(ranks); }
  std::unique_ptr<Pending> start_last_maximum(std::span<std::uint64_t> values) override {
    return start_maximum(values);
  }
  void abort(int status) override { std::_Exit(status); }
};
}  // namespace

extern "C" __attribute__((visibility("default"))) void slipflow_open_mpi_team(
    unsigned /*version*/, PlugInAnswer* answer) {
  const char* const given = std::getenv("SLIPFLOW_TEST_PLUG_IN");
  const std::string what = given ? given : "";
  answer->version = what == "version" ? kPlugInVersion + 1 : kPlugInVersion;
  if (what == "fault")
    std::strcpy(answer->fault, "no network\tat all");
  else if (what != "version")
    answer->team = new EqualRanks(std::stoi(what));
}
