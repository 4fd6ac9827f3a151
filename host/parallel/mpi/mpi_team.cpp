// The plug-in for MPI: with its header the only source that includes <mpi.h>. It uses MPI's C
// interface alone, and is compiled once for each MPI. It is linked to no other library of slipflow.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "mpi_channels.hpp"
#include "slipflow/parallel/plug_in.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::parallel {

namespace {
/// MPI has no way to free or to cancel it: one that is destroyed early stays with MPI.
class PendingMaximum final : public Pending {
 public:
  PendingMaximum(std::span<std::uint64_t> values, MPI_Comm ranks) : values_(values) {
    flip_highest_bits();
    in_pieces(values.size(), sizeof(std::uint64_t), [&](std::size_t first, int count) {
      check(MPI_Iallreduce(MPI_IN_PLACE, values.data() + first, count, MPI_INT64_T, MPI_MAX, ranks,
                           &requests_.emplace_back(MPI_REQUEST_NULL)),
            "MPI_Iallreduce");
    });
  }
  bool done() override {
    if (!ended_ && all_done(requests_)) end();
    return ended_;
  }
  void wait() override {
    if (ended_) return;
    wait_for(requests_);
    end();
  }

 private:
  // MPICH 4.0 compares MPI_UINT64_T as signed integers. With the highest bit flipped, the signed
  // order is that of the unsigned integers.
  void flip_highest_bits() {
    for (std::uint64_t& value : values_) value ^= std::uint64_t{1} << 63;
  }
  void end() {
    flip_highest_bits();
    ended_ = true;
  }

  std::span<std::uint64_t> values_;
  std::vector<MPI_Request> requests_;
  bool ended_ = false;
};

MPI_Comm copy_of(MPI_Comm ranks) {
  MPI_Comm copy = MPI_COMM_NULL;
  check(MPI_Comm_dup(ranks, &copy), "MPI_Comm_dup");
  return copy;
}

int rank_in(MPI_Comm ranks) {
  int rank = 0;
  check(MPI_Comm_rank(ranks, &rank), "MPI_Comm_rank");
  return rank;
}

int size_of(MPI_Comm ranks) {
  int size = 0;
  check(MPI_Comm_size(ranks, &size), "MPI_Comm_size");
  return size;
}

std::string name_of_host() {
  char name[MPI_MAX_PROCESSOR_NAME] = "";
  int length = 0;
  check(MPI_Get_processor_name(name, &length), "MPI_Get_processor_name");
  return name;
}

MPI_Comm ranks_of_host(MPI_Comm ranks) {
  MPI_Comm host = MPI_COMM_NULL;
  check(MPI_Comm_split_type(ranks, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host),
        "MPI_Comm_split_type");
  return host;
}

/// The number in `to` of a rank of `from`; MPI_UNDEFINED if it is not there.
int number_in(MPI_Comm to, MPI_Comm from, int rank) {
  MPI_Group of_to = MPI_GROUP_NULL, of_from = MPI_GROUP_NULL;
  check(MPI_Comm_group(to, &of_to), "MPI_Comm_group");
  check(MPI_Comm_group(from, &of_from), "MPI_Comm_group");
  int number = MPI_UNDEFINED;
  check(MPI_Group_translate_ranks(of_from, 1, &rank, of_to, &number), "MPI_Group_translate_ranks");
  MPI_Group_free(&of_to);
  MPI_Group_free(&of_from);
  return number;
}

RankPlace place_in(MPI_Comm ranks) {
  MPI_Comm host = ranks_of_host(ranks);
  RankPlace place{rank_in(ranks), size_of(ranks), rank_in(host), size_of(host), name_of_host()};
  check(MPI_Comm_free(&host), "MPI_Comm_free");
  return place;
}

/// The team of a communicator, of which it makes copies.
class MpiTeam : public Team {
 public:
  explicit MpiTeam(MPI_Comm ranks)
      : Team(place_in(ranks)),
        ranks_(copy_of(ranks)),
        last_(copy_of(ranks)),
        host_(ranks_of_host(ranks_)) {}
  MpiTeam(const MpiTeam&) = delete;
  MpiTeam& operator=(const MpiTeam&) = delete;
  // Windows stay until MPI ends: to free them is to wait for the other ranks, which may have
  // failed.
  ~MpiTeam() override {
    MPI_Comm_free(&host_);
    MPI_Comm_free(&last_);
    MPI_Comm_free(&ranks_);
  }

  std::unique_ptr<Pending> start_maximum(std::span<std::uint64_t> values) override {
    return std::make_unique<PendingMaximum>(values, ranks_);
  }
  void sum(std::span<std::int64_t> values) override { reduce(values, MPI_INT64_T, MPI_SUM); }
  void bit_or(std::span<std::uint64_t> values) override { reduce(values, MPI_UINT64_T, MPI_BOR); }
  void broadcast(std::string& text) override {
    std::uint64_t bytes = text.size();
    check(MPI_Bcast(&bytes, 1, MPI_UINT64_T, 0, ranks_), "MPI_Bcast");
    text.resize(bytes);
    in_pieces(text.size(), 1, [&](std::size_t first, int count) {
      check(MPI_Bcast(text.data() + first, count, MPI_BYTE, 0, ranks_), "MPI_Bcast");
    });
  }
  std::unique_ptr<Channel> channel(int peer, int tag, std::span<const std::byte> out,
                                   std::span<std::byte> in) override {
    const int on_host = number_in(host_, ranks_, peer);
    const auto contains = [&](const Window& window) {
      return out.data() >= window.own.data() && out.data() < window.own.data() + window.own.size();
    };
    const auto window = std::ranges::find_if(windows_, contains);
    if (on_host == MPI_UNDEFINED || window == windows_.end())
      return std::make_unique<MpiChannel>(peer, tag, out, in, ranks_);
    return std::make_unique<SharedChannel>(peer, tag, window->own, window->of(on_host), out, in,
                                           ranks_);
  }
  std::span<std::byte> shared_memory(std::size_t bytes) override {
    if (!all_hosts_have(bytes)) return {};
    Window window;
    void* own = nullptr;
    std::int64_t failures = MPI_Win_allocate_shared(static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL,
                                                    host_, &own, &window.window) == MPI_SUCCESS
                                ? 0
                                : 1;
    sum({&failures, 1});
    if (failures > 0) return {};
    window.own = {static_cast<std::byte*>(own), bytes};
    windows_.push_back(window);
    return window.own;
  }
  std::unique_ptr<Team> part(int ranks) override {
    MPI_Comm first = MPI_COMM_NULL;
    check(MPI_Comm_split(ranks_, rank() < ranks ? 0 : MPI_UNDEFINED, rank(), &first),
          "MPI_Comm_split");
    if (first == MPI_COMM_NULL) return nullptr;
    auto team = std::make_unique<MpiTeam>(first);
    check(MPI_Comm_free(&first), "MPI_Comm_free");
    return team;
  }
  std::unique_ptr<Pending> start_last_maximum(std::span<std::uint64_t> values) override {
    return std::make_unique<PendingMaximum>(values, last_);
  }
  void abort(int status) override {
    std::fflush(nullptr);
    MPI_Abort(MPI_COMM_WORLD, status);
    std::_Exit(status);
  }

 private:
  /// Memory of this rank and of the others of its host.
  struct Window {
    MPI_Win window = MPI_WIN_NULL;
    std::span<std::byte> own;

    const std::byte* of(int rank) const {
      MPI_Aint bytes = 0;
      int unit = 0;
      void* begin = nullptr;
      check(MPI_Win_shared_query(window, rank, &bytes, &unit, &begin), "MPI_Win_shared_query");
      return static_cast<const std::byte*>(begin);
    }
  };

  /// Whether every host has room for the memory of its ranks. Beyond that some MPI libraries give
  /// memory that ends a rank when it is written. Collective.
  bool all_hosts_have(std::size_t bytes) {
    auto needed = static_cast<std::int64_t>(bytes);
    check(MPI_Allreduce(MPI_IN_PLACE, &needed, 1, MPI_INT64_T, MPI_SUM, host_), "MPI_Allreduce");
    std::error_code error;
    const auto room = std::filesystem::space("/dev/shm", error);
    std::int64_t without = !error && room.available > static_cast<std::uintmax_t>(needed) ? 0 : 1;
    sum({&without, 1});
    return without == 0;
  }

  template <class Value>
  void reduce(std::span<Value> values, MPI_Datatype type, MPI_Op operation) {
    in_pieces(values.size(), sizeof(Value), [&](std::size_t first, int count) {
      check(MPI_Allreduce(MPI_IN_PLACE, values.data() + first, count, type, operation, ranks_),
            "MPI_Allreduce");
    });
  }

  MPI_Comm ranks_;
  MPI_Comm last_;  // of start_last_maximum
  MPI_Comm host_;  // the ranks of this host
  std::vector<Window> windows_;
};

/// As the first base class, it ends MPI after the communicators of the team have been freed.
struct EndOfMpi {
  EndOfMpi() = default;
  EndOfMpi(const EndOfMpi&) = delete;
  EndOfMpi& operator=(const EndOfMpi&) = delete;
  ~EndOfMpi() { MPI_Finalize(); }
};
class AllRanks final : private EndOfMpi, public MpiTeam {
 public:
  AllRanks() : MpiTeam(MPI_COMM_WORLD) {}
};

/// Starts MPI. Errors of later calls are returned, so that they become sentences of slipflow.
void start_mpi() {
  // MPICH's hwloc would load the OpenCL drivers before slipflow has checked them.
  setenv("HWLOC_COMPONENTS", "-opencl", 0);
  int provided = MPI_THREAD_SINGLE;
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  if (provided < MPI_THREAD_FUNNELED)
    throw Error(ExitStatus::ranks_failed, "this MPI does not allow threads");
  check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}
}  // namespace

}  // namespace slipflow::parallel

extern "C" __attribute__((visibility("default"))) void slipflow_open_mpi_team(
    unsigned version, slipflow::parallel::PlugInAnswer* answer) {
  using namespace slipflow::parallel;
  answer->version = kPlugInVersion;
  if (version != kPlugInVersion) return;
  try {
    start_mpi();
    answer->team = new AllRanks;
  } catch (const std::exception& error) {
    std::strncpy(answer->fault, error.what(), sizeof answer->fault - 1);
  }
}
