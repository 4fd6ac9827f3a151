#include "comparison.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>

#include "parity_cases.hpp"

namespace slipflow::simple_ts {

namespace {
template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

std::vector<double> pressure(const State& s) {
  std::vector<double> p(s.T.size());
  for (std::size_t k = 0; k < p.size(); ++k) p[k] = s.rho[k] * s.T[k];
  return p;
}

/// The two time levels a run resumes from.
struct Levels {
  State now, old;
};

Levels advanced(const Case& c, Operations& backend, int steps) {
  advance_steps(backend, steps, *c.time.step, Length{}.control);
  return {backend.download(), backend.download_old()};
}

Levels advanced_from(const Levels& levels, const Case& c, Operations& backend, int steps) {
  backend.upload(levels.now);
  backend.upload_old(levels.old, *c.time.step);
  return advanced(c, backend, steps);
}

/// Promise 3 for the backends: restarted from the time levels of a device, the device and the
/// serial reference reproduce its uninterrupted steps.
void check_restart(const Case& c, Operations& device) {
  const Levels levels = advanced(c, device, 0);
  const Levels expected = advanced(c, device, 5);
  CHECK(different_bits(levels.now, levels.old) > 0);
  CHECK(different_bits(levels.now, expected.now) > 0);
  const auto serial = make_serial_operations(c);
  for (Operations* backend : {&device, serial.get()}) {
    const Levels levels_after = advanced_from(levels, c, *backend, 5);
    CHECK(different_bits(levels_after.now, expected.now) == 0);
    CHECK(different_bits(levels_after.old, expected.old) == 0);
  }
}

std::string text_of(const std::string& name) {
  if (name == "shapes") return shapes_case();
  if (name == "no walls") return case_without_walls();
  if (name == "cut walls") return case_with_cut_walls("accommodation=0.7");
  if (name == "cut walls, friction heat") return case_with_cut_walls("jump=adiabatic slip=creep");
  if (name == "cut walls at boundaries") return case_with_cut_walls_at_boundaries();
  for (const auto* cases :
       {&wide_cases(), &cases_in_space(), &cut_cases_in_space(), &march_cases(), &side_cases()})
    if (const auto found = cases->find(name); found != cases->end()) return found->second;
  return parity_cases().at(name);
}

/// With a work-group no larger than the device allows.
Combination possible(Combination k, const Case& c, const opencl::Device& device) {
  k.work_group_size = std::min(k.work_group_size, largest_work_group(c, device, k.kernels));
  return k;
}
}  // namespace

std::vector<Record> record_run(const Case& c, Operations& backend, const Length& length) {
  backend.upload(initial_state(c));
  std::vector<Record> records;
  int done = 0, total = 0;
  for (int steps : length.steps) {
    total += advance_steps(backend, steps - done, *c.time.step, length.control);
    done = steps;
    records.push_back({backend.download(), backend.residuals(), backend.change_over_step(),
                       backend.diagnostics().totals(Contents::mass), backend.step_limits(), total});
  }
  return records;
}

std::size_t different_bits(const std::vector<double>& a, const std::vector<double>& b) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < a.size(); ++k) count += std::memcmp(&a[k], &b[k], sizeof a[k]) != 0;
  return count;
}

std::size_t different_bits(const State& a, const State& b) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < a.all().size(); ++k)
    count += different_bits(*a.all()[k], *b.all()[k]);
  return count;
}

std::string bits_as_text(const Residuals& r) {
  return fmt::format("p {:a} T {:a} u {:a} v {:a} w {:a}", r.p, r.T, r.u, r.v, r.w);
}

void check_equal(const Record& device, const Record& serial) {
  CHECK(different_bits(device.state.u, serial.state.u) == 0);
  CHECK(different_bits(device.state.v, serial.state.v) == 0);
  CHECK(different_bits(device.state.w, serial.state.w) == 0);
  CHECK(different_bits(device.state.T, serial.state.T) == 0);
  CHECK(different_bits(device.state.rho, serial.state.rho) == 0);
  CHECK(different_bits(pressure(device.state), pressure(serial.state)) == 0);
  CHECK(bits_as_text(device.residuals) == bits_as_text(serial.residuals));
  CHECK(bits_as_text(device.change) == bits_as_text(serial.change));
  CHECK(same_bits(device.totals, serial.totals));
  CHECK(same_bits(device.limits, serial.limits));
  CHECK(device.inner == serial.inner);
}

std::ostream& operator<<(std::ostream& out, const Combination& k) {
  return out << k.name << ' ' << name_of(k.kernels) << " work-group " << k.work_group_size
             << " rows " << k.rows;
}

void compare(const std::string& convection, const std::string& time,
             const Combinations& combinations, const std::vector<std::string>& options,
             const Length& length) {
  const opencl::Queue queue = test_queue();
  std::cout << "device: " << queue.device.name << ", scheme: " << time << ' ' << convection << ", "
            << combinations.size() << " combinations\n";
  std::map<std::string, std::vector<Record>> serial;
  for (const Combination& wanted : combinations) {
    CAPTURE(wanted);
    std::vector<std::string> set = {"scheme.convection=" + convection, "scheme.time=" + time};
    set.insert(set.end(), options.begin(), options.end());
    const Case c = case_from(text_of(wanted.name), set);
    if (!serial.count(wanted.name))
      serial[wanted.name] = record_run(c, *make_serial_operations(c), length);
    const Combination k = possible(wanted, c, queue.device);
    const auto backend =
        make_opencl_operations(c, queue, {true, k.kernels, k.work_group_size, k.rows});
    const auto records = record_run(c, *backend, length);
    const auto& expected = serial[k.name];
    CHECK(std::isfinite(expected.back().residuals.largest()));
    for (std::size_t r = 0; r < records.size(); ++r) check_equal(records[r], expected[r]);
    check_restart(c, *backend);
    if (std::getenv("SLIPFLOW_PARITY"))
      std::cout << k << ": compared, inner iterations " << records.back().inner << '\n';
  }
}

}  // namespace slipflow::simple_ts
