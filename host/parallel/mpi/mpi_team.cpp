// The plug-in for MPI: the only source that includes <mpi.h>. It uses MPI's C interface alone, and
// is compiled once for each MPI. It is linked to no other library of slipflow.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "slipflow/parallel/plug_in.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::parallel {

namespace {
// MPI counts with int, and some of its transports fail above 2 GB. Larger messages go in pieces.
constexpr std::size_t kLargestPiece = std::size_t{64} << 20;  // bytes

void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw Error(ExitStatus::ranks_failed, std::string(call) + " failed: " + text);
}

/// Calls use(first, count) for each piece of `count` items of `size` bytes.
template <class Use>
void in_pieces(std::size_t count, std::size_t size, const Use& use) {
  const std::size_t most = kLargestPiece / size;
  for (std::size_t at = 0; at < count; at += most)
    use(at, static_cast<int>(std::min(most, count - at)));
}

bool all_done(std::vector<MPI_Request>& requests) {
  int done = 0;
  check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
        "MPI_Testall");
  return done != 0;
}

// One after the other: where a request has failed, MPI_Waitall of Open MPI 4.1 sometimes does not
// return.
void wait_for(std::vector<MPI_Request>& requests) {
  for (MPI_Request& request : requests) check(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
}

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

class MpiChannel final : public Channel {
 public:
  MpiChannel(int peer, int tag, std::span<const std::byte> out, std::span<std::byte> in,
             MPI_Comm ranks) {
    in_pieces(in.size(), 1, [&](std::size_t first, int count) {
      check(MPI_Recv_init(in.data() + first, count, MPI_BYTE, peer, tag, ranks,
                          &requests_.emplace_back(MPI_REQUEST_NULL)),
            "MPI_Recv_init");
    });
    receives_ = requests_.size();
    in_pieces(out.size(), 1, [&](std::size_t first, int count) {
      check(MPI_Send_init(out.data() + first, count, MPI_BYTE, peer, tag, ranks,
                          &requests_.emplace_back(MPI_REQUEST_NULL)),
            "MPI_Send_init");
    });
  }
  MpiChannel(const MpiChannel&) = delete;
  MpiChannel& operator=(const MpiChannel&) = delete;

  // Only after an error can an exchange be unfinished here. A receive must not write any more.
  ~MpiChannel() override {
    if (under_way_)
      for (std::size_t n = 0; n < receives_; ++n) MPI_Cancel(&requests_[n]);
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
  }

  // One after the other: messages of one tag arrive in the order in which they are started, and
  // MPI_Startall promises none.
  void start() override {
    under_way_ = true;
    for (MPI_Request& request : requests_) check(MPI_Start(&request), "MPI_Start");
  }
  bool done() override {
    if (under_way_) under_way_ = !all_done(requests_);
    return !under_way_;
  }
  void wait() override {
    wait_for(requests_);
    under_way_ = false;
  }

 private:
  std::vector<MPI_Request> requests_;  // the receives first
  std::size_t receives_ = 0;
  bool under_way_ = false;
};

/// Between ranks of one host: each copies the other's `out` from where it is, in memory that both
/// see, which takes a third of the time of a large message. A first message says that `out` may be
/// read and where it is, a second one that it has been read.
class SharedChannel final : public Channel {
 public:
  /// `own`, `of_peer`: begin of the memory of both ranks. `out` is in `own`.
  SharedChannel(int peer, int tag, std::span<const std::byte> own, const std::byte* of_peer,
                std::span<const std::byte> out, std::span<std::byte> in, MPI_Comm ranks)
      : of_peer_(of_peer), in_(in), place_(out.data() - own.data()) {
    check(MPI_Recv_init(&place_of_peer_, 1, MPI_INT64_T, peer, tag, ranks, &requests_[kMayRead]),
          "MPI_Recv_init");
    check(MPI_Recv_init(nullptr, 0, MPI_BYTE, peer, tag, ranks, &requests_[kWasRead]),
          "MPI_Recv_init");
    check(MPI_Send_init(&place_, 1, MPI_INT64_T, peer, tag, ranks, &requests_[kMayBeRead]),
          "MPI_Send_init");
    check(MPI_Send_init(nullptr, 0, MPI_BYTE, peer, tag, ranks, &requests_[kHasRead]),
          "MPI_Send_init");
  }
  SharedChannel(const SharedChannel&) = delete;
  SharedChannel& operator=(const SharedChannel&) = delete;

  ~SharedChannel() override {
    if (under_way_)
      for (const int receive : {kMayRead, kWasRead}) MPI_Cancel(&requests_[receive]);
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
  }

  void start() override {
    under_way_ = true;
    copied_ = 0;
    has_read_ = false;
    std::atomic_thread_fence(std::memory_order_release);
    for (const int request : {kMayRead, kWasRead, kMayBeRead}) begin(request);
  }
  // A part in each call, so that other channels and the device are served too.
  bool done() override {
    if (!under_way_) return true;
    if (!has_read_) {
      int may_read = 0;
      check(MPI_Test(&requests_[kMayRead], &may_read, MPI_STATUS_IGNORE), "MPI_Test");
      if (may_read == 0) return false;
      std::atomic_thread_fence(std::memory_order_acquire);
      const std::size_t part = std::min(in_.size() - copied_, kPart);
      std::memcpy(in_.data() + copied_, of_peer_ + place_of_peer_ + copied_, part);
      copied_ += part;
      if (copied_ < in_.size()) return false;
      has_read_ = true;
      begin(kHasRead);
    }
    under_way_ = !all_done(requests_);
    return !under_way_;
  }
  void wait() override {
    while (!done()) {
    }
  }

 private:
  enum Message { kMayRead, kWasRead, kMayBeRead, kHasRead };
  static constexpr std::size_t kPart = std::size_t{1} << 20;  // bytes

  void begin(int request) { check(MPI_Start(&requests_[request]), "MPI_Start"); }

  const std::byte* of_peer_;
  std::span<std::byte> in_;
  std::int64_t place_, place_of_peer_ = 0;
  std::vector<MPI_Request> requests_ = std::vector<MPI_Request>(4, MPI_REQUEST_NULL);
  std::size_t copied_ = 0;
  bool has_read_ = false;
  bool under_way_ = false;
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
