// slipflow watch and show: runs looked at from outside.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "program.hpp"
#include "results.hpp"
#include "slipflow/output/table_reader.hpp"
#include "terminal_chart.hpp"

namespace test_watch {

using namespace test_app;
using slipflow::app::draw_chart;
using slipflow::app::symbols_for;
using slipflow::output::TableReader;

namespace {
const double nan_value = std::numeric_limits<double>::quiet_NaN();

const Words run_small = {
    "run",   "case.cfg",          "--backend", "serial",
    "--set", "time.steady=1e-30", "--set",     "output.checkpoint_every_steps=3"};
}  // namespace

TEST_CASE("watch draws residuals and forces, show names all that a run left") {
  const Place place;
  REQUIRE(place.slipflow(run_small).status == 0);
  const auto watch = place.slipflow({"watch", "out"});
  CHECK(watch.status == 0);
  for (const char* part : {"done (end): t = ", "history.csv", "p residual_p ", "forces.csv",
                           "x rectangle_1_force_x ", "time"})
    CHECK_MESSAGE(holds(watch.out, part), watch.out);
  const auto chosen = place.slipflow({"watch", "out", "--plot", "history.csv:dt,mass"});
  CHECK(holds(chosen.out, "d dt "));
  CHECK(!holds(chosen.out, "residual"));
  CHECK(holds(watch.out, "history.csv\n            residual (logarithmic)\n"));
  CHECK(holds(watch.out, "forces.csv\n            rectangle 1 force\n"));
  const auto show = place.slipflow({"show", "out"});
  CHECK(show.status == 0);
  for (const char* part : {"done (end): t = ", "serial: ", "frames      3, t = 0 to ",
                           "history.csv: 3 lines of ", "step_000000006.ckpt"})
    CHECK_MESSAGE(holds(show.out, part), show.out);
  const auto file = newest_checkpoint(place / "out");
  const auto checkpoint = place.slipflow({"show", file.string()});
  CHECK(checkpoint.status == 0);
  for (const char* part : {"whole", "simple_ts", "slipflow " SLIPFLOW_VERSION ", serial: ",
                           "step        6, t = ", "40 x 20 cells", "u v T rho (two time levels)",
                           "averages    none", "history.csv (", "gas.knudsen", "--restart "})
    CHECK_MESSAGE(holds(checkpoint.out, part), checkpoint.out);

  write(place / "out" / "notes.csv", "a\nb\n");
  CHECK(holds(place.slipflow({"show", "out"}).out, "notes.csv: no table of numbers"));
  auto bytes = read(file);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write(place / "damaged.ckpt", bytes);
  CHECK(holds(refused(place, {"show", "damaged.ckpt"}), "damaged.ckpt"));
  CHECK(holds(refused(place, {"show", "nothing"}), "nothing"));
  CHECK(refused(place, {"watch", "nothing"}) ==
        "slipflow: nothing holds no results of a run: there is no history.csv in it\n");
  CHECK(holds(refused(place, {"watch", "out", "--plot", "history.csv:mas"}),
              "out/history.csv has no column 'mas'; it has step, time"));
  CHECK(holds(refused(place, {"watch", "out", "--plot", "probes.csv"}),
              "there is no table out/probes.csv"));
  CHECK(holds(refused(place, {"watch", "out", "--plot", "../history.csv"}), "TABLE.csv"));
  CHECK(holds(refused(place, {"watch", "out", "--every", "0"}), "from 0.1 to 3600 seconds"));
}

TEST_CASE("watch shows the newest picture of a name in blocks of colour") {
  const Place place(small_case);
  const auto done = place.slipflow(run_small + Words{"--steps", "2", "--set", "output.pictures=p",
                                                     "--set", "output.picture=width=320"});
  CHECK_MESSAGE(done.status == 0, done.err);
  const auto watched = [&](const std::string& name) {
    const auto watch = place.slipflow({"watch", "out", "--picture", name});
    CHECK_MESSAGE(watch.status == 0, watch.err);
    return watch.out;
  };
  const auto last = watched("p");
  const std::string white = "\x1b[38;2;255;255;255;48;2;255;255;255m\u2580";  // the margin
  CHECK(holds(last, white + white));
  CHECK(holds(last, "\u2580\x1b[0m\n"));
  CHECK(std::ranges::count(last, '\n') < 60);
  CHECK(holds(watched("psi"), "\nno picture psi yet\n"));
  // The newest one, also where a later one is damaged, which is left out.
  fs::path newest;
  for (const auto& file : fs::directory_iterator(place / "out/pictures"))
    newest = std::max(newest, file.path());
  write(newest, read(newest).substr(0, 100));
  CHECK(holds(watched("p"), "cannot be read\n"));
  fs::remove(newest);
  CHECK(holds(watched("p"), white));
  CHECK(watched("p") != last);
  fs::remove(place / "out/fields.pvd");  // as before the first frame
  CHECK(holds(watched("p"), white));
  CHECK(
      holds(refused(place, {"watch", "out", "--picture", "../p"}), "must be the name of pictures"));
}

TEST_CASE("on a terminal watch ends with the run, and escapes what others wrote") {
  const Place place;
  REQUIRE(place.slipflow(run_small).status == 0);
  write(place / "out" / "summary.json",
        R"({"title": "a\u001bb", "status": "done", "stopped_by": "end", "time": 1, "steps": 6})");
  const auto watch = on_terminal({{"watch", "out"}, place.path(), {}, -1, "", ""}, 100);
  CHECK(watch.status == 0);
  CHECK(holds(watch.out, "\x1b[H\x1b[J"));
  CHECK(!holds(watch.out, "a\x1b"));
  CHECK(holds(watch.out, "done (end): t = 1 after 6 steps"));
}

TEST_CASE("history.csv has the change rate of the steps at which time.steady is checked") {
  const Place place;
  REQUIRE(place
              .slipflow(run_small + Words{"--set", "time.end=0.024", "--set", "time.step=0.002",
                                          "--set", "output.history_every=5"})
              .status == 0);
  TableReader history(place / "out" / "history.csv");
  REQUIRE(history.update());
  const auto columns = history.names().size();
  REQUIRE(history.names()[columns - 2] == "change_rate");
  const auto& rates = history.column(columns - 2);
  REQUIRE(rates.size() == 3);  // steps 5, 10, 12
  CHECK(std::isnan(rates[0]));
  CHECK(rates[1] > 1e-3);
  CHECK(std::isnan(rates[2]));
  CHECK(history.column(columns - 1)[0] == 1e-30);
  const auto watch = place.slipflow({"watch", "out"});
  CHECK(holds(watch.out, "c change_rate "));
  CHECK(holds(watch.out, "- limit 1e-30"));
}

TEST_CASE("a table is read while it grows, and thinned without losing rare values") {
  const Place place;
  const auto file = place / "table.csv";
  TableReader table(file, 4);
  CHECK(!table.update());
  write(file, "step,x\n1,nan\n2,5\n3,na");
  CHECK(table.update());
  CHECK(table.lines() == 2);
  std::string text = "step,x\n1,nan\n2,5\n";
  for (int k = 3; k <= 16; ++k) text += std::to_string(k) + ",nan\n";
  write(file, text);
  CHECK(table.update());
  CHECK(table.lines() == 16);
  CHECK(table.column(0).size() < 4);
  CHECK(table.column(1)[0] == 5);
  CHECK(table.last()[0] == 16);
  write(file, "step,x\n1,2\n");
  CHECK(table.update());
  CHECK(table.column(1) == std::vector<double>{2});
  write(file, "step,x\n1,2\n3\n4,5\n");
  CHECK_THROWS_WITH(table.update(), doctest::Contains("table.csv:3: must be 2 numbers"));
}

TEST_CASE("a chart of characters has curves, a limit, labels and a legend") {
  const slipflow::app::TerminalChart chart{
      "residuals", "time", {{'p', "p", {0, 1, 2}, {1, nan_value, 1e-4}}}, true, 1e-2};
  const auto lines = lines_of(draw_chart(chart, 40, 5));
  REQUIRE(lines.size() == 9);
  CHECK(lines[0] == "residuals");
  CHECK(lines[1] == "         1 |p");
  CHECK(lines[3] == "      0.01 |" + std::string(28, '-'));
  CHECK(lines[5] == "    0.0001 |" + std::string(27, ' ') + 'p');
  CHECK(holds(lines[7], "0           time           2"));
  CHECK(lines[8] == "p p 0.0001   - limit 0.01");
  CHECK(holds(draw_chart({"forces", "time", {}, false, {}}, 40, 5), "no values yet"));
  auto named = chart;
  named.y_name = "residual";
  CHECK(lines_of(draw_chart(named, 40, 5))[1] == "            residual");
  CHECK(symbols_for({"residual_p", "pressure", "p"}) == std::vector<char>{'p', 'r', 'a'});
}

}  // namespace test_watch
