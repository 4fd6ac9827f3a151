#include "canvas.hpp"

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPNGWriter.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cstring>

namespace slipflow::output {

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

std::string Canvas::png() const {
  vtkNew<vtkImageData> image;
  image->SetDimensions(width_, height_, 1);
  image->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  std::memcpy(image->GetScalarPointer(), pixels_.data(), pixels_.size() * sizeof(Colour));
  vtkNew<vtkPNGWriter> writer;
  writer->SetInputData(image);
  writer->WriteToMemoryOn();
  writer->Write();
  vtkUnsignedCharArray* bytes = writer->GetResult();
  return {reinterpret_cast<const char*>(bytes->GetPointer(0)),
          static_cast<std::size_t>(bytes->GetNumberOfValues())};
}

}  // namespace slipflow::output
