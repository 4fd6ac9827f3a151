// Pictures and charts of a march to a steady state name its pseudo-time.
#include <doctest/doctest.h>

#include <string>

#include "slipflow/drawing/line_chart.hpp"
#include "slipflow/drawing/picture.hpp"
#include "slipflow/run/picture_series.hpp"
#include "slipflow/run/result_charts.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/problem.hpp"
#include "test_output_support.hpp"

namespace test_time_labels {

using namespace slipflow;

namespace {
std::unique_ptr<methods::Problem> problem(const std::string& march) {
  const auto settings = config::parse_case(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 4 4\n[boundary]\nwest = wall\n"
      "east = wall\nsouth = wall\nnorth = wall velocity=0.3,0\n[time]\nsteady = 1e-6\nmarch = " +
          march + '\n',
      "case.cfg", {}, simple_ts::key_tables());
  return simple_ts::method().make(settings, methods::Start::read);
}

std::string picture(const output::Snapshot& snapshot) {
  drawing::PictureStyle style{"Cavity", 400};
  style.format = drawing::ImageFormat::svg;
  return drawing::draw_picture(snapshot, "p", style, {});
}
}  // namespace

TEST_CASE("the title of a picture has the name of the time") {
  const auto marched = problem("steady"), timed = problem("transient");
  auto snapshot = run::empty_snapshot(*marched, 10, 0.5);
  CHECK(snapshot.time_name == "pseudo-time");
  CHECK(run::empty_snapshot(*timed, 10, 0.5).time_name == "t");
  snapshot.fields.push_back({"p", "p", std::vector<double>(16, 1.0)});
  const auto drawn = picture(snapshot);
  snapshot.time_name = "t";
  CHECK(picture(snapshot) != drawn);
}

TEST_CASE("the axis of a chart has the name of the time") {
  test_output::Results folder;
  test_output::write(folder / "history.csv", "step,pseudo_time,residual_p\n1,0.5,0.1\n2,1,0.01\n");
  const auto chart_with = [](const std::string& label) {
    return drawing::draw_line_chart({{"", {{"p", {{0.5, 0.1}, {1, 0.01}}}}}},
                                    {.title = "untitled: residuals",
                                     .x_label = label,
                                     .y_label = "residual",
                                     .x = drawing::Scale::linear,
                                     .y = drawing::Scale::powers_of_ten,
                                     .shares_axes = false,
                                     .marks = false,
                                     .format = drawing::ImageFormat::svg});
  };
  const auto charts_of = [&](const std::string& march) {
    return run::charts_over_time(*problem(march), folder.path(), {drawing::ImageFormat::svg});
  };
  const auto charts = charts_of("steady");
  REQUIRE(charts.size() == 1);
  CHECK(charts[0].bytes == chart_with("pseudo-time"));
  CHECK(charts_of("transient")[0].bytes == chart_with("t"));
}

}  // namespace test_time_labels
