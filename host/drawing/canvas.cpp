#include "canvas.hpp"

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPNGWriter.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "slipflow/output/vtk_scope.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::drawing {

static_assert(sizeof(Colour) == 3, "a row of colours is a row of RGB bytes");

Canvas::Canvas(int width, int height, Colour background)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * height, background) {}

void Canvas::fill(const Box& box, Colour colour) {
  const int left = std::max(box.x, 0), right = std::min(box.right(), width_);
  if (left >= right) return;
  for (int y = std::max(box.y, 0); y < std::min(box.top(), height_); ++y) {
    std::fill(row(y) + left, row(y) + right, colour);
  }
}

void Canvas::frame(const Box& box, int line, Colour colour) {
  const int wide = box.width + 2 * line;
  fill({box.x - line, box.y - line, wide, line}, colour);
  fill({box.x - line, box.top(), wide, line}, colour);
  fill({box.x - line, box.y, line, box.height}, colour);
  fill({box.right(), box.y, line, box.height}, colour);
}

void Canvas::blend(int x, int y, Colour colour, int opacity) {
  if (x < 0 || x >= width_ || y < 0 || y >= height_) return;
  const auto mix = [opacity](std::uint8_t under, std::uint8_t over) {
    return static_cast<std::uint8_t>((under * (255 - opacity) + over * opacity + 127) / 255);
  };
  Colour& pixel = row(y)[x];
  pixel = {mix(pixel.r, colour.r), mix(pixel.g, colour.g), mix(pixel.b, colour.b)};
}

void Canvas::stroke(double x0, double y0, double x1, double y1, double line, Colour colour) {
  const double dx = x1 - x0, dy = y1 - y0, length2 = dx * dx + dy * dy;
  const double reach = 0.5 * line + 1;
  const auto clamped = [](double value, int n) {
    return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(n)));
  };
  const int left = clamped(std::min(x0, x1) - reach, width_);
  const int right = clamped(std::max(x0, x1) + reach + 1, width_);
  const int top = clamped(std::max(y0, y1) + reach + 1, height_);
  for (int y = clamped(std::min(y0, y1) - reach, height_); y < top; ++y)
    for (int x = left; x < right; ++x) {
      const double px = x + 0.5 - x0, py = y + 0.5 - y0;
      const double along = length2 > 0 ? std::clamp((px * dx + py * dy) / length2, 0.0, 1.0) : 0.0;
      const double distance = std::hypot(px - along * dx, py - along * dy);
      const double covered = std::clamp(0.5 * line + 0.5 - distance, 0.0, 1.0);
      blend(x, y, colour, static_cast<int>(255 * covered));
    }
}

std::string Canvas::png() const {
  const output::VtkScope vtk;
  vtkNew<vtkImageData> image;
  image->SetDimensions(width_, height_, 1);
  image->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  std::memcpy(image->GetScalarPointer(), pixels_.data(), pixels_.size() * sizeof(Colour));
  vtkNew<vtkPNGWriter> writer;
  writer->SetInputData(image);
  writer->WriteToMemoryOn();
  try {
    writer->Write();
  } catch (const std::runtime_error& failure) {  // of VTK's threads
    throw Error(ExitStatus::output_failed, std::string("cannot draw a picture: ") + failure.what());
  }
  vtkUnsignedCharArray* bytes = writer->GetResult();
  return {reinterpret_cast<const char*>(bytes->GetPointer(0)),
          static_cast<std::size_t>(bytes->GetNumberOfValues())};
}

}  // namespace slipflow::drawing
