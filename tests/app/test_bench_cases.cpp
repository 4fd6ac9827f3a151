// The cases that slipflow bench measures; no device is needed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "methods.hpp"

namespace test_bench_cases {

using namespace slipflow;

namespace {
std::unique_ptr<methods::Problem> problem_from(const config::Settings& settings) {
  return app::all_methods().front().make(settings, methods::Start::read);
}

std::unique_ptr<methods::Problem> bench_problem(const methods::BenchMesh& mesh,
                                                const std::string& scheme) {
  const auto& benchmark = *app::all_methods().front().benchmark;
  const auto text = benchmark.case_text(mesh, scheme, setup::Precision::in_double);
  return problem_from(config::parse_case(text, "bench", {}, app::key_tables()));
}
}  // namespace

TEST_CASE("the benchmark's channels are those of the shipped cases") {
  const auto& benchmark = *app::all_methods().front().benchmark;
  const std::pair<const char*, methods::BenchMesh> shipped[] = {
      {"microchannel_square.cfg", benchmark.published_meshes()[0]},
      {"microchannel_squares_2.cfg", benchmark.mesh(4032, 400, -1, "")},
      {"microchannel_squares_10.cfg", benchmark.mesh(4032, 2000, -1, "")}};
  for (const auto& [file, mesh] : shipped) {
    CAPTURE(file);
    const auto expected = problem_from(config::load_case_file(
        std::string(SLIPFLOW_SOURCE_DIR) + "/configs/" + file, {}, app::key_tables()));
    const auto problem = bench_problem(mesh, "implicit upwind");
    CHECK(problem->mesh().tags == expected->mesh().tags);
    CHECK(problem->mesh().x.faces == expected->mesh().x.faces);
    CHECK(problem->mesh().y.faces == expected->mesh().y.faces);
    CHECK(problem->controls().time.step == expected->controls().time.step);
    CHECK(problem->description().picture().sides == expected->description().picture().sides);
    for (std::size_t k = 0; k < problem->description().numbers().size(); ++k)
      CHECK(problem->description().numbers()[k].value ==
            expected->description().numbers()[k].value);
  }
  CHECK(benchmark.mesh(16128, 8000, -1, "").squares == 40);
  CHECK(benchmark.mesh(50, 400, -1, "").squares == 0);
}

TEST_CASE(
    "the benchmark's stretched channel has the squares in the same cells as the uniform one") {
  const auto& benchmark = *app::all_methods().front().benchmark;
  REQUIRE(benchmark.can_stretch());
  auto mesh = benchmark.mesh(203, 120, 2, "");
  const auto uniform = bench_problem(mesh, "implicit upwind");
  mesh.stretched = true;
  CHECK(mesh.text() == "203 x 120 stretched cells, 2 squares");
  const auto problem = bench_problem(mesh, "implicit upwind");
  CHECK(problem->mesh().tags == uniform->mesh().tags);
  for (auto axis : {&mesh::Mesh::x, &mesh::Mesh::y}) {
    const auto& [stretched, same] = std::pair(problem->mesh().*axis, uniform->mesh().*axis);
    CHECK(!stretched.uniform);
    CHECK(stretched.faces.back() == doctest::Approx(same.faces.back()));
    CHECK(std::adjacent_find(stretched.widths.begin(), stretched.widths.end(),
                             std::greater_equal<>()) == stretched.widths.end());
    CHECK(stretched.widths.back() / stretched.widths.front() == doctest::Approx(1.5).epsilon(0.01));
  }
  CHECK(
      std::isnan(problem->costs().passes()[0].operations));  // which are counted on uniform meshes
}

TEST_CASE("the operations of every scheme are known") {
  for (const auto& scheme : app::all_methods().front().benchmark->main_schemes()) {
    CAPTURE(scheme);
    const auto passes = bench_problem({8, 8, 0}, scheme)->costs().passes();
    CHECK(passes.size() == (scheme.starts_with("explicit") ? 2 : 1));
    CHECK(passes[0].operations > 200);
    if (passes.size() > 1) CHECK(passes[1].operations > 0);
  }
}

}  // namespace test_bench_cases
