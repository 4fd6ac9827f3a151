// Replaces the parts that the tests of mutants are built without: the other precisions, libpng and
// expat.
#include "../../host/methods/simple_ts/backends/precisions.hpp"
#include "slipflow/mesh/mask.hpp"
#include "slipflow/mesh/svg_file.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow {

namespace {
Error left_out() { return {ExitStatus::internal_error, "left out of the tests of mutants"}; }
}  // namespace

mesh::Mask mesh::read_mask(const std::filesystem::path&) { throw left_out(); }

mesh::SvgPicture mesh::read_svg(const std::filesystem::path&) { throw left_out(); }

namespace simple_ts {
template <>
std::unique_ptr<Backend> make_serial_backend_of<Precision::in_mixed>(const Case&) {
  throw left_out();
}
template <>
std::unique_ptr<Backend> make_serial_backend_of<Precision::in_single>(const Case&) {
  throw left_out();
}
template <>
InnerIterations inner_iterations_of<Precision::in_mixed>() {
  throw left_out();
}
template <>
InnerIterations inner_iterations_of<Precision::in_single>() {
  throw left_out();
}
}  // namespace simple_ts

}  // namespace slipflow
