// Cases of the methods, for tests of all commands and for those of one method.
#pragma once

#include <string>

namespace test_app {

inline const std::string two_bodies =
    "title = Two bodies\nmethod = psi_omega\n[fluid]\nreynolds = 40\n"
    "[mesh]\nx = 0 8\ny = 0 4\ncells = 41 21\nx_stretch = geometric 1.02\n"
    "[body]\nrectangle = 2 1 3 2\ncircle = 5 3 0.5\n"
    "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = symmetry\n"
    "[scheme]\ntime = adi\n[time]\nstep = 0.02\nend = 0.2\n"
    "[output]\nevery_time = 0.1\nhistory_every = 5\nsurfaces = on\naverages = u v\n"
    "probe = 4 1.5 name=wake\nprofile = 0 0.5 8 0.5 points=5 name=low\npicture = width=320\n";

inline const std::string hot_body =
    "title = Hot body\nmethod = transport\n[equation]\ndiffusion = 0.2\n"
    "velocity = rotation 2 0.5 0.5\n[mesh]\nx = 0 1\ny = 0 1\nz = 0 0.5\n"
    "cells = 12 11 6\n[body]\nrectangle = 0.3 0.3 0.5 0.6 z=0.1,0.3 value=1\n"
    "[boundary]\nwest = value 0\neast = flux 0\nsouth = exchange 2 0\nnorth = value 0\n"
    "bottom = flux 0\ntop = value 0\n"
    "[scheme]\ntime = crank_nicolson\n[time]\nstep = 0.02\nend = 0.2\n"
    "[output]\nevery_time = 0.1\nhistory_every = 5\nsurfaces = on\nmeasures_every = 2\naverages = "
    "phi\n"
    "probe = 0.7 0.5 0.2 name=wake\n"
    "profile = 0 0.5 0.2 1 0.5 0.2 points=5 name=low\nslice = z 0.2\nslice = x 0.4\n"
    "picture = width=320\n";

/// Three axes, a body, a stretched axis, every kind of boundary; something changes with time.
inline const std::string duct =
    "title = Body in a duct\nmethod = piso\n[flow]\nviscosity = 0.02\ngravity = 0.1 -0.2 0\n"
    "[mesh]\nx = 0 2\ny = 0 1\nz = 0 0.8\ncells = 14 9 6\nx_stretch = geometric 1.03\n"
    "[body]\nrectangle = 0.5 0.3 0.8 0.7 z=0.2,0.5 slip_length=0.05\n"
    "[boundary]\nwest = inflow flow=0.8 profile=parabolic sine=1,0.2,1\neast = pressure p=0.1\n"
    "south = wall velocity=0.2,0,0\nnorth = outflow p=0.2\nbottom = symmetry\n"
    "top = wall slip_length=0.1\n"
    "[scheme]\nalgorithm = piso\n[time]\nstep = 0.02\nend = 0.2\n"
    "[output]\nevery_time = 0.1\nhistory_every = 5\nsurfaces = on\nmeasures_every = 2\naverages = "
    "u p\n"
    "probe = 1.5 0.5 0.3 name=wake\nprofile = 0 0.1 0.2 2 0.1 0.2 points=5 name=low\n"
    "slice = z 0.2\npicture = width=320\n";

}  // namespace test_app
