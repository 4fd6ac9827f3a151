// Arithmetic of points and vectors.
#pragma once

#include <cmath>

#include "slipflow/mesh/solids.hpp"

namespace slipflow::mesh {

inline Position3 operator+(const Position3& a, const Position3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Position3 operator-(const Position3& a, const Position3& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Position3 operator*(double factor, const Position3& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}
inline double dot(const Position3& a, const Position3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Position3 cross(const Position3& a, const Position3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double length(const Position3& a) { return std::sqrt(dot(a, a)); }

}  // namespace slipflow::mesh
