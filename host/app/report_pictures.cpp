#include "drawings_folder.hpp"
#include "methods.hpp"
#include "reports.hpp"
#include "slipflow/output/frame_fields.hpp"
#include "slipflow/run/result_charts.hpp"

namespace slipflow::app {

namespace {
/// The case of the results, with pictures.
LoadedCase case_with_pictures(const std::filesystem::path& results) {
  const auto file = case_of_results(results).string();
  auto loaded = load_case(file, {}, methods::Start::left_out);
  const auto& output = loaded.problem->controls().output;
  if (!output.pictures.empty() || output.fields.empty()) return loaded;
  return load_case(file, {"output.pictures=" + output.fields.front()}, methods::Start::left_out);
}
}  // namespace

std::vector<FramePictures> pictures_of_run(const std::filesystem::path& results, std::size_t most,
                                           const run::PageStyle& page) {
  const auto loaded = case_with_pictures(results);
  const auto all = output::listed_frames(results);
  if (all.empty() || loaded.problem->controls().output.pictures.empty()) return {};
  std::vector<NamedPicture> drawn;
  const auto take = [&](const std::string& name, const std::string& bytes) {
    drawn.push_back({name, bytes});
  };
  run::PictureSeries series(*loaded.problem, take, results, all, page);
  std::vector<FramePictures> frames;
  for (const auto& frame : run::some_of(all, most)) {
    series.draw_again({frame});
    frames.push_back({frame, std::move(drawn)});
    drawn.clear();
  }
  return frames;
}

}  // namespace slipflow::app
