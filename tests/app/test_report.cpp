// slipflow report: one page on a run or a sweep that needs nothing else.
#include <doctest/doctest.h>

#include <algorithm>

#include "html_page.hpp"
#include "methods.hpp"
#include "program.hpp"
#include "results.hpp"

namespace test_report {

using namespace test_app;
using namespace slipflow;

namespace {
std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// That the page loads nothing and has no script.
void check_stands_alone(const std::string& page) {
  for (const char* part : {"<script", "<link", "http://", "https://", "url(", "@import"})
    CHECK_MESSAGE(!holds(page, part), part);
  CHECK(count(page, " src=\"") == count(page, " src=\"data:image/"));
  CHECK(count(page, "<section>") == count(page, "</section>"));
  CHECK(count(page, "<figure>") == count(page, "<figcaption>"));
  CHECK(holds(page, "prefers-color-scheme: dark"));
}
}  // namespace

TEST_CASE("foreign text and bytes in HTML") {
  CHECK(app::html_text("a < b & \"c\"\n\x1b[0m") == "a &lt; b &amp; &quot;c&quot;\n\\x1B[0m");
  // The examples of RFC 4648.
  const std::vector<std::pair<std::string, std::string>> examples = {
      {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}};
  for (const auto& [bytes, text] : examples)
    CHECK(app::data_uri("a/b", bytes) == "data:a/b;base64," + text);
  CHECK(app::data_uri("a/b", "\xff\xfe\xfd") == "data:a/b;base64,//79");
  const auto table = app::html_table({"a", "<b>"}, {{"x", "1.5e-3"}, {"y", "2 m"}});
  CHECK(holds(table, "<th scope=\"col\">&lt;b&gt;</th>"));
  CHECK(holds(table, "<td class=\"number\">1.5e-3</td>"));
  CHECK(holds(table, "<td>2 m</td>"));
}

TEST_CASE("the report of a run") {
  const Place place(small_case);
  run_case(place, serial + Words{"--set", "output.walls=on", "--set", "output.balance=on", "--set",
                                 "title=<b>Flow</b>"});
  const auto outcome = place.slipflow({"report", "out"});
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  CHECK(outcome.out == "out/report.html\n");
  const auto page = read(place / "out/report.html");
  check_stands_alone(page);
  CHECK(holds(page, "<h1>&lt;b&gt;Flow&lt;/b&gt;</h1>"));
  for (const char* part :
       {"slip regime, Kn from 0.001 to 0.1", "cells per mean free path", ">Forces<", ">Residuals<",
        ">Balances<", ">Walls<", "drag coefficient over t", "done (", ">backend</th><td>serial<",
        "--backend serial", "compute the same bits", "arXiv:1802.04243", "boundaries: mass flow"})
    CHECK_MESSAGE(holds(page, part), part);
  // A button for each frame shows its pictures without a script; the last one is shown first.
  const auto frames = count(read(place / "out/fields.pvd"), "<DataSet");
  CHECK(frames > 1);
  CHECK(count(page, "type=\"radio\"") == frames);
  CHECK(count(page, ":checked ~ .frames .f") == frames);
  CHECK(count(page, "\" checked>") == 1);
  // Written again, the file is the same; a run that begins anew removes it as its own.
  CHECK(place.slipflow({"report", "out"}).status == 0);
  CHECK(read(place / "out/report.html") == page);
  run_case(place, serial + Words{"--overwrite"});
  CHECK(!fs::exists(place / "out/report.html"));
  fs::create_directory(place / "mine");
  write(place / "mine/report.html", "mine");
  CHECK(place.slipflow({"report", "out", "--output", "mine"}).status == 2);
  CHECK(read(place / "mine/report.html") == "mine");
  fs::create_directory(place / "none");
  CHECK(holds(place.slipflow({"report", "none"}).err, "holds no results of a run"));
}

TEST_CASE("a report cites the papers of its method, which are those of CITATION.cff") {
  std::vector<std::string> titles;
  for (const auto& line : lines_of(read(fs::path(SLIPFLOW_SOURCE_DIR) / "CITATION.cff")))
    if (line.starts_with("    title: ")) titles.push_back(line.substr(11));
  std::size_t papers = 0;
  for (const auto& method : app::make_methods()) {
    CHECK_MESSAGE(!method.papers.empty(), method.name);
    papers += method.papers.size();
    for (const auto& paper : method.papers)
      CHECK_MESSAGE(
          std::ranges::any_of(titles, [&](const auto& title) { return holds(paper, title); }),
          paper);
  }
  CHECK(papers == titles.size());
  const Place place(
      "method = transport\n[equation]\ndiffusion = 1\n[mesh]\nx = 0 1\ny = 0 1\ncells = 4 4\n"
      "[boundary]\nwest = value 1\neast = value 0\nsouth = flux 0\nnorth = flux 0\n");
  run_case(place, serial);
  REQUIRE(place.slipflow({"report", "out"}).status == 0);
  const auto page = read(place / "out/report.html");
  CHECK(holds(page, "<li>slipflow " SLIPFLOW_VERSION "</li>\n<li>S. V. Patankar, "));
  CHECK(!holds(page, "Shterev"));
}

TEST_CASE("the report of a sweep") {
  const Place place(small_case);
  const auto swept = place.slipflow(Words{"sweep", "case.cfg", "--over", "gas.knudsen=0.02,0.05",
                                          "--output", "sweep", "--steps", "2", "--quiet"} +
                                    serial);
  REQUIRE_MESSAGE(swept.status == 0, swept.err);
  const auto outcome = place.slipflow({"report", "sweep"});
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  const auto page = read(place / "sweep/report.html");
  check_stands_alone(page);
  CHECK(holds(page, "<p class=\"faint\">2 jobs, 2 done</p>"));
  CHECK(holds(page, "<tr><th scope=\"row\">0.02</th><td>done</td>"));
  CHECK(holds(page, "over gas.knudsen</figcaption>"));
  CHECK(holds(page, "<figcaption>knudsen=0.05</figcaption>"));
  write(place / "sweep/sweep.csv", "job,status\na\n");
  CHECK(holds(place.slipflow({"report", "sweep"}).err, "is no table"));
}

}  // namespace test_report
