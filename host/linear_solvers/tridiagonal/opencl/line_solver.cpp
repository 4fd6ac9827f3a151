#include "slipflow/linear_solvers/line_solver.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "serial/serial_lines.hpp"
#include "slipflow/opencl/errors.hpp"

namespace slipflow::linear_solvers {

namespace {
using opencl::Arguments;
using opencl::Array;
using opencl::Kernel;

// The kinds of pivots: a word of the device for each.
constexpr std::size_t kWords = 4;

}  // namespace

class LineSolver::Impl {
  template <class Action>
  auto guarded(const char* doing, Action action) const {
    return opencl::guarded(
        fmt::format("{} a tridiagonal solver on {}", doing, workspace_.device().name), action);
  }

 public:
  Impl(opencl::Workspace& workspace, const Lines& lines, const LineChoice& wanted,
       const LineRows* rows, const LineMatrix* matrix)
      : workspace_(workspace),
        plan_{lines, resolved(lines, wanted, limits_of(workspace.device())), matrix != nullptr,
              rows == nullptr},
        numbers_(setup::bytes_computed(wanted.precision)) {
    if (rows) plan_.rows = *rows;
    if (choice_.algorithm == LineAlgorithm::thomas) choice_.algorithm = LineAlgorithm::pta;
    if (lines.lines == 0 || lines.rows == 0) return;
    guarded("preparing", [&] {
      build(wanted);
      if (matrix) take(*matrix);
      make_arrays();
    });
  }

  void solve(const Array& a, const Array& b, const Array& c, const Array& d, const Array& x) {
    if (!plan_.of_arrays || plan_.shared_matrix)
      throw std::logic_error("the lines have the rows they were built for");
    for (const Array* array : {&a, &b, &c}) check_reach(*array);
    solve_rows(matrix_hooks(a, b, c).with(vector_hooks(d, x)));
  }

  void solve(const Array& d, const Array& x) {
    if (!plan_.of_arrays || !plan_.shared_matrix)
      throw std::logic_error("the lines have no matrix of their own");
    const Arguments hooks = vector_hooks(d, x);
    solve_rows(plan_.has_factors() ? hooks
                                   : matrix_hooks(matrix_[0], matrix_[1], matrix_[2]).with(hooks));
  }

  void solve(const Arguments& hooks) {
    if (plan_.of_arrays) throw std::logic_error("the lines have arrays of rows");
    solve_rows(hooks);
  }

  LineStatus status() {
    LineStatus status;
    if (lines_.lines == 0 || lines_.rows == 0 || plan_.has_factors()) return status;
    guarded("reading the status of", [&] {
      const auto words = workspace_.read<cl_uint>(faults_, kWords);
      if (words != std::vector<cl_uint>(kWords)) make_faults();
      for (std::size_t kind = 1; kind < kWords; ++kind) {
        if (words[kind] == 0) continue;
        const long at = ~words[kind];
        status.note(static_cast<Pivot>(kind), at / lines_.rows, at % lines_.rows);
      }
    });
    if (between_) {
      const LineStatus s = between_->status();
      status.note(s.pivot, s.line, (s.row + 1) * piece_rows() - 1);
    }
    return status;
  }

  const LineChoice& choice() const { return choice_; }

 private:
  long piece_rows() const { return rows_at_once(choice_) + 1; }
  long joints() const { return lines_.rows / piece_rows(); }
  int pieces() const { return static_cast<int>((lines_.rows + piece_rows() - 1) / piece_rows()); }
  int rows() const { return static_cast<int>(lines_.rows); }
  int lines() const { return static_cast<int>(lines_.lines); }

  void build(const LineChoice& wanted) {
    const auto built = build_lines(workspace_.queue(), wanted, plan_);
    solve_ = Kernel(built, "solve_lines");
    if (plan_.split()) reduce_ = Kernel(built, "reduce_pieces");
    if (plan_.split()) join_ = Kernel(built, "join_pieces");
  }

  void take(const LineMatrix& m) {
    for (const auto& values : {m.a, m.b, m.c})
      if (values.size() != static_cast<std::size_t>(lines_.rows))
        throw std::logic_error("the matrix of the lines has another number of rows");
    const std::vector<double> d(m.b.size());
    const LineArrays line{m.a, m.b, m.c, d, {}};
    if (plan_.has_factors()) {
      LineStatus found;
      const auto factors = choice_.precision == setup::Precision::in_single
                               ? line_factors_of<setup::Precision::in_single>(choice_, line, found)
                               : line_factors_of<setup::Precision::in_double>(choice_, line, found);
      check_pivots(found);
      factors_ = workspace_.array(numbers_, factors);
    } else if (plan_.of_arrays) {
      const std::span<const double> all[] = {m.a, m.b, m.c};
      for (std::size_t k = 0; k < 3; ++k)
        matrix_[k] = workspace_.array(numbers_, std::vector(all[k].begin(), all[k].end()));
    }
  }

  void make_arrays() {
    const auto all = static_cast<std::size_t>(lines_.lines * lines_.rows);
    if (plan_.has_factors()) return;
    make_faults();
    if (choice_.algorithm == LineAlgorithm::pta) kept_ = workspace_.array(numbers_, all);
    if (!plan_.split()) return;
    const auto parts = static_cast<std::size_t>(lines_.lines) * pieces();
    const auto rows_between = static_cast<std::size_t>(lines_.lines * joints());
    ends_ = workspace_.array(numbers_, 6 * parts);
    for (Array& array : between_rows_) array = workspace_.array(numbers_, rows_between);
    between_ = std::make_unique<Impl>(workspace_, Lines::contiguous(lines_.lines, joints()),
                                      between_pieces(choice_), nullptr, nullptr);
  }

  void make_faults() {
    faults_ = workspace_.buffer(std::vector<cl_uint>(kWords), CL_MEM_READ_WRITE);
  }

  void check_reach(const Array& array) const {
    if (array.count < extent(lines_)) throw std::logic_error("the lines reach beyond an array");
    if (array.numbers.bytes(1) != numbers_.bytes(1))
      throw std::logic_error("an array of the lines has another precision");
  }

  static Arguments matrix_hooks(const Array& a, const Array& b, const Array& c) {
    return {{"all_a", a}, {"all_b", b}, {"all_c", c}};
  }

  Arguments vector_hooks(const Array& d, const Array& x) const {
    for (const Array* array : {&d, &x}) check_reach(*array);
    return {{"all_d", d},
            {"all_x", x},
            {"line_stride", lines_.line_stride},
            {"row_stride", lines_.row_stride}};
  }

  void solve_rows(const Arguments& hooks) {
    if (lines_.lines == 0 || lines_.rows == 0) return;
    const Arguments all = hooks.with({{"rows", rows()}, {"lines", lines()}});
    guarded("running", [&] {
      if (plan_.split())
        solve_pieces(all);
      else
        solve_whole(all);
    });
  }

  void solve_whole(const Arguments& all) {
    const bool pta = choice_.algorithm == LineAlgorithm::pta;
    if (plan_.has_factors())
      solve_.set(all.with({{"factors", factors_}}));
    else if (pta)
      solve_.set(all.with({{"kept_c", kept_}, {"faults", faults_}}));
    else
      solve_.set(all.with({{"faults", faults_}}));
    if (pta)
      workspace_.launch(solve_, lines());
    else
      workspace_.launch_groups(solve_, groups_abreast());
  }

  int groups_abreast() const {
    const int abreast = choice_.algorithm == LineAlgorithm::partition ? choice_.lines_abreast : 1;
    return (lines() + abreast - 1) / abreast;
  }

  void solve_pieces(const Arguments& all) {
    const auto& [a, b, c, d, x] = between_rows_;
    const Arguments of_pieces = all.with({{"pieces", pieces()}});
    reduce_.set(of_pieces.with({{"ends", ends_}, {"faults", faults_}}));
    workspace_.launch_groups(reduce_, groups_abreast() * pieces());
    join_.set(of_pieces.with(
        {{"ends", ends_}, {"between_a", a}, {"between_b", b}, {"between_c", c}, {"between_d", d}}));
    workspace_.launch(join_, static_cast<int>(lines_.lines * joints()));
    between_->solve(a, b, c, d, x);
    solve_.set(of_pieces.with({{"between", x}, {"faults", faults_}}));
    workspace_.launch_groups(solve_, groups_abreast() * pieces());
  }

  opencl::Workspace& workspace_;
  LinePlan plan_;
  const Lines& lines_ = plan_.lines;
  LineChoice& choice_ = plan_.choice;
  const opencl::Numbers numbers_;
  Array matrix_[3], factors_, kept_, ends_, between_rows_[5];
  cl::Buffer faults_;
  Kernel solve_, reduce_, join_;
  std::unique_ptr<Impl> between_;
};

LineSolver::LineSolver(opencl::Workspace& workspace, const Lines& lines, const LineChoice& choice)
    : impl_(std::make_unique<Impl>(workspace, lines, choice, nullptr, nullptr)) {}
LineSolver::LineSolver(opencl::Workspace& workspace, const Lines& lines, const LineChoice& choice,
                       const LineMatrix& matrix)
    : impl_(std::make_unique<Impl>(workspace, lines, choice, nullptr, &matrix)) {}
LineSolver::LineSolver(opencl::Workspace& workspace, const Lines& lines, const LineChoice& choice,
                       const LineRows& rows)
    : impl_(std::make_unique<Impl>(workspace, lines, choice, &rows, nullptr)) {}
LineSolver::LineSolver(opencl::Workspace& workspace, const Lines& lines, const LineChoice& choice,
                       const LineRows& rows, const LineMatrix& matrix)
    : impl_(std::make_unique<Impl>(workspace, lines, choice, &rows, &matrix)) {}
LineSolver::~LineSolver() = default;
LineSolver::LineSolver(LineSolver&&) noexcept = default;
LineSolver& LineSolver::operator=(LineSolver&&) noexcept = default;

void LineSolver::solve(const Array& a, const Array& b, const Array& c, const Array& d,
                       const Array& x) {
  impl_->solve(a, b, c, d, x);
}
void LineSolver::solve(const Array& d, const Array& x) { impl_->solve(d, x); }
void LineSolver::solve(const Arguments& hooks) { impl_->solve(hooks); }
LineStatus LineSolver::status() { return impl_->status(); }
const LineChoice& LineSolver::choice() const { return impl_->choice(); }

}  // namespace slipflow::linear_solvers
