// slipflow movie: a movie of the pictures of a run.
#include <fmt/format.h>

#include <filesystem>

#include "command_table.hpp"
#include "drawings_folder.hpp"
#include "methods.hpp"
#include "option_values.hpp"
#include "slipflow/output/frame_fields.hpp"
#include "slipflow/run/picture_series.hpp"
#include "slipflow/run/result_names.hpp"
#include "slipflow/support/child_programs.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"
#include "slipflow/support/progress.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
namespace fs = std::filesystem;

constexpr std::uint64_t kLargestPicture = 1 << 30;
// Where a PNG file has its width and height.
constexpr std::size_t kSizeBegin = 16, kSizeBytes = 8;

std::string how_to_draw(const fs::path& results) {
  const auto folder = shown(results.string());
  return fmt::format(
      "`slipflow plot {} --what pictures` draws those of the case, or of --field "
      "NAME; then add --pictures {}/plots/pictures",
      folder, folder);
}

/// The pictures of a field in the order of time.
std::vector<fs::path> pictures_of(const fs::path& results, const fs::path& folder,
                                  const std::string& name) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& frame : output::listed_frames(results)) {
    const fs::path in_results = run::picture_files(name).name(frame.number);
    const auto file = folder / in_results.filename();
    if (fs::is_regular_file(file, error)) files.push_back(file);
  }
  if (files.empty())
    throw Error(ExitStatus::bad_input,
                fmt::format("'{}' holds no pictures {}_NNNNNN.png: {}", shown(folder.string()),
                            shown(name), how_to_draw(results)));
  return files;
}

std::string read_picture(const fs::path& file, std::string& size, const fs::path& results) {
  InputFile in(file);
  auto bytes = in.problem().empty() ? in.text(kLargestPicture) : "";
  if (bytes.size() < kSizeBegin + kSizeBytes || !bytes.starts_with("\x89PNG"))
    throw Error(ExitStatus::bad_input,
                fmt::format("'{}' is not a PNG picture", shown(file.string())));
  const auto own = bytes.substr(kSizeBegin, kSizeBytes);
  if (size.empty()) size = own;
  if (own != size)
    throw Error(ExitStatus::bad_input,
                fmt::format("'{}' is not as large as the pictures before it: {}",
                            shown(file.string()), how_to_draw(results)));
  return bytes;
}

std::vector<std::string> ffmpeg(int rate, const fs::path& movie) {
  return {"ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-f", "image2pipe", "-framerate",
          fmt::format("{}", rate), "-c:v", "png", "-i", "-",
          // Most players want even sizes and this kind of colours.
          "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-c:v", "libx264", "-crf", "18",
          "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", movie.string()};
}

/// What ffmpeg gets, and where that comes from.
struct MoviePictures {
  fs::path results;
  std::vector<fs::path> files;
  int rate;
};

void write_movie(const MoviePictures& pictures, output::NewFile& movie) {
  Log log;
  Progress progress(log);
  const auto count = pictures.files.size();
  const auto end = feed_program(
      ffmpeg(pictures.rate, fs::absolute(movie.temporary_path())), [&](const auto& write) {
        std::string size;
        for (std::size_t k = 0; k < count; ++k) {
          if (!write(read_picture(pictures.files[k], size, pictures.results))) return;
          progress.update(static_cast<double>(k + 1) / static_cast<double>(count),
                          {fmt::format("picture {} of {}", k + 1, count)});
        }
      });
  progress.finish();
  if (!end.was_found)
    throw Error(ExitStatus::bad_input,
                fmt::format("slipflow movie needs ffmpeg, which cannot be started ({}): install "
                            "it, on Debian and Ubuntu with `apt-get install ffmpeg`",
                            end.said));
  if (end.status != 0)
    throw Error(ExitStatus::output_failed,
                fmt::format("ffmpeg ended with status {}: {}", end.status, shown(end.said)));
}

/// The name of the pictures: of --field, else of the first field of the case.
std::string name_of_pictures(const po::variables_map& values, const fs::path& results) {
  std::string name;
  std::string slice;
  if (values.count("field")) {
    name = values["field"].as<std::string>();
    if (name.empty() || name.find('/') != std::string::npos)
      throw Error(ExitStatus::bad_input,
                  fmt::format("--field '{}' must be the name of a field", shown(name)));
  } else {
    const auto loaded = load_case(case_of_results(results).string(), {}, methods::Start::left_out);
    const auto& output = loaded.problem->controls().output;
    if (output.pictures.empty())
      throw Error(ExitStatus::bad_input, "the case draws no pictures: --field names those to use");
    name = output.pictures.front();
    slice = run::slices_of_pictures(output, 0).front();
  }
  return slice.empty() ? name : name + '_' + slice;
}

void make_movie(const po::variables_map& values) {
  const fs::path results = values["folder"].as<std::string>();
  case_of_results(results);
  const auto folder_of = [&](const char* option, const char* usual) {
    return values.count(option) ? fs::path(values[option].as<std::string>()) : results / usual;
  };
  const auto name = name_of_pictures(values, results);
  const int rate = number_of("rate", values["rate"].as<std::string>(), 240);
  const MoviePictures pictures{results,
                               pictures_of(results, folder_of("pictures", "pictures"), name), rate};
  const auto target = folder_of("output", "plots");
  DrawingsFolder drawings(target, values["overwrite"].as<bool>());
  const auto movie = name + ".mp4";
  drawings.require_free(movie);
  output::NewFile file(drawings.folder(), movie);
  write_movie(pictures, file);
  file.finish();
  fmt::print("{} pictures are a movie of {:.3g} s: {}\n", pictures.files.size(),
             static_cast<double>(pictures.files.size()) / rate, shown((target / movie).string()));
}
}  // namespace

CommandLine movie_line() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("field", po::value<std::string>()->value_name("NAME"),
      "the pictures to use: NAME_000000.png and on; without it those of the first field");
  add("pictures", po::value<std::string>()->value_name("DIR"),
      "folder of the pictures, such as plots/pictures, where slipflow plot draws; without it "
      "DIR/pictures");
  add("rate", po::value<std::string>()->value_name("N")->default_value("10"),
      "pictures in a second");
  add("output", po::value<std::string>()->value_name("DIR"),
      "folder of the movie NAME.mp4; without it DIR/plots");
  add("overwrite", po::bool_switch(), "replace a file that slipflow has not written, too");
  return {options,
          "folder",
          {"slipflow movie DIR [options]",
           "Makes a movie (MP4) of the pictures of a run, with ffmpeg, which must be installed.",
           "slipflow movie out/first --field mach --rate 25"}};
}

int movie_command(const Call& call) {
  make_movie(call.values);
  return 0;
}

}  // namespace slipflow::app
