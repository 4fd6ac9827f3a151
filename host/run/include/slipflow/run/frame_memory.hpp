// The fields of frames, and how many frames are in memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"

namespace slipflow::run {

/// Fields and expressions in the files of frames and in pictures, each once.
std::vector<std::string> fields_of_frames(const methods::Problem& problem);
/// Fields of the method that a frame, its expressions and averages are made from.
std::vector<std::string> fields_read_for_frames(const methods::Problem& problem);

/// Bytes of the fields of one frame and its pictures.
double bytes_of_frame(const methods::Problem& problem);
/// Bytes of the fields of all others that are written at the same time.
double bytes_of_other_frames(const methods::Problem& problem);
/// Frames are written at the same time only if they take at most that together.
constexpr double kBytesOfOtherFrames = 256e6;

/// Frames that are written at the same time, during the run and after it.
std::size_t frames_at_a_time(const methods::Problem& problem);
std::size_t frames_at_the_end(const methods::Problem& problem);

}  // namespace slipflow::run
