// How the cells of a mesh are shared among ranks: --grid and --weights.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

#include "slipflow/mesh/cuts.hpp"

namespace slipflow::app {

/// --grid and --weights.
void add_cut_options(boost::program_options::options_description& options);

/// The numbers of --weights, "1,2.5". Throws Error(bad_input) unless there is a positive one for
/// each rank.
std::vector<double> weights_in(const std::string& text, int ranks);

/// The cuts for that many ranks. Without --grid, the grid is that of choose_grid(), with --weights
/// one column of pieces. Throws Error(bad_input).
mesh::Cuts cuts_from(const boost::program_options::variables_map& values, const mesh::Mesh& mesh,
                     int ranks);

/// Whether --grid and --weights allow cuts by the speeds of the ranks' devices.
bool may_cut_by_speed(const boost::program_options::variables_map& values, const mesh::Mesh& mesh,
                      int ranks);

/// These cuts, if they are allowed.
mesh::Cuts cuts_by_speed(const boost::program_options::variables_map& values,
                         const mesh::Mesh& mesh, const std::vector<double>& speeds);

}  // namespace slipflow::app
