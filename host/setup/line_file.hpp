// The file that a value line names.
#pragma once

#include "slipflow/config/settings.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::setup {

/// What `read` makes of the file, whose faults become those of the line.
template <class Read>
auto read_line_file(const config::Settings& settings, const config::Directive& line, Read read) {
  try {
    return read(settings.folder() / line.file);
  } catch (const Error& e) {
    throw settings.error(line, e.what());
  }
}

}  // namespace slipflow::setup
