// What bodies cover at one place, while a line from south to north crosses their outlines.
#pragma once

#include <vector>

#include "clip_edges.hpp"

namespace slipflow::mesh::cut {

class Coverage {
 public:
  Coverage(const std::vector<CutBody>& bodies, const Outlines& outlines);

  /// Crosses an edge of a region, from its south to its north.
  void cross(int region, int direction);

  /// Returns to the place south of everything.
  void restart();

  bool solid() const { return !covering_.empty(); }
  /// The first of the bodies that cover the place.
  int body() const;

 private:
  struct Crossed {
    int region, direction;
  };
  bool encloses(int region) const;
  void move(int region, int direction);
  void set_covering(int body, bool covers);

  const std::vector<CutBody>& bodies_;
  const Outlines& outlines_;
  std::vector<int> winding_;    // of regions
  std::vector<int> enclosing_;  // of bodies: their regions that enclose the place
  std::vector<int> covering_;   // bodies
  std::vector<Crossed> crossed_;
};

}  // namespace slipflow::mesh::cut
