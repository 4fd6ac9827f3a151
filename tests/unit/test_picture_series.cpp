// Pictures with the colour range of a whole run: drawn again, ended, and without fields.
#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

#include "slipflow/output/field_series.hpp"
#include "slipflow/run/picture_series.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/problem.hpp"
#include "test_output_support.hpp"

namespace test_picture_series {

using namespace slipflow;

namespace {
std::unique_ptr<methods::Problem> small_problem() {
  const auto settings = config::parse_case(
      "[gas]\nknudsen = 0.05\nmach = 2\n[mesh]\nx = 0 2\ny = 0 1\ncells = 8 4\n[boundary]\nwest = "
      "stream\n"
      "east = outflow\nsouth = symmetry\nnorth = symmetry\n[time]\nstep = 0.1\nend = 1\n"
      "[output]\npictures = p T\npicture = width=320 contours=5 formats=png,pdf,svg\n",
      "case.cfg", {}, simple_ts::key_tables());
  return simple_ts::method().make(settings, methods::Start::read);
}

/// A run that has written p from 0 to 1, and then p and T from 0 to 2.
class Frames {
 public:
  Frames() : problem_(small_problem()) {
    folder_.folder().make_folder("pictures");
    output::FieldSeries series(folder_.folder());
    for (const double largest : {1.0, 2.0}) {
      snapshots_.push_back(run::empty_snapshot(*problem_, 0, largest));
      for (const char* name : {"p", "T"}) {
        std::vector<double> values(32);
        values[3] = largest;
        snapshots_.back().fields.push_back({name, name, values});
      }
      auto written = snapshots_.back();
      if (largest == 1) written.fields.pop_back();
      series.write(written);
    }
  }
  run::PictureSeries pictures(std::vector<output::ListedFrame> earlier) {
    return {*problem_,
            [this](const std::string& name, const std::string& bytes) {
              folder_.folder().write(name, bytes);
            },
            folder_.path(), std::move(earlier)};
  }
  const output::Snapshot& snapshot(std::size_t frame) const { return snapshots_[frame]; }
  std::string picture(const std::string& name) const {
    return test_output::read(folder_ / ("pictures/" + name));
  }

 private:
  test_output::Results folder_;
  std::unique_ptr<methods::Problem> problem_;
  std::vector<output::Snapshot> snapshots_;
};
}  // namespace

TEST_CASE("pictures are drawn again with the range of the whole run, unless that is ended") {
  Frames frames;
  Background background(2);
  auto series = frames.pictures({});
  series.take(frames.snapshot(0), 0)();
  const auto p = frames.picture("p_000000.png"), t = frames.picture("T_000000.png");
  series.take(frames.snapshot(1), 1)();
  CHECK(!series.redraw([](std::size_t done, std::size_t all) { return done > 0 || all != 2; },
                       background));
  CHECK(frames.picture("p_000000.png") == p);
  CHECK(series.take_warning().empty());
  CHECK(series.redraw([](std::size_t, std::size_t) { return true; }, background));
  CHECK(frames.picture("p_000000.png") != p);
  CHECK(frames.picture("T_000000.png") == t);  // its frame has no T
  CHECK(!series.take_warning().empty());
  CHECK(series.take_warning().empty());
}

TEST_CASE("an earlier frame without one field has the others") {
  Frames frames;
  auto present = frames.snapshot(0);
  for (auto& field : present.fields) field.values[3] = 0.5;
  auto alone = frames.pictures({});
  alone.take(present, 1)();
  const auto p = frames.picture("p_000001.png"), t = frames.picture("T_000001.png");
  auto series = frames.pictures({{0, 1.0}});
  series.take(present, 1)();
  CHECK(frames.picture("p_000001.png") != p);
  CHECK(frames.picture("T_000001.png") == t);
  CHECK(series.take_warning().find("fields of 1 earlier frames") != std::string::npos);
}

TEST_CASE("pictures drawn at the same time have the bytes of those drawn one by one") {
  Frames frames;
  auto series = frames.pictures({});
  std::vector<Background::Rest> drawings;
  for (std::size_t k = 0; k < 8; ++k) drawings.push_back(series.take(frames.snapshot(k % 2), k));
  const auto all_pictures = [&] {
    std::string all;
    for (std::size_t k = 0; k < drawings.size(); ++k)
      for (const char* field : {"p_", "T_"})
        for (const char* ending : {".png", ".pdf", ".svg"})
          all += frames.picture(output::NumberedFiles{field, ending}.name(k));
    return all;
  };
  for (const auto& draw : drawings) draw();
  const auto one_by_one = all_pictures();
  CHECK(one_by_one.size() > 100000);
  {
    std::vector<std::jthread> threads;
    for (const auto& draw : drawings) threads.emplace_back(draw);
  }
  CHECK(all_pictures() == one_by_one);
}

}  // namespace test_picture_series
