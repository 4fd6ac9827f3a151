// Edit distance, for "did you mean".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace slipflow::config {

/// How many letters must be changed, added or dropped to make `a` into `b`; case does not count.
std::size_t edit_distance(const std::string& a, const std::string& b);

/// The first of the candidates (at least one) with the smallest distance to `name`.
std::string nearest(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace slipflow::config
