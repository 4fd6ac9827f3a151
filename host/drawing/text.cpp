#include "text.hpp"

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkStdString.h>
#include <vtkTextProperty.h>
#include <vtkTextRenderer.h>

#include "slipflow/output/vtk_scope.hpp"

namespace slipflow::drawing {

namespace {

/// At this resolution a point of the font is a pixel of the picture.
constexpr int kPixelsPerInch = 72;

void set_up(vtkTextProperty* property, const TextStyle& style) {
  property->SetFontFamilyToArial();
  property->SetFontSize(style.size);
  property->SetBold(style.bold);
  property->SetOrientation(style.upwards ? 90.0 : 0.0);
  property->SetColor(style.colour.r / 255.0, style.colour.g / 255.0, style.colour.b / 255.0);
  property->SetVerticalJustificationToBottom();
}

int start(int position, int length, Align align) {
  if (align == Align::low) return position;
  return position - (align == Align::middle ? length / 2 : length);
}

/// Draws the text into an image with four components; false if there is nothing to draw.
bool render(vtkImageData* image, const std::string& text, const TextStyle& style) {
  vtkTextRenderer* renderer = vtkTextRenderer::GetInstance();
  if (!renderer || text.empty()) return false;
  renderer->SetScaleToPowerOfTwo(false);
  vtkNew<vtkTextProperty> property;
  set_up(property, style);
  int used[2] = {0, 0};
  // FreeType by name: the default would read dollar signs as mathematics.
  return renderer->RenderString(property, text, image, used, kPixelsPerInch,
                                vtkTextRenderer::FreeType) &&
         image->GetNumberOfScalarComponents() == 4;
}

}  // namespace

TextSize measure_text(const std::string& text, const TextStyle& style) {
  const output::VtkScope vtk;
  vtkTextRenderer* renderer = vtkTextRenderer::GetInstance();
  if (!renderer || text.empty()) return {};
  vtkNew<vtkTextProperty> property;
  set_up(property, style);
  int box[4] = {0, 0, 0, 0};
  renderer->GetBoundingBox(property, text, box, kPixelsPerInch, vtkTextRenderer::FreeType);
  return {box[1] - box[0] + 1, box[3] - box[2] + 1};
}

void draw_text(Canvas& canvas, int x, int y, const std::string& text, const TextStyle& style) {
  const output::VtkScope vtk;
  vtkNew<vtkImageData> image;
  if (!render(image, text, style)) return;
  const int* dimensions = image->GetDimensions();
  const int left = start(x, dimensions[0], style.across);
  const int bottom = start(y, dimensions[1], style.vertical);
  const auto* pixel = static_cast<const unsigned char*>(image->GetScalarPointer());
  for (int row = 0; row < dimensions[1]; ++row) {
    for (int column = 0; column < dimensions[0]; ++column, pixel += 4) {
      canvas.blend(left + column, bottom + row, style.colour, pixel[3]);
    }
  }
}

}  // namespace slipflow::drawing
