// Settings of VTK for the time it is called.
#pragma once

#include <vtkLogger.h>
#include <vtkObject.h>

#include "slipflow/support/error.hpp"

namespace slipflow::output {

/// VTK is called only while one of these exists. It then prints no messages: errors are found by
/// their codes, and VTK 9.1 reads through a null pointer to name an array of cells that it could
/// not read. Where operator new finds no memory, the program ends at once: VTK does not survive an
/// exception that passes through it.
class VtkScope {
 public:
  VtkScope() : displayed_(vtkObject::GetGlobalWarningDisplay()) {
    vtkObject::GlobalWarningDisplayOff();
    vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
  }
  ~VtkScope() { vtkObject::SetGlobalWarningDisplay(displayed_); }
  VtkScope(const VtkScope&) = delete;
  VtkScope& operator=(const VtkScope&) = delete;

 private:
  vtkTypeBool displayed_;
  EndsOutOfMemory scope_;
};

}  // namespace slipflow::output
