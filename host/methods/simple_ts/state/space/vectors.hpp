// Arithmetic of points and vectors in space.
#pragma once

#include "slipflow/mesh/vectors.hpp"

namespace slipflow::simple_ts {

using Vector3 = mesh::Position3;
using mesh::cross;
using mesh::dot;
using mesh::operator+;
using mesh::operator-;
using mesh::operator*;

/// The length; files that are compiled together have other functions of that name.
inline double norm(const Vector3& a) { return mesh::length(a); }
inline Vector3 unit(const Vector3& a) { return (1 / norm(a)) * a; }
/// The part of a vector across a unit vector.
inline Vector3 part_across(const Vector3& a, const Vector3& n) { return a - dot(a, n) * n; }

}  // namespace slipflow::simple_ts
