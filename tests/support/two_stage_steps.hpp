// Steps of second order in a backend, and all that they say.
#pragma once

#include <vector>

#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/simple_ts/two_stages.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts {

/// Inflows grow with the time of each stage.
inline InnerResult advance_second_order(TwoStages& stages, Operations& backend, const Case& c,
                                        double dt, double end, const InnerControl& control) {
  const auto impose = [&](double before_end) {
    const double factor = 1 + 0.5 * (end - before_end);
    backend.impose(imposed_velocities(c, {factor, 1, 1, factor}));
  };
  return stages.advance(dt, control, impose, false);
}

/// Every number of a few steps of different lengths, the last ones after a restart, and after one
/// that is taken back.
inline std::vector<double> record_second_order(const Case& c, Operations& backend) {
  std::vector<double> all;
  const auto add_state = [&](const State& s) {
    for (const auto* field : s.all()) all.insert(all.end(), field->begin(), field->end());
  };
  double time = 0;
  const double dt = *c.time.step;
  const auto advance = [&](TwoStages& stages, double length) {
    const InnerResult r =
        advance_second_order(stages, backend, c, length, time += length, {1e-6, 12, 0, 0.5});
    all.insert(all.end(), {static_cast<double>(r.inner), r.factor, r.first.p, r.last.u,
                           r.last.largest(), stages.effort(1).curvature});
    const Residuals change = backend.change_over_step();
    all.insert(all.end(), {change.p, change.T, change.u, change.v});
    stages.at_first_stage([&] {
      const DomainTotals totals = rounded(c, backend.diagnostics().totals());
      for (const Totals& flow : totals.flow) all.push_back(flow.mass);
      add_state(backend.download());
    });
    add_state(backend.download());
  };
  backend.upload(initial_state(c));
  TwoStages stages(c, backend);
  for (const double part : {1.0, 1.5, 1.0}) advance(stages, part * dt);
  const State now = backend.download(), combined = backend.download_old();
  add_state(combined);
  methods::NamedNumbers numbers;
  methods::NumberArchive stored(numbers);
  stages.archive_numbers(stored);
  backend.upload(now);
  backend.upload_old(combined, dt);
  TwoStages resumed(c, backend);
  methods::NumberArchive restored(numbers, "test");
  resumed.archive_numbers(restored);
  advance(resumed, dt);
  backend.take_back_step();
  resumed.forget();
  advance(resumed, 0.5 * dt);
  for (const double weight : {1.4, 0.0}) {
    const StepShape shape = backend.stages().begin_second_stage({weight, dt, 2, -1, weight > 0});
    all.insert(all.end(), {shape.fall, shape.curvature, shape.change});
    add_state(backend.download());
    backend.stages().swap_stages();
  }
  return all;
}

}  // namespace slipflow::simple_ts
