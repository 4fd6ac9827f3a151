#include "team_operations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "slipflow/parallel/agree.hpp"
#include "slipflow/parallel/root_exchange.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::simple_ts {

using parallel::Values;

namespace {
std::string text_of(const Values& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double)};
}

Values values_of(const std::string& text) {
  Values values(text.size() / sizeof(double));
  std::memcpy(values.data(), text.data(), values.size() * sizeof(double));
  return values;
}

/// Both ends of a channel give it the same number: the direction as the lower rank sees it.
int tag_of(const mesh::HaloMessage& message, int rank) {
  return rank < message.peer ? message.direction_out : message.direction_in;
}

Values arguments_of(const std::vector<ImposedVelocities>& velocities) {
  Values arguments;
  for (const ImposedVelocities& v : velocities) {
    const auto& [i0, j0, i1, j1, k0, k1] = v.nodes;
    for (const int number : {v.axis, i0, j0, i1, j1, k0, k1}) arguments.push_back(number);
    arguments.insert(arguments.end(), v.values.begin(), v.values.end());
  }
  return arguments;
}

std::vector<ImposedVelocities> velocities_of(const Values& arguments) {
  std::vector<ImposedVelocities> velocities;
  for (auto at = arguments.begin(); at != arguments.end();) {
    ImposedVelocities v;
    auto& [i0, j0, i1, j1, k0, k1] = v.nodes;
    for (int* number : {&v.axis, &i0, &j0, &i1, &j1, &k0, &k1}) *number = static_cast<int>(*at++);
    const auto end = at + static_cast<std::ptrdiff_t>(v.nodes.count());
    v.values.assign(at, end);
    at = end;
    velocities.push_back(std::move(v));
  }
  return velocities;
}

/// Fills the ghosts outside the ends of periodic axes that are cut into pieces.
void copy_periodic_ends(const mesh::Layout& layout, const mesh::Decomposition& pieces, State& s) {
  const mesh::CellBox all = mesh::padded_cells_of(layout);
  for (int axis = 0; axis < layout.axes(); ++axis) {
    if (!pieces.wraps(axis)) continue;
    const int n = layout.cells(axis);
    for (const int from : {0, n - mesh::kPad}) {
      std::array<mesh::CellRange, 3> ranges = {all.along(0), all.along(1), all.along(2)};
      ranges[axis] = {from, from + mesh::kPad};
      std::array<int, 3> move{};
      move[axis] = from == 0 ? n : -n;
      for (auto* field : s.all())
        mesh::for_cells(mesh::box_of(ranges), [&](int i, int j, int k) {
          (*field)[layout.at(i + move[0], j + move[1], k + move[2])] = (*field)[layout.at(i, j, k)];
        });
    }
  }
}
}  // namespace

TeamOperations::Told::Told(const TeamOperations& backend, Action action, const Values& arguments)
    : backend_(backend) {
  if (backend.depth_++ > 0 || backend.team_.rank() > 0) return;
  Values call = {static_cast<double>(action)};
  call.insert(call.end(), arguments.begin(), arguments.end());
  std::string text = text_of(call);
  backend.team_.broadcast(text);
}

TeamOperations::TeamOperations(const Case& whole, parallel::Team& team, mesh::Decomposition pieces,
                               const MakeOperations& make, parallel::RequestBox* requests)
    : Operations(whole),
      whole_(whole),
      team_(team),
      requests_(requests),
      pieces_(std::move(pieces)),
      cells_(pieces_.cells(team.rank())) {
  const mesh::HaloPlan plan = halo_plan(pieces_, team.rank(), halo_depths(whole));
  const std::span<std::byte> shared = team.shared_memory(plan.out.values() * sizeof(double));
  agree(team, [&] {
    piece_ = std::make_unique<Case>(piece_of(whole, pieces_, team.rank()));
    backend_ = make(*piece_);
    halo_ = backend_->halo(plan, shared);
  });
  const std::size_t bytes = halo_->out().size() / plan.out.values();
  for (const mesh::HaloMessage& m : plan.messages)
    channels_.push_back(
        team.channel(m.peer, tag_of(m, team.rank()),
                     halo_->out().subspan(bytes * m.begin_out, bytes * m.values_out),
                     halo_->in().subspan(bytes * m.begin_in, bytes * m.values_in)));
  std::uint64_t cannot_forget = halo_->can_forget() ? 0 : 1;
  team.maximum({&cannot_forget, 1});
  can_look_ahead_ = cannot_forget == 0;
  info_ = collect_info();
}

TeamOperations::~TeamOperations() {
  try {
    const Told told(*this, Action::end, {});
  } catch (const Error&) {
    // The others have ended; the team says so at the end.
  }
}

void TeamOperations::follow() {
  for (;;) {
    std::string text;
    team_.broadcast(text);
    const Values call = values_of(text);
    const auto action = static_cast<Action>(static_cast<int>(call.front()));
    if (action == Action::end) return;
    try {
      carry_out(action, {call.begin() + 1, call.end()});
    } catch (const Error& error) {
      // All ranks have this error, and rank 0 decides what becomes of the run.
      if (error.status() == ExitStatus::ranks_failed) throw;
    }
  }
}

void TeamOperations::carry_out(Action action, const Values& arguments) {
  switch (action) {
    case Action::end:
      return;
    case Action::upload:
      return upload({});
    case Action::upload_old:
      return upload_old({}, arguments[0]);
    case Action::download:
      download();
      return;
    case Action::download_old:
      download_old();
      return;
    case Action::impose:
      return impose(velocities_of(arguments));
    case Action::begin_time_step:
      return begin_time_step(arguments[0]);
    case Action::take_back_step:
      return take_back_step();
    case Action::begin_first_stage:
      return begin_first_stage(arguments[0], arguments[1]);
    case Action::begin_second_stage:
      begin_second_stage(
          {arguments[0], arguments[1], arguments[2], arguments[3], arguments[4] != 0});
      return;
    case Action::show_first_stage:
      return show_first_stage(arguments[0]);
    case Action::swap_stages:
      return swap_stages();
    case Action::advance_inner_iteration:
      return advance_inner_iteration();
    case Action::iterate:
      iterate({arguments[0], static_cast<int>(arguments[1]), arguments[2], arguments[3]});
      return;
    case Action::change_over_step:
      change_over_step();
      return;
    case Action::step_limits:
      step_limits();
      return;
    case Action::prepare:
      return prepare();
    case Action::wall_loads:
      wall_loads();
      return;
    case Action::totals:
      totals(arguments[0] == 0 ? Contents::mass : Contents::all);
      return;
    case Action::nodes:
      nodes({arguments.begin(), arguments.end()});
      return;
    case Action::start_averages: {
      Averages from;
      from.time = arguments[0];
      from.means.resize(static_cast<std::size_t>(arguments[1]));
      return start_averages(from);
    }
    case Action::add_to_averages:
      return add_to_averages(arguments[0]);
    case Action::averages:
      averages();
      return;
    case Action::store:
      store({});
      return;
    case Action::restore:
      restore({}, arguments[0], arguments[1]);
      return;
    case Action::finish:
      return finish();
    case Action::rank_times:
      rank_times();
      return;
  }
}

void TeamOperations::attempt(const std::function<void()>& action) const {
  if (failure_) return;
  try {
    action();
  } catch (const Error& error) {
    failure_ = error;
  } catch (const std::bad_alloc&) {
    failure_ = Error(ExitStatus::no_device, kOutOfMemory);
  }
}

void TeamOperations::settle() const {
  agree(team_, [&] {
    if (failure_) throw std::exchange(failure_, std::nullopt).value();
  });
}

State TeamOperations::part_for(const State& whole) const {
  State part{whole_.axes()};
  const auto layout = whole_.mesh.layout();
  for (std::size_t k = 0; k < part.all().size(); ++k)
    *part.all()[k] = parallel::from_root(team_, piece_->mesh.layout().size(), [&](int rank) {
      return part_of(*whole.all()[k], layout, pieces_.cells(rank));
    });
  return part;
}

State TeamOperations::whole_of(const State& part) const {
  State whole{whole_.axes()};
  const auto layout = whole_.mesh.layout();
  const auto count = [&](int rank) { return pieces_.layout(rank).size(); };
  for (std::size_t field = 0; field < part.all().size(); ++field) {
    auto& to = *whole.all()[field];
    if (team_.rank() == 0) to.resize(layout.size());
    parallel::to_root(team_, *part.all()[field], count, [&](int rank, const Values& values) {
      const mesh::CellBox cells = pieces_.cells(rank);
      const mesh::Layout from = pieces_.layout(rank);
      mesh::for_cells(pieces_.owned(rank), [&](int i, int j, int k) {
        to[layout.at(i + cells.i0, j + cells.j0, k + cells.k0)] = values[from.at(i, j, k)];
      });
    });
  }
  if (team_.rank() == 0) copy_periodic_ends(layout, pieces_, whole);
  return whole;
}

BackendInfo TeamOperations::collect_info() const {
  BackendInfo info = backend_->machine().info();
  std::vector<std::string> devices;  // each name once
  for (int rank = 0; rank < team_.size(); ++rank) {
    const auto device = parallel::text_of(team_, rank, info.device);
    if (std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
  }
  std::int64_t bytes = static_cast<std::int64_t>(info.bytes_allocated);
  team_.sum({&bytes, 1});
  info.bytes_allocated = static_cast<double>(bytes);
  info.device = fmt::format("{}", fmt::join(devices, ", "));
  info.note += fmt::format("{}{} ranks, a grid of {} pieces", info.note.empty() ? "" : "; ",
                           team_.size(), pieces_.grid().text(pieces_.axes()));
  return info;
}

void TeamOperations::upload(const State& s) {
  const Told told(*this, Action::upload, {});
  const State part = part_for(s);
  together([&] { backend_->upload(part); });
}

void TeamOperations::upload_old(const State& s, double dt) {
  const Told told(*this, Action::upload_old, {dt});
  const State part = part_for(s);
  together([&] { backend_->upload_old(part, dt); });
}

State TeamOperations::download() const {
  const Told told(*this, Action::download, {});
  State part{whole_.axes()};
  together([&] { part = backend_->download(); });
  return whole_of(part);
}

State TeamOperations::download_old() const {
  const Told told(*this, Action::download_old, {});
  State part{whole_.axes()};
  together([&] { part = backend_->download_old(); });
  return whole_of(part);
}

void TeamOperations::impose(std::vector<ImposedVelocities> velocities) {
  const Told told(*this, Action::impose, arguments_of(velocities));
  backend_->impose(part_of(velocities, cells_, whole_.axes()));
}

void TeamOperations::begin_time_step(double dt) {
  const Told told(*this, Action::begin_time_step, {dt});
  attempt([&] { backend_->begin_time_step(dt); });
}

void TeamOperations::take_back_step() {
  const Told told(*this, Action::take_back_step, {});
  attempt([&] { backend_->take_back_step(); });
}

void TeamOperations::begin_first_stage(double dt_e, double ratio) {
  const Told told(*this, Action::begin_first_stage, {dt_e, ratio});
  attempt([&] { backend_->stages().begin_first_stage(dt_e, ratio); });
}

StepShape TeamOperations::begin_second_stage(const SecondStage& s) {
  const Told told(*this, Action::begin_second_stage,
                  {s.weight, s.dt_e, s.of_stage, s.of_last, s.extrapolates ? 1.0 : 0.0});
  StepShape shape;
  attempt([&] { shape = backend_->stages().begin_second_stage(s); });
  take_largest({&shape.fall, &shape.curvature, &shape.change});
  return shape;
}

void TeamOperations::show_first_stage(double weight) {
  const Told told(*this, Action::show_first_stage, {weight});
  attempt([&] { backend_->stages().show_first_stage(weight); });
}

void TeamOperations::swap_stages() {
  const Told told(*this, Action::swap_stages, {});
  attempt([&] { backend_->stages().swap_stages(); });
}

std::unique_ptr<HaloPort> TeamOperations::halo(const mesh::HaloPlan& /*plan*/,
                                               std::span<std::byte> /*shared*/) {
  throw Error(ExitStatus::internal_error, "a mesh that is cut into pieces is not itself a piece");
}

Residuals TeamOperations::change_over_step() {
  const Told told(*this, Action::change_over_step, {});
  Residuals r;
  attempt([&] { r = backend_->change_over_step(); });
  take_largest({&r.p, &r.T, &r.u, &r.v, &r.w});
  return r;
}

StepLimits TeamOperations::step_limits() {
  const Told told(*this, Action::step_limits, {});
  StepLimits limits;
  attempt([&] { limits = backend_->step_limits(); });
  take_largest({&limits.signal, &limits.convection, &limits.diffusion});
  return limits;
}

void TeamOperations::finish() {
  const Told told(*this, Action::finish, {});
  together([&] { backend_->machine().finish(); });
}

}  // namespace slipflow::simple_ts
