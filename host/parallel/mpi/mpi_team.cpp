// The plug-in for MPI: the only source that includes <mpi.h>. It uses MPI's C interface alone, and
// is compiled once for each MPI. It is linked to no other library of slipflow.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

RankPlace place_in(MPI_Comm ranks) {
  MPI_Comm host = MPI_COMM_NULL;
  check(MPI_Comm_split_type(ranks, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host),
        "MPI_Comm_split_type");
  RankPlace place{rank_in(ranks), size_of(ranks), rank_in(host), size_of(host), name_of_host()};
  check(MPI_Comm_free(&host), "MPI_Comm_free");
  return place;
}

/// The team of a communicator, of which it makes copies.
class MpiTeam : public Team {
 public:
  explicit MpiTeam(MPI_Comm ranks)
      : Team(place_in(ranks)), ranks_(copy_of(ranks)), last_(copy_of(ranks)) {}
  MpiTeam(const MpiTeam&) = delete;
  MpiTeam& operator=(const MpiTeam&) = delete;
  ~MpiTeam() override {
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
    return std::make_unique<MpiChannel>(peer, tag, out, in, ranks_);
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
  template <class Value>
  void reduce(std::span<Value> values, MPI_Datatype type, MPI_Op operation) {
    in_pieces(values.size(), sizeof(Value), [&](std::size_t first, int count) {
      check(MPI_Allreduce(MPI_IN_PLACE, values.data() + first, count, type, operation, ranks_),
            "MPI_Allreduce");
    });
  }

  MPI_Comm ranks_;
  MPI_Comm last_;  // of start_last_maximum
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
