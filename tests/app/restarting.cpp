#include "restarting.hpp"

namespace test_app {

std::string longer_small_case() {
  return with_line(small_case, "end = 0.1", "end = 10") + no_pictures;
}

const std::string stretched_case =
    "[gas]\nknudsen = 0.1\nmach = 2\n"
    "[mesh]\nx = 0 4\ny = 0 2\ncells = 31 17\nx_stretch = geometric 1.01\n"
    "[body]\nrectangle = 1 0 1.5 0.5 slip=free jump=adiabatic\nrectangle = 2.2 0.9 2.6 1.3 "
    "slip=off "
    "temperature=2\n"
    "[boundary]\nwest = stream\neast = outflow\nsouth = wall slip=free jump=off\nnorth = symmetry\n"
    "[time]\ncourant = 0.2\nend = 5\n"
    "[output]\nevery_time = 0.04\nhistory_every = 3\n" +
    no_pictures;

const std::string periodic_case =
    "[gas]\nknudsen = 0.05\nmach = 0.5\ngravity = 0.1 -0.2\n"
    "[mesh]\nx = 0 2\ny = 0 1\ncells = 21 19\n"
    "[boundary]\nwest = periodic\neast = periodic\nsouth = wall temperature=1.5 slip=off\n"
    "north = wall velocity=free_stream temperature=0.8\n"
    "[initial]\nstate = rest\nperturbation = 0.05\n"
    "[time]\nstep = 0.01\nend = 5\n"
    "[output]\nevery_time = 0.055\nhistory_every = 4\n" +
    no_pictures;

const std::string open_case =
    "[gas]\nknudsen = 0.05\nmach = 2.43\n"
    "[mesh]\nx = 0 4\ny = 0 4\ncells = 20 22\n"
    "[body]\nrectangle = 1 1.6 1.8 2.4\n"
    "[boundary]\nwest = stream\neast = outflow\nsouth = stream\nnorth = outflow\n"
    "[initial]\nperturbation = 0.02\n"
    "[time]\nstep = 0.02\nend = 5\n"
    "[output]\nevery_time = 0.09\nhistory_every = 2\n" +
    no_pictures;

const std::string sides_case =
    "[gas]\nknudsen = 0.05\nmach = 0.3\n"
    "[mesh]\nx = 0 3\ny = 0 1\ncells = 25 13\n"
    "[body]\nrectangle = 0.96 0.3076923 1.2 0.6153846 slip=free flux=0.02\n"
    "[boundary]\nwest = inflow path=over_y.csv over_time=over_time.csv temperature=1.1\n"
    "east = pressure p=0.98\nsouth = wall temperature=1,1.3 slip=creep\n"
    "north = wall path=wall.csv accommodation=0.8\n"
    "[time]\nstep = 0.01\nend = 5\n"
    "[output]\nevery_time = 0.035\nhistory_every = 2\nmeasures_every = 2\nbalance = on\n"
    "averages = p u\npictures = none\n";

const std::string tiny_case =
    "[gas]\nknudsen = 0.05\nmach = 2.43\n"
    "[mesh]\nx = 0 3\ny = 0 2\ncells = 12 8\n"
    "[body]\nrectangle = 1 0 1.5 0.5\n"
    "[boundary]\nwest = stream\neast = outflow\nsouth = wall\nnorth = wall\n"
    "[time]\nstep = 0.01\nmax_steps = 4\n"
    "[inner]\ntolerance = 1e-5\n"
    "[output]\nhistory_every = 1\ncheckpoint_every_steps = 1\naverages = p\n" +
    no_pictures;

void write_tables(const Place& place) {
  write(place / "over_y.csv", "y,velocity,along\n0,0.1,0\n0.5,0.4,0.02\n1,0.1,0\n");
  write(place / "over_time.csv", "t,factor\n0,0.2\n0.06,1\n0.1,0.5\n");
  write(place / "wall.csv", "x,temperature\n0,1\n2,1.2\n3,0.9\n");
}

}  // namespace test_app
