// Trying something in a child process first, because it may crash.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>

namespace slipflow {

enum class ChildEnd { exited, crashed, hung };

/// How `program argument` ends when it is started with the variables on top of this process's
/// environment; what it prints is discarded. After the limit it is killed: hung. A child that
/// cannot be started counts as exited. Must be called before this process starts threads or MPI.
ChildEnd end_of_child(const std::filesystem::path& program, const std::string& argument,
                      const std::map<std::string, std::string>& variables,
                      std::chrono::milliseconds limit);

}  // namespace slipflow
