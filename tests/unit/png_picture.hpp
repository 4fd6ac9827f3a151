// Pixels of PNG files.
#pragma once

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPNGReader.h>

#include <array>
#include <filesystem>

namespace test_output {

using Pixel = std::array<int, 3>;

/// A PNG file read back; positions are fractions of the picture from its lower left corner.
class Picture {
 public:
  explicit Picture(const std::filesystem::path& file) {
    reader_->SetFileName(file.c_str());
    reader_->Update();
  }
  int width() const { return reader_->GetOutput()->GetDimensions()[0]; }
  int height() const { return reader_->GetOutput()->GetDimensions()[1]; }
  Pixel pixel(int x, int y) const {
    const auto* pixel =
        static_cast<unsigned char*>(reader_->GetOutput()->GetScalarPointer(x, y, 0));
    return {pixel[0], pixel[1], pixel[2]};
  }
  Pixel at(double x, double y) const {
    return pixel(static_cast<int>(x * width()), static_cast<int>(y * height()));
  }

 private:
  vtkNew<vtkPNGReader> reader_;
};

}  // namespace test_output
