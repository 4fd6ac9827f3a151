// Counts the floating-point operations of one inner node, by evaluating the equations of macros/
// with a number that remembers how it came about. Prints rows of docs/results/operations.md, or the
// table of the benchmark.
//
// A number is the place of its operation in a table: two results of the same operation on the same
// numbers are one entry. So each kernel gives three counts: every operation the expanded equations
// ask for, the different ones of a node (what is left once common terms are shared), and the new
// ones of a node after all nodes before it (what would be left if no work-item repeated another's
// work).
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <tuple>
#include <vector>

namespace {
enum Kind { add, multiply, divide, root, compare, change_sign, kinds, constant, loaded };

struct Entry {
  Kind kind;
  double value;
};

struct Counts {
  long of[kinds] = {};
};

struct Operations {
  std::vector<Entry> table;
  std::map<double, std::uint64_t> literals;
  std::map<std::tuple<int, std::uint64_t, std::uint64_t>, std::uint64_t> known;
  Counts asked, different;
} all;

std::uint64_t enter(Kind kind, double value) {
  all.table.push_back({kind, value});
  return all.table.size() - 1;
}
}  // namespace

// As large as a double, for the structs whose size is checked.
class Number {
 public:
  Number() = default;
  Number(double value) {  // NOLINT: a literal of the equations
    const auto [place, is_new] = all.literals.try_emplace(value, 0);
    if (is_new) place->second = enter(constant, value);
    id = place->second;
  }
  static Number in_memory(double value) {
    Number n;
    n.id = enter(loaded, value);
    return n;
  }
  // operation: tells + from -, and so on; within one kind.
  static Number made(Kind kind, char operation, Number a, Number b, double value) {
    // What the compiler works out itself, and a factor of 1.
    if (a.is_constant() && b.is_constant()) return value;
    if (operation == '*' && b.is_constant() && b.value() == 1) return a;
    if (operation == '*' && a.is_constant() && a.value() == 1) return b;
    ++all.asked.of[kind];
    if ((operation == '+' || operation == '*') && b.id < a.id) std::swap(a, b);
    const auto [place, is_new] = all.known.try_emplace({operation, a.id, b.id}, 0);
    if (is_new) {
      ++all.different.of[kind];
      place->second = enter(kind, value);
    }
    Number n;
    n.id = place->second;
    return n;
  }

  double value() const { return all.table[id].value; }
  explicit operator int() const { return static_cast<int>(value()); }  // the number of a law
  bool is_constant() const { return all.table[id].kind == constant; }

  Number& operator+=(Number b);
  Number& operator-=(Number b);

 private:
  std::uint64_t id;
};

namespace {
Number operator+(Number a, Number b) { return Number::made(add, '+', a, b, a.value() + b.value()); }
Number operator-(Number a, Number b) { return Number::made(add, '-', a, b, a.value() - b.value()); }
Number operator*(Number a, Number b) {
  return Number::made(multiply, '*', a, b, a.value() * b.value());
}
Number operator/(Number a, Number b) {
  return Number::made(divide, '/', a, b, a.value() / b.value());
}
Number operator-(Number a) { return Number::made(change_sign, 'n', a, a, -a.value()); }
bool compared(Number a, Number b, char operation, bool result) {
  Number::made(compare, operation, a, b, result);
  return result;
}
bool operator<(Number a, Number b) { return compared(a, b, '<', a.value() < b.value()); }
bool operator>(Number a, Number b) { return compared(a, b, '>', a.value() > b.value()); }
bool operator<=(Number a, Number b) { return compared(a, b, 'l', a.value() <= b.value()); }
bool operator==(Number a, Number b) { return compared(a, b, '=', a.value() == b.value()); }
Number square_root(Number x) { return Number::made(root, 's', x, x, std::sqrt(x.value())); }
Number absolute(Number x) { return Number::made(change_sign, 'a', x, x, std::fabs(x.value())); }
}  // namespace

Number& Number::operator+=(Number b) { return *this = *this + b; }
Number& Number::operator-=(Number b) { return *this = *this - b; }

// One case compiled in, as in the kernels: uniform widths, no walls.
#define SF_REAL Number
#define SF_SQRT(x) square_root(x)
#define SF_ABS(x) absolute(x)
#define SF_HX 0.05
#define SF_RHX 20.0
#define SF_HY 0.05
#define SF_RHY 20.0
#include "simple_ts/energy.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/pressure.h"

namespace {
constexpr int cells = 10;
constexpr int pitch = cells + 2 * SF_PAD;
using Field = std::vector<Number>;

// A smooth flow to the north-east that rises everywhere, so that every limiter is at work.
Field rising(double from, double by) {
  Field f(pitch * pitch);
  for (int k = 0; k < pitch * pitch; ++k)
    f[k] = Number::in_memory(
        from + by * (k % pitch + 1.5 * (k / pitch) + 0.01 * (k % pitch) * (k / pitch)));
  return f;
}

struct Flow {
  Field u = rising(0.3, 0.01), v = rising(0.2, 0.01), T = rising(1, 0.01), rho = rising(1, 0.02);
  Field u_old = rising(0.3, 0.011), v_old = rising(0.2, 0.011), T_old = rising(1, 0.011);
  Field rho_old = rising(1, 0.021);
  Field gamma = rising(1, 0.005), shear2 = rising(0.1, 0.001);
  Field C_u = rising(0.1, 0.01), C_v = rising(0.1, 0.01), C_T = rising(0.1, 0.01);
  // What passes from one stage of an iteration to the next.
  Field T_new = rising(1, 0.01), p_new = rising(1, 0.03);
  Field star_u = rising(0.3, 0.01), d_u = rising(0.1, 0.01);
  Field star_v = rising(0.2, 0.01), d_v = rising(0.1, 0.01);
  Number dt = Number::in_memory(0.001), rdt = Number::in_memory(1000);
  Number relaxation = Number::in_memory(0.866);

  SfContext view(int convection, bool explicit_convection, bool published) const {
    SfContext c{};
    c.mesh = sf_whole_mesh(cells, cells, pitch, 0, 0, 0, 0, nullptr, nullptr);
    c.gas = {0.5, 0.0016, 0.004, 0.0021, -2.0 / 3.0, 0.0, 0.0, 5.0 / 6.0};
    c.dt = dt;
    c.rdt = rdt;
    c.has_walls = 0;
    c.u = u.data(), c.v = v.data(), c.T = T.data(), c.rho = rho.data();
    c.u_old = u_old.data(), c.v_old = v_old.data(), c.T_old = T_old.data();
    c.rho_old = rho_old.data();
    c.gamma = gamma.data(), c.shear2 = shear2.data();
    c.viscosity_sixteenths = SF_HARD_SPHERES;
    c.convection_scheme = convection;
    c.explicit_convection = explicit_convection;
    c.outflow_diagonal = c.relaxes = !published;
    c.relaxation = relaxation;
    c.C_u = C_u.data(), c.C_v = C_v.data(), c.C_T = C_T.data();
    return c;
  }
};

// The work of the kernels on node (i,j), as in cl_kernels/simple_ts/.
using Work = std::function<void(const Flow&, const SfContext&, int, int)>;

void explicit_convection(const Flow&, const SfContext& c, int i, int j) {
  sf_convection(&c, SF_X, sf_node(i, j));
  sf_convection(&c, SF_Y, sf_node(i, j));
  sf_heat_convected_out(&c, sf_node(i, j));
}

void prepare(const Flow&, const SfContext& c, int i, int j) {
  sf_transport(&c, sf_T(&c, sf_node(i, j)));
  sf_make_shear2(&c, sf_node(i, j));
}

void temperature(const Flow&, const SfContext& c, int i, int j) {
  sf_temperature(&c, sf_node(i, j));
}
void pseudo_velocities(const Flow&, const SfContext& c, int i, int j) {
  sf_pseudo(&c, SF_X, sf_node(i, j));
  sf_pseudo(&c, SF_Y, sf_node(i, j));
}

SfPseudoVelocity at_face(const Field& star, const Field& d, int at) { return {star[at], d[at]}; }

void pressure(const Flow& f, const SfContext& c, int i, int j) {
  const int at = sf_at(&c.mesh, sf_node(i, j));
  sf_new_gas(&c, sf_node(i, j), f.T_new[at],
             {sf_flow(&c, SF_X, sf_node(i, j), at_face(f.star_u, f.d_u, at)),
              sf_flow(&c, SF_X, sf_node(i + 1, j), at_face(f.star_u, f.d_u, at + 1)),
              sf_flow(&c, SF_Y, sf_node(i, j), at_face(f.star_v, f.d_v, at)),
              sf_flow(&c, SF_Y, sf_node(i, j + 1), at_face(f.star_v, f.d_v, at + pitch))});
}

void velocities(const Flow& f, const SfContext& c, int i, int j) {
  const int at = sf_at(&c.mesh, sf_node(i, j));
  sf_velocity(at_face(f.star_u, f.d_u, at), f.p_new[at - 1], f.p_new[at]);
  sf_velocity(at_face(f.star_v, f.d_v, at), f.p_new[at - pitch], f.p_new[at]);
}

void changes(const Flow& f, const SfContext& c, int i, int j) {
  const int at = sf_at(&c.mesh, sf_node(i, j));
  sf_max_keeping_nan(f.dt, SF_ABS(f.p_new[at] - sf_p(&c, sf_node(i, j))));
  sf_max_keeping_nan(f.dt, SF_ABS(f.T_new[at] - sf_T(&c, sf_node(i, j))));
  sf_max_keeping_nan(f.dt, SF_ABS(f.star_u[at] - sf_u(&c, sf_node(i, j))));
  sf_max_keeping_nan(f.dt, SF_ABS(f.star_v[at] - sf_v(&c, sf_node(i, j))));
}

void fused(const Flow& f, const SfContext& c, int i, int j) {
  prepare(f, c, i, j);
  temperature(f, c, i, j);
  pseudo_velocities(f, c, i, j);
  pressure(f, c, i, j);
  velocities(f, c, i, j);
  changes(f, c, i, j);
}

long sum(const Counts& c) { return c.of[add] + c.of[multiply] + c.of[divide] + c.of[root]; }

struct Scheme {
  const char* name;
  int convection;
  bool is_explicit;
  int published_sums;   // of the convective terms, arXiv:1802.04243, tables 1 and 2
  int published_inner;  // of an inner iteration
};
constexpr Scheme schemes[] = {{"explicit TVD", 1, true, 687, 618},
                              {"explicit upwind", 0, true, 143, 486},
                              {"implicit TVD", 1, false, 0, 1229},
                              {"implicit upwind", 0, false, 0, 687}};

struct Result {
  Counts asked;   // as the equations expand
  Counts shared;  // the different ones of a node
  long once;      // the new ones after the nodes to the west and below
};

Result count(const Scheme& scheme, const Work& work, bool published) {
  all = {};
  const Flow flow;
  const SfContext c = flow.view(scheme.convection, scheme.is_explicit, published);
  work(flow, c, 4, 4);
  Result r{all.asked, all.different, 0};
  for (int j = 2; j < 6; ++j)
    for (int i = 2; i < 6; ++i)
      if (i != 4 || j != 4) work(flow, c, i, j);
  all.different = {};
  work(flow, c, 6, 5);
  r.once = sum(all.different);
  return r;
}

// in_paper: its number for this kernel, of the published inner iteration; 0 for the default one.
void print_row(const char* what, const Scheme& scheme, int in_paper, const Work& work) {
  const Result r = count(scheme, work, in_paper != 0);
  std::printf("| %s | %s | ", what, scheme.name);
  in_paper ? std::printf("%d", in_paper) : std::printf("-");
  for (const Counts& n : {r.asked, r.shared})
    std::printf(" | **%ld** | %ld, %ld, %ld, %ld | %ld", sum(n), n.of[add], n.of[multiply],
                n.of[divide], n.of[root], n.of[compare]);
  std::printf(" | %ld |\n", r.once);
}

void print_parts() {
  struct Part {
    const char* name;
    Work work;
  };
  const Part parts[] = {
      {"Gamma, shear rate", prepare}, {"T", temperature},   {"u\\*, v\\*, d", pseudo_velocities},
      {"p, rho", pressure},           {"u, v", velocities}, {"residuals", changes}};
  std::printf("| part of the inner iteration |");
  for (const Scheme& scheme : schemes) std::printf(" %s |", scheme.name);
  std::printf("\n|---|---|---|---|---|\n");
  for (const Part& part : parts) {
    std::printf("| %s |", part.name);
    for (const Scheme& scheme : schemes) {
      const Result r = count(scheme, part.work, false);
      std::printf(" %ld / %ld |", sum(r.asked), sum(r.shared));
    }
    std::printf("\n");
  }
}

// Every scheme of schemes.h for host/methods/simple_ts/operation_counts.inc.
void print_table_for_bench() {
  struct Named {
    const char* name;
    int number;
  };
#define SF_NAMED(known, number, limiter) {#known, number},
  const Named convections[] = {SF_CONVECTION_SCHEMES(SF_NAMED)};
#undef SF_NAMED
  std::printf(
      "// Operations of a node, its common terms computed once: {scheme, {convective sums, inner\n"
      "// iteration}}. Written by bench/count-operations --write; a test compares.\n");
  for (const bool is_explicit : {false, true})
    for (const Named& convection : convections) {
      const Scheme scheme{convection.name, convection.number, is_explicit, 0, 0};
      const long sums = is_explicit ? sum(count(scheme, explicit_convection, false).shared) : 0;
      std::printf("{\"%s %s\", {%ld, %ld}},\n", is_explicit ? "explicit" : "implicit",
                  convection.name, sums, sum(count(scheme, fused, false).shared));
    }
}

void print_tables_for_docs() {
  std::printf(
      "| kernel | scheme | paper | expanded | +-, \\*, /, sqrt | compared | shared "
      "| +-, \\*, /, sqrt | compared | once |\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Scheme& scheme : schemes)
    if (scheme.is_explicit)
      print_row("convective sums", scheme, scheme.published_sums, explicit_convection);
  for (const Scheme& scheme : schemes)
    print_row("inner iteration, published", scheme, scheme.published_inner, fused);
  for (const Scheme& scheme : schemes) print_row("inner iteration, default", scheme, 0, fused);
  std::printf("\n");
  print_parts();
}
}  // namespace

// With any argument the table for the benchmark, else those of docs/results/operations.md.
int main(int argc, char**) {
  if (argc > 1)
    print_table_for_bench();
  else
    print_tables_for_docs();
}
