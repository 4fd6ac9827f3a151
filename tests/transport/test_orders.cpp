// Observed orders of method transport with manufactured solutions, whose sources and conditions are
// products of tables.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "slipflow/run/time_loop.hpp"
#include "slipflow/transport/problem.hpp"
#include "test_folder.hpp"

namespace test_orders {

namespace {
using namespace slipflow;
using std::numbers::pi;
using Function = std::function<double(double)>;

/// A folder with tables of factors at the faces and centres of cells.
class Tables {
 public:
  void write(const std::string& name, const std::string& position,
             const std::vector<double>& places, const Function& f) const {
    std::string text = position + ",factor\n";
    for (const double at : places) text += fmt::format("{:.17g},{:.17g}\n", at, f(at));
    folder_.write(name + "_" + position + ".csv", text);
  }
  /// Sine, cosine and the factors of a rotation about (0.5, 0.5) along each axis.
  void write_axes(const mesh::Mesh& mesh) const {
    for (int k = 0; k < mesh.axes(); ++k) {
      const auto& axis = mesh.axis(k);
      std::vector<double> places = {axis.faces[0]};
      for (int cell = 0; cell < axis.cells(); ++cell)
        places.insert(places.end(), {axis.centre(cell), axis.faces[cell + 1]});
      const std::string name(1, "xyz"[k]);
      write("sin", name, places, [](double x) { return std::sin(pi * x); });
      write("cos", name, places, [](double x) { return std::cos(pi * x); });
      write("arm_sin", name, places, [](double x) { return (x - 0.5) * std::sin(pi * x); });
    }
  }
  std::string case_file() const { return (folder_ / "case.cfg").string(); }

 private:
  test_support::Folder folder_;
};

config::Settings settings_of(const std::string& text, const Tables& tables) {
  static const auto keys = config::make_key_tables({{"transport", transport::keys()}});
  return config::parse_case("method = transport\n" + text, tables.case_file(), {}, keys);
}

/// The root of the mean square of the error at the end.
double error_of(const std::string& text, const Tables& tables, const Function& of_time) {
  const auto settings = settings_of(text, tables);
  const transport::Problem problem(settings);
  const auto simulation = problem.backends().on_host();
  simulation->state().start();
  const double time = run::run_time_loop(problem.controls(), simulation->stepper(), {}, {}).time;
  const auto phi = simulation->diagnostics().frame({"phi"}, {}).fields[0].values;
  const auto& m = problem.mesh();
  double sum = 0;
  std::size_t at = 0;
  for (int k = 0; k < std::max(m.z.cells(), 1); ++k)
    for (int j = 0; j < m.y.cells(); ++j)
      for (int i = 0; i < m.x.cells(); ++i, ++at) {
        const double z = m.axes() > 2 ? std::sin(pi * m.z.centre(k)) : 1;
        const double exact =
            of_time(time) * std::sin(pi * m.x.centre(i)) * std::sin(pi * m.y.centre(j)) * z;
        sum += std::pow(phi[at] - exact, 2);
      }
  return std::sqrt(sum / static_cast<double>(phi.size()));
}

double steady(double) { return 1; }

const std::string kSinXY = " over_x=sin_x.csv over_y=sin_y.csv";
const std::string kAccurate = "[linear]\nrelative_tolerance = 1e-11\n";

std::string box(int n, int axes, const std::string& more) {
  return fmt::format("[mesh]\nx = 0 1\ny = 0 1\n{}cells = {} {}{}\n{}", axes > 2 ? "z = 0 1\n" : "",
                     n, n, axes > 2 ? fmt::format(" {}", n) : "", more);
}

std::string values_on_all_sides(int axes) {
  return std::string(
             "[boundary]\nwest = value 0\neast = value 0\nsouth = value 0\nnorth = value 0\n") +
         (axes > 2 ? "bottom = value 0\ntop = value 0\n" : "");
}

/// -div(K grad phi) + w . grad phi + q phi of the product of sines is these sources.
std::string sources(int axes, double k_sum, double reaction, double rotation) {
  const std::string z = axes > 2 ? " over_z=sin_z.csv" : "";
  std::string text = fmt::format("source = {:.17g}{}{}\n", k_sum * pi * pi + reaction, kSinXY, z);
  if (rotation != 0)
    text += fmt::format(
        "source = {:.17g} over_x=cos_x.csv over_y=arm_sin_y.csv{}\n"
        "source = {:.17g} over_x=arm_sin_x.csv over_y=cos_y.csv{}\n",
        -rotation * pi, z, rotation * pi, z);
  return text;
}

/// The order from two meshes of n and 2 n cells along each axis.
double order(int n, int axes, const std::string& equation, const std::string& mesh,
             const std::string& boundaries) {
  const auto error = [&](int cells) {
    const Tables tables;
    const std::string text =
        "[equation]\n" + equation + box(cells, axes, mesh) + boundaries + kAccurate;
    // The tables have to be there before a case may name them.
    const auto plain =
        "[equation]\ndiffusion = 1\n" + box(cells, axes, mesh) + values_on_all_sides(axes);
    tables.write_axes(transport::make_case(settings_of(plain, tables)).mesh);
    return error_of(text, tables, steady);
  };
  return std::log2(error(n) / error(2 * n));
}
}  // namespace

TEST_CASE("transport: diffusion and reaction have order 2") {
  const auto equation = [](int axes) {
    return std::string("diffusion = ") + (axes > 2 ? "1 2 3" : "1 2") + "\nreaction = 5\n" +
           sources(axes, axes > 2 ? 6 : 3, 5, 0);
  };
  CHECK(order(16, 2, equation(2), "", values_on_all_sides(2)) > 1.95);
  CHECK(order(8, 3, equation(3), "", values_on_all_sides(3)) > 1.95);
}

TEST_CASE("transport: fluxes and exchange on boundaries have order 2") {
  // Out of the domain dphi/dn = -pi sin sin on each.
  const std::string in_plane = fmt::format(
      "[boundary]\nwest = flux {0:.17g} over_y=sin_y.csv\n"
      "east = exchange 3 {1:.17g} over_y=sin_y.csv\nsouth = value 0\n"
      "north = flux {2:.17g} over_x=sin_x.csv\n",
      -pi, -pi / 3, -2 * pi);
  CHECK(order(16, 2, "diffusion = 1 2\n" + sources(2, 3, 0, 0), "", in_plane) > 1.95);
  const std::string in_space = fmt::format(
      "[boundary]\nwest = flux {0:.17g} over_y=sin_y.csv over_z=sin_z.csv\neast = value 0\n"
      "south = value 0\nnorth = value 0\nbottom = value 0\n"
      "top = exchange 3 {1:.17g} over_x=sin_x.csv over_y=sin_y.csv\n",
      -pi, -pi / 3);
  CHECK(order(8, 3, "diffusion = 1\n" + sources(3, 3, 0, 0), "", in_space) > 1.95);
}

TEST_CASE("transport: central convection has order 2, upwind 1") {
  const std::string equation = "diffusion = 1\nvelocity = rotation 20 0.5 0.5\n";
  CHECK(order(16, 2, equation + sources(2, 2, 0, 20), "", values_on_all_sides(2)) > 1.95);
  CHECK(order(8, 3, equation + sources(3, 3, 0, 20), "", values_on_all_sides(3)) > 1.95);
  const double upwind = order(32, 2, equation + sources(2, 2, 0, 20),
                              "[scheme]\nconvection = upwind\n", values_on_all_sides(2));
  CHECK(upwind > 0.85);
  CHECK(upwind < 1.3);
}

TEST_CASE("transport: a smoothly stretched mesh has order 2") {
  const auto stretched = [](int n) {
    return fmt::format("x_stretch = geometric {:.17g}\n", std::pow(3.0, 1.0 / n));
  };
  const auto error = [&](int n) {
    const Tables tables;
    const auto end = box(n, 2, stretched(n)) + values_on_all_sides(2) + kAccurate;
    tables.write_axes(
        transport::make_case(settings_of("[equation]\ndiffusion = 1\n" + end, tables)).mesh);
    return error_of(
        "[equation]\ndiffusion = 1\nvelocity = rotation 20 0.5 0.5\n" + sources(2, 2, 0, 20) + end,
        tables, steady);
  };
  CHECK(std::log2(error(16) / error(32)) > 1.95);
}

TEST_CASE("transport: Crank-Nicolson has order 2 in space and time") {
  // phi = cos(t) sin sin: the source is -sin(t) + 2 pi^2 cos(t).
  const auto error = [](int n) {
    const Tables tables;
    const auto end = box(n, 2, "") + values_on_all_sides(2);
    tables.write_axes(
        transport::make_case(settings_of("[equation]\ndiffusion = 1\n" + end, tables)).mesh);
    std::vector<double> times;
    for (int k = 0; k <= 2 * n; ++k) times.push_back(0.5 * k / n);  // ends and middles of steps
    tables.write("source", "t", times,
                 [](double t) { return -std::sin(t) + 2 * pi * pi * std::cos(t); });
    return error_of(fmt::format("[equation]\ndiffusion = 1\nsource = 1{} over_time=source_t.csv\n"
                                "[initial]\nphi = 1{}\n{}{}[scheme]\ntime = crank_nicolson\n"
                                "[time]\nstep = {}\nend = 1\n",
                                kSinXY, kSinXY, end, kAccurate, 1.0 / n),
                    tables, [](double t) { return std::cos(t); });
  };
  CHECK(std::log2(error(16) / error(32)) > 1.95);
}

}  // namespace test_orders
