// The results of runs, compared byte by byte.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "program.hpp"

namespace test_app {

inline const Words serial = {"--backend", "serial"};

/// Runs the case of the place without output on the screen, and checks that it succeeds.
void run_case(const Place& place, const Words& more);

/// Bytes of frames, tables and pictures by name, and of the newest checkpoint as "checkpoint": all
/// that does not say how a run was called or how long it took.
std::map<std::string, std::string> results_in(const std::filesystem::path& directory);

/// Checks that two directories hold the same results, and at least frames, a table and a
/// checkpoint.
void check_same_results(const std::filesystem::path& a, const std::filesystem::path& b);

/// Checks that a command has succeeded without a word on standard error; returns what it printed.
std::string output_of(const Outcome& run);

/// Checks that the program with these arguments ends with that status and one sentence, prints
/// nothing else and changes no file; returns its message.
std::string refused(const Place& place, const Words& arguments, int status = 2,
                    const std::map<std::string, std::string>& environment = {});

/// Checks that the program with these arguments ends with status 2 and one sentence, which begins
/// with `sentence`.
void check_refuses(const Place& place, const Words& arguments, const std::string& sentence);

/// The newest checkpoint of an output directory.
std::filesystem::path newest_checkpoint(const std::filesystem::path& directory);

}  // namespace test_app
