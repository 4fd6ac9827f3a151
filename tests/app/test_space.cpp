// A case of simple_ts on a mesh of three axes, from its file to its results.
#include <doctest/doctest.h>

#include <functional>
#include <set>

#include "csv_rows.hpp"
#include "restarting.hpp"

namespace test_space {

using namespace test_app;

namespace {
const std::string sphere_case =
    "title = Sphere in a stream\n[gas]\nknudsen = 0.05\nmach = 2.43\n[mesh]\nx = 0 2\ny = 0 1\n"
    "z = 0 1\ncells = 12 8 8\n[body]\nsphere = 0.8 0.5 0.5 0.25 name=ball\n[boundary]\n"
    "west = stream\neast = outflow\nsouth = wall velocity=free_stream\n"
    "north = wall velocity=free_stream\nbottom = symmetry\ntop = symmetry\n"
    "[scheme]\nconvection = tvd\ntime = second_order\n[time]\nstep = 0.01\nend = 10\n[output]\n"
    "fields = p u v w vorticity_z q_criterion\npictures = mach\nsurfaces = on\nbalance = on\nwalls "
    "= on\n"
    "probe = 1.3 0.5 0.5\naverages = w\nhistory_every = 1\nmeasures_every = 1\n";
}  // namespace

TEST_CASE("a run in space resumes to the byte, and its tables name three axes") {
  const Place place(sphere_case);
  run(place, serial + Words{"--output", "whole", "--steps", "6"});
  for (const Words& last : {serial, Words{"--backend", "threads", "--threads", "2"}}) {
    run(place, serial + Words{"--output", "parts", "--steps", "3", "--overwrite"});
    run(place, last + Words{"--output", "parts", "--steps", "6", "--restart", "latest"});
    auto whole = results_in(place / "whole"), parts = results_in(place / "parts");
    whole.erase("checkpoint"), parts.erase("checkpoint");  // says who has written it
    CHECK(whole == parts);
    CHECK(whole.size() > 6);
  }
  const auto names = [&](const char* table) {
    return lines_of(read(place / "whole" / table)).front();
  };
  for (const char* column : {"flow_bottom", "residual_w"})
    CHECK(holds(names("history.csv"), column));
  for (const char* column : {"ball_drag,ball_lift,ball_side,", "ball_force_z",
                             "ball_west_friction_z", "ball_top_friction_x"})
    CHECK(holds(names("forces.csv"), column));
  CHECK(holds(names("balance.csv"), "momentum_z_top"));
  CHECK(holds(names("surfaces.csv"), "ball_force_z"));
  CHECK(holds(names("probes.csv"), "_w"));
  CHECK(holds(names("walls/ball_000001.csv"), "x,y,z,normal_x,normal_y,normal_z,area,pressure,"));
  CHECK(holds(read(place / "whole" / "walls/000001.vtp"), "NumberOfLines=\"0\""));
  CHECK(holds(output_of(place.slipflow({"check", "case.cfg"})), "0.3 in x, 0.4 in y, 0.4 in z"));
}

TEST_CASE("a march in space says where it is no longer accelerated") {
  const Place place(
      "title = Box\n[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall temperature=1.1\n"
      "bottom = wall\ntop = wall\n[time]\nmarch = steady\nsteady = 1e-6\n");
  for (const bool is_large : {false, true}) {
    const auto cells = is_large ? "mesh.cells=44 44 44" : "mesh.cells=42 42 42";
    CHECK(holds(output_of(place.slipflow({"check", "case.cfg", "--set", cells})),
                "not accelerated on a mesh of more than 131072 cells, ghosts included") ==
          is_large);
  }
}

TEST_CASE("forces in space are in N, energy is in J") {
  const Place place(with_line(sphere_case, "knudsen = 0.05", "") +
                    "[units]\nlength = 2 um\ntemperature = 300 K\npressure = 1 bar\ngas = argon\n");
  run(place, serial + Words{"--output", "out", "--steps", "1"});
  const auto names = [&](const char* table) {
    return lines_of(read(place / "out" / table)).front();
  };
  CHECK(holds(names("forces.csv"), ",ball_force_z [N],"));
  CHECK(holds(names("surfaces.csv"), ",ball_force_x [N],"));
  for (const char* column : {"x [m],y [m],z [m],", ",area [m^2],", ",shear_z [Pa],"})
    CHECK(holds(names("walls/ball_000001.csv"), column));
  for (const char* column : {",momentum_x [N*s],", ",energy [J],", ",momentum_z_top [N],"})
    CHECK(holds(names("balance.csv"), column));
}

TEST_CASE("a box in an isometric view: by the run, drawn again, in a movie and in a report") {
  const Words view = {"--set", "output.slice=z 0.5", "--set",
                      "output.picture=field=mach view=isometric walls=pressure width=400"};
  for (const char* units : {"",
                            "[units]\nlength = 2 um\ntemperature = 300 K\npressure = 1 bar\n"
                            "gas = argon\n"}) {
    CAPTURE(units);
    const Place place(with_line(sphere_case, "knudsen = 0.05", *units ? "" : "knudsen = 0.05") +
                      units);
    run(place, serial + view + Words{"--set", "output.pictures=mach p", "--steps", "3"});
    const auto pictures = place / "out" / "pictures";
    const auto picture = read(pictures / "mach_000001.png");
    CHECK(picture.starts_with("\x89PNG"));
    CHECK(fs::exists(pictures / "p_z_000001.png"));  // the other field has planes
    CHECK(!fs::exists(pictures / "mach_z_000001.png"));
    const auto plotted = [&](const Words& options) {
      const auto drawn =
          place.slipflow(Words{"plot", "out", "--what", "pictures", "--field", "mach"} + options);
      CHECK_MESSAGE(drawn.status == 0, drawn.err);
      return read(place / "out/plots/pictures/mach_000001.png");
    };
    CHECK(plotted({}) == picture);
    // Its range, and that of the walls where nothing shows the field.
    CHECK(plotted({"--slices", "off", "--range", "1,5"}) !=
          plotted({"--slices", "off", "--range", "1,6"}));
    const auto others = std::set{picture,
                                 plotted({"--walls", "knudsen"}),
                                 plotted({"--walls", "off"}),
                                 plotted({"--slices", "off"}),
                                 plotted({"--isosurface", "p,1.5"}),
                                 plotted({"--isosurface", "p,2"})};
    CHECK(others.size() == 6);
    const auto report = place.slipflow({"report", "out"});
    CHECK_MESSAGE(report.status == 0, report.err);
    CHECK(holds(read(place / "out/report.html"), "<figcaption>mach, t = "));
    fs::create_directory(place / "bin");
    write(place / "bin/ffmpeg", "#!/bin/sh\nfor movie; do :; done\n/bin/cat > \"$movie\"\n");
    fs::permissions(place / "bin/ffmpeg", fs::perms::owner_all);
    const auto movie = place.slipflow({"movie", "out"}, {{"PATH", (place / "bin").string()}});
    CHECK(holds(movie.out, "2 pictures are a movie of"));
    CHECK(read(place / "out/plots/mach.mp4") == read(pictures / "mach_000000.png") + picture);
    // A damaged table: a restart leaves it out and says so, plot refuses it.
    write(place / "out/walls/ball_000000.csv", "x,y\n1,nonsense\n");
    const auto refusal = refused(place, {"plot", "out", "--what", "pictures"});
    CHECK(holds(refusal, "ball_000000.csv:2: "));
    const auto resumed = place.slipflow(
        Words{"run", "case.cfg"} + serial + view +
        Words{"--set", "output.pictures=mach p", "--steps", "5", "--restart", "latest"});
    CHECK_MESSAGE(resumed.status == 0, resumed.err);
    CHECK(holds(resumed.err, "fields of 1 earlier frames cannot be read; the first: "));
    CHECK(read(pictures / "mach_000001.png").starts_with("\x89PNG"));
    CHECK(read(pictures / "mach_000001.png") != picture);  // of step 5
  }
}

TEST_CASE("what a mesh of two or three axes has not is refused") {
  const Place place(sphere_case), plane(small_case);
  const auto check_at = [](const Place& at, const std::string& set, const std::string& sentence) {
    check_refuses(at, {"check", "case.cfg", "--set", set}, "--set: " + sentence);
  };
  const auto check = std::bind_front(check_at, std::cref(place));
  const auto check_in_plane = std::bind_front(check_at, std::cref(plane));
  check("output.pictures=psi", "output.pictures = psi: psi is for a mesh of two axes");
  check("output.fields=p vorticity",
        "output.fields = p vorticity: vorticity is for a mesh of two axes");
  check("boundary.south=wall velocity=1,0",
        "boundary.south = wall velocity=1,0: velocity=1,0 must be free_stream or three numbers");
  check("boundary.south=wall temperature=1,2",
        "boundary.south = wall temperature=1,2: temperatures of both ends are for a mesh of two "
        "axes; give path=FILE");
  check("output.expression=s = vorticity + 1",
        "output.expression = s = vorticity + 1: vorticity is for a mesh of two axes");
  check("gas.gravity=0 -1", "gas.gravity = 0 -1: needs three numbers on a mesh of three axes");
  check("initial.state=uniform velocity=1,0",
        "initial.state = uniform velocity=1,0: velocity=1,0 must be three numbers UX,UY,UZ");
  const auto check_picture = [&](const std::string& options, const std::string& sentence) {
    check("output.picture=" + options, "output.picture = " + options + ": " + sentence);
  };
  check_picture("view=side", "view=side must be plane or isometric");
  check_picture("view=isometric slices=no", "slices=no must be on or off");
  check_picture("view=isometric isosurface=q_criterion",
                "isosurface=q_criterion must be FIELD,VALUE or off");
  check_picture("view=isometric isosurface=q,1",
                "isosurface=q,1 must be FIELD,VALUE with a field of output.fields, an expression, "
                "or off");
  check_picture("view=isometric isosurface=psi,1", "psi is for a mesh of two axes");
  check_picture("view=isometric contours=3",
                "zoom, shading=smooth, contours, streamlines and vectors are for view=plane");
  // The line that has it; another view has none of the options of the one before.
  check_refuses(place,
                {"check", "case.cfg", "--set", "output.pictures=none", "--set",
                 "output.picture=view=isometric isosurface=p,1", "--set",
                 "output.picture=view=isometric walls=heat"},
                "--set: output.picture = view=isometric walls=heat: walls=heat must be one of "
                "pressure, normal_stress, shear_x, shear_y, shear_z, corner, conduction, "
                "friction_heat, heat_flux, work, slip_velocity_x, slip_velocity_y, "
                "slip_velocity_z, T_gas, jump, knudsen, cp, cf, nusselt");
  CHECK(holds(output_of(place.slipflow({"check", "case.cfg", "--set",
                                        "output.picture=view=isometric isosurface=p,1", "--set",
                                        "output.picture=view=plane contours=3"})),
              "Sphere"));
  check_picture("walls=pressure", "slices, isosurface and walls are for view=isometric");
  check_picture("view=isometric walls=heat",
                "walls=heat must be one of pressure, normal_stress, shear_x, shear_y, shear_z, "
                "corner, conduction, friction_heat, heat_flux, work, slip_velocity_x, "
                "slip_velocity_y, slip_velocity_z, T_gas, jump, knudsen, cp, cf, nusselt");
  check("run.kernels=tiles",
        "run.kernels = tiles: must be auto, fused or plain on a mesh of three axes");
  CHECK(holds(refused(place, {"bench", "--mesh", "16x16x16", "--kernels", "tiles"}),
              "--kernels tiles: a mesh of three axes, 16 x 16 x 16, has the sets fused and plain"));

  check_in_plane("gas.gravity=0 0 1",
                 "gas.gravity = 0 0 1: needs two numbers on a mesh of two axes");
  check_in_plane("boundary.top=wall", "boundary.top = wall: is for a mesh of three axes");
  check_in_plane("output.integral=box 0 0 2 1 field=w",
                 "output.integral = box 0 0 2 1 field=w: w is for a mesh of three axes");
  check_in_plane("output.picture=view=isometric",
                 "output.picture = view=isometric: view=isometric is for a box of three axes");
  check_in_plane("output.fields=w", "output.fields = w: w is for a mesh of three axes");
}

TEST_CASE("bench on three axes: equal to serial, with the traffic of five fields" *
          doctest::test_suite("opencl full")) {
  const Place place;
  output_of(place.slipflow(
      {"bench", "--trust-device", "--mesh", "12x10x8", "--repeats", "1", "--scheme",
       "explicit upwind", "--rows", "auto", "--check", "--parity", "--output", "results"},
      {{"XDG_CACHE_HOME", (place / "cache").string()}}));
  const auto rows = read_csv(place / "results" / "bench.csv");
  REQUIRE(rows.size() == 2);
  for (const Row& row : rows) {
    CHECK(row.at("cells_z") == "8");
    CHECK(row.at("kernels") == "plain");
    CHECK(row.at("state") == "equal to serial");
  }
  CHECK(number(rows[0], "bytes_per_cell_and_pass") == 152);
  CHECK(number(rows[1], "bytes_per_cell_and_pass") == 72);
}

}  // namespace test_space
