// Pictures of runs: colours of a whole series, formats, and drawing finished results again.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "program.hpp"
#include "restarting.hpp"
#include "results.hpp"

namespace test_pictures {

using namespace test_app;

namespace {
// A lid sets the fluid in motion, so psi has a larger range in each frame than in the one before.
const std::string growing_case =
    "method = psi_omega\n[fluid]\nreynolds = 100\n"
    "[mesh]\nx = 0 2\ny = 0 1\ncells = 24 12\n"
    "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1\n"
    "[scheme]\ntime = adi\n[time]\nstep = 0.02\nend = 0.12\n"
    "[output]\nevery_time = 0.04\nmeasures_every = 1\nhistory_every = 1\n"
    "probe = 1 0.5 name=middle\nprofile = 1 0 1 1 name=axis points=5\n"
    "pictures = psi v\npicture = width=400\n";

std::string picture(const Place& place, const std::string& name) {
  return read(place / "out" / "pictures" / name);
}

/// Width and height in the header of a PNG file, eight bytes.
std::string size_of(const std::string& png) { return png.substr(16, 8); }
}  // namespace

TEST_CASE("a series of pictures has one range and size, also when it was interrupted") {
  const Place whole(growing_case), parts(growing_case);
  run(whole, serial);
  run(parts, serial + Words{"--steps", "3"});
  const auto first_part = picture(parts, "psi_000000.png");
  run(parts, serial + Words{"--restart", "latest"});
  check_same_results(whole / "out", parts / "out");
  CHECK(picture(parts, "psi_000000.png") != first_part);
  CHECK(size_of(picture(whole, "psi_000000.png")) == size_of(picture(whole, "psi_000003.png")));
  // Fields that the first part did not write are left out, the others are not.
  run(parts, serial + Words{"--overwrite", "--steps", "3", "--set", "output.pictures=psi", "--set",
                            "output.fields=psi"});
  const auto second = parts.slipflow(Words{"run", "case.cfg", "--restart", "latest"} + serial);
  CHECK(second.status == 0);
  CHECK(holds(second.err, "fields of 2 earlier frames cannot be read; the first: "));
  for (const char* name : {"psi_000000.png", "psi_000003.png"})
    CHECK(picture(parts, name) == picture(whole, name));
  CHECK(!fs::exists(parts / "out/pictures/v_000000.png"));
  run(parts, serial + Words{"--overwrite"});
  // With ranges of their own they have other colours.
  run(whole, serial + Words{"--overwrite", "--set", "output.picture=range=auto-frame width=400"});
  CHECK(picture(whole, "psi_000000.png") != picture(parts, "psi_000000.png"));
}

TEST_CASE("finished results are drawn again, into files of their own") {
  const Place place(growing_case);
  run(place, serial);
  const auto drawn = place.slipflow({"plot", "out"});
  CHECK_MESSAGE(drawn.status == 0, drawn.err);
  CHECK(drawn.out == "pictures: 8, charts: 4; in out/plots\n");
  const auto plots = place / "out" / "plots";
  CHECK(read(plots / "pictures/psi_000001.png") == picture(place, "psi_000001.png"));
  CHECK(read(plots / "pictures/v_000003.png") == picture(place, "v_000003.png"));
  for (const char* name : {"residuals", "history", "probes", "profile_axis"})
    CHECK(read(plots / (std::string(name) + ".png")).starts_with("\x89PNG"));
  // Its own files are replaced, those of others are not.
  const Words zoomed = {"plot",      "out",      "--what",   "pictures", "--field",
                        "u",         "--frames", "last",     "--zoom",   "0.5,0.25,1.5,0.75",
                        "--vectors", "10",       "--format", "svg,pdf",  "--width",
                        "400"};
  const auto again = place.slipflow(zoomed);
  CHECK_MESSAGE(again.status == 0, again.err);
  CHECK(read(plots / "pictures/u_000003.svg").starts_with("<?xml"));
  CHECK(read(plots / "pictures/u_000003.pdf").starts_with("%PDF-"));
  CHECK(!fs::exists(plots / "pictures/u_000002.svg"));
  CHECK(place.slipflow(zoomed).status == 0);
  // The options of the case stay; those of the command follow them.
  const auto more = place.slipflow({"plot", "out", "--what", "pictures", "--field", "psi",
                                    "--frames", "last", "--contours", "3"});
  CHECK_MESSAGE(more.status == 0, more.err);
  CHECK(size_of(read(plots / "pictures/psi_000003.png")) ==
        size_of(picture(place, "psi_000003.png")));
  CHECK(read(plots / "pictures/psi_000003.png") != picture(place, "psi_000003.png"));
  fs::create_directory(place / "mine");
  write(place / "mine/history.png", "a drawing of mine");
  const Words into_mine = {"plot", "out", "--what", "series", "--output", "mine"};
  CHECK(place.slipflow(into_mine).err ==
        "slipflow: 'mine/history.png' was not written by slipflow: take another --output, or "
        "--overwrite replaces it\n");
  CHECK(read(place / "mine/history.png") == "a drawing of mine");
  CHECK(!fs::exists(place / "mine/probes.png"));
  CHECK(place.slipflow(into_mine + Words{"--overwrite"}).status == 0);
  CHECK(read(place / "mine/history.png") == read(plots / "history.png"));

  // A movie: ffmpeg gets the pictures one after the other.
  const auto path = [&](const std::string& folder) {
    return std::map<std::string, std::string>{{"PATH", (place / folder).string()}};
  };
  fs::create_directory(place / "empty");
  CHECK(place.slipflow({"movie", "out"}, path("empty")).err ==
        "slipflow: slipflow movie needs ffmpeg, which cannot be started (No such file or "
        "directory): install it, on Debian and Ubuntu with `apt-get install ffmpeg`\n");
  CHECK(!fs::exists(plots / "psi.mp4"));
  fs::create_directory(place / "bin");
  write(place / "bin/ffmpeg", "#!/bin/sh\nfor movie; do :; done\n/bin/cat > \"$movie\"\n");
  fs::permissions(place / "bin/ffmpeg", fs::perms::owner_all);
  const auto movie = place.slipflow({"movie", "out", "--field", "v"}, path("bin"));
  CHECK(movie.out == "4 pictures are a movie of 0.4 s: out/plots/v.mp4\n");
  CHECK(read(plots / "v.mp4") == picture(place, "v_000000.png") + picture(place, "v_000001.png") +
                                     picture(place, "v_000002.png") +
                                     picture(place, "v_000003.png"));
  // The last picture does not fit into the pipe until ffmpeg reads.
  write(place / "out/pictures/v_000003.png",
        picture(place, "v_000003.png") + std::string(200'000, '\0'));
  write(place / "bin/ffmpeg", "#!/bin/sh\n/bin/sleep 0.3\nexec /bin/cat > /dev/null\n");
  const Launch on_screen{{"movie", "out", "--field", "v"}, place.path(), path("bin"), -1, "", ""};
  CHECK(holds(on_terminal(on_screen, 80).out, "[####################] 100 %  picture 4 of 4"));
  write(place / "bin/ffmpeg", "#!/bin/sh\nfor movie; do :; done\n/bin/cat > \"$movie\"\n");
  // Of pictures that only the command plot has drawn.
  CHECK(place.slipflow({"plot", "out", "--what", "pictures", "--field", "u", "--frames", "last"})
            .status == 0);
  CHECK(place
            .slipflow({"movie", "out", "--field", "u", "--pictures", "out/plots/pictures"},
                      path("bin"))
            .out == "1 pictures are a movie of 0.1 s: out/plots/u.mp4\n");
  write(place / "bin/ffmpeg", "#!/bin/sh\necho no such codec >&2\nexit 3\n");
  const auto failed = place.slipflow({"movie", "out"}, path("bin"));
  CHECK(failed.status == 5);
  CHECK(failed.err.starts_with("slipflow: ffmpeg ended with status 3: no such codec"));
  CHECK(!fs::exists(plots / "psi.mp4"));
  // Until there is something to replace it by, a file of somebody else stays.
  write(place / "mine/psi.mp4", "a movie of mine");
  const Words movie_to_mine = {"movie", "out", "--output", "mine", "--overwrite"};
  CHECK(place.slipflow(movie_to_mine, path("bin")).status == 5);
  CHECK(read(place / "mine/psi.mp4") == "a movie of mine");
  fs::create_directory_symlink("../out/pictures", place / "mine/pictures");
  CHECK(refused(place, {"plot", "out", "--what", "pictures", "--output", "mine", "--overwrite"}) ==
        "slipflow: output directory 'mine' holds 'pictures', which is not a folder\n");

  // Requests that cannot be met.
  CHECK(holds(refused(place, {"plot", "nowhere"}), "'nowhere' holds no results of a run"));
  CHECK(holds(refused(place, {"plot", "out", "--what", "fields"}), "--what fields must be some"));
  CHECK(holds(refused(place, {"plot", "out", "--format", "gif"}), "--format gif must be some of"));
  CHECK(holds(refused(place, {"plot", "out", "--field", "q"}), "q"));
  CHECK(holds(refused(place, {"plot", "out", "--zoom", "0,0,9,9"}), "must be in the mesh"));
  CHECK(holds(place.slipflow({"plot", "out", "--frames", "7"}).err, "the last one is 3"));
  CHECK(holds(refused(place, {"movie", "out", "--rate", "0"}), "--rate 0 must be a whole number"));
  CHECK(refused(place, {"movie", "out", "--field", "q"}) ==
        "slipflow: 'out/pictures' holds no pictures q_NNNNNN.png: `slipflow plot out --what "
        "pictures` draws those of the case, or of --field NAME; then add --pictures "
        "out/plots/pictures\n");
  CHECK(holds(refused(place, {"movie", "out", "--field", "../p"}), "must be the name of a field"));
  // A frame that is not whole.
  fs::resize_file(place / "out/fields/000002.vtr", 9000);
  CHECK(holds(place.slipflow({"plot", "out", "--what", "pictures"}).err, "is damaged"));
  write(place / "out/probes.csv", "step,time,middle_psi\n0,0,one\n");
  CHECK(holds(place.slipflow({"plot", "out", "--what", "series"}).err,
              "probes.csv:2: must be 3 numbers"));
}

TEST_CASE("options of pictures that cannot be right are refused with their line") {
  const Place place(growing_case);
  const auto refusal = [&](const std::string& options) {
    return refused(place, {"check", "case.cfg", "--set", "output.picture=" + options});
  };
  const std::string begin = "slipflow: --set: output.picture = ";
  for (const auto& [options, rule] : std::map<std::string, std::string>{
           {"range=2,1", "range=2,1 must be auto-series, auto-frame or LOWEST,HIGHEST"},
           {"range=-1e-320,1e-320",
            "range=-1e-320,1e-320 must be two ends not beyond 1e+300, more than 1e-290 and 1e-12 "
            "of the larger one apart"},
           {"range=-1e308,1e308",
            "range=-1e308,1e308 must be two ends not beyond 1e+300, more than 1e-290 and 1e-12 of "
            "the larger one apart"},
           {"map=jet", "map=jet must be auto, sequential or diverging"},
           {"shading=flat", "shading=flat must be cells or smooth"},
           {"zoom=1,0,1.0000000000001,1",
            "zoom=1,0,1.0000000000001,1 must be wider than 1e-12 of the mesh along both axes"},
           {"zoom=0,0,5,1", "zoom=0,0,5,1 must be in the mesh, x 0 to 2, y 0 to 1"},
           {"zoom=1,1,0,2",
            "zoom=1,1,0,2 must be X0,Y0,X1,Y1 with X0 below X1 and Y0 below Y1, "
            "or off"},
           {"contours=1.5", "contours=1.5 must be a whole number from 0 to 100"},
           {"width=99", "width=99 must be a whole number from 320 to 16384"},
           {"formats=png,png", "formats=png,png must be some of png,pdf,svg, each at most once"},
           {"field=omega", "field=omega is not in output.pictures"}})
    CHECK(refusal(options) == begin + options + ": " + rule + "\n");
  // Without pictures no line is in vain.
  CHECK(place
            .slipflow({"check", "case.cfg", "--set", "output.picture=field=omega", "--set",
                       "output.pictures=none"})
            .status == 0);
}

}  // namespace test_pictures
