// The sections of .msh files, each read from after its first line to its end.
#pragma once

#include <limits>

#include "gmsh_content.hpp"
#include "gmsh_input.hpp"

namespace slipflow::mesh {

/// A physical group of an element or entity without the sign, which gives its orientation.
inline int without_sign(int physical) {
  if (physical == std::numeric_limits<int>::min()) return std::numeric_limits<int>::max();
  return physical < 0 ? -physical : physical;
}

/// The names of physical surfaces, in both versions.
void read_physical_names(GmshInput& in, GmshContent& content);

/// The sections of version 2.2.
void read_nodes_2(GmshInput& in, GmshContent& content);
void read_elements_2(GmshInput& in, GmshContent& content);

/// The sections of version 4.1. Of the entities, the physical groups of surfaces are read.
void read_entities_4(GmshInput& in, GmshContent& content);
void read_nodes_4(GmshInput& in, GmshContent& content);
void read_elements_4(GmshInput& in, GmshContent& content);

}  // namespace slipflow::mesh
