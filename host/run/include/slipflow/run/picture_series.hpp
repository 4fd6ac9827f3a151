// The pictures of a run, one for each frame, field and plane or isometric view.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "slipflow/drawing/isometric_picture.hpp"
#include "slipflow/methods/problem.hpp"
#include "slipflow/output/frame_fields.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/run/output_units.hpp"
#include "slipflow/support/background.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::run {

/// A snapshot of the case without fields, at a time in the unit of the results.
output::Snapshot empty_snapshot(const methods::Problem& problem, long step, double time);

/// Title, window, lines and format as the options say, without a range of auto-series. The factors
/// convert a given range and window to the units of the picture.
drawing::PictureStyle style_of(const setup::PictureOptions& options, const std::string& title,
                               double value_factor = 1, double length_factor = 1);

/// A field with the label, unit and kind of colours of the method; values are in that unit.
output::NamedField named_field(const methods::Problem& problem, const std::string& name,
                               std::vector<double> values);

/// Fields of the case that its pictures show, each once: those of output.pictures, of isosurfaces,
/// and velocities.
std::vector<std::string> fields_of_pictures(const methods::Problem& problem);

/// The names of slices in those of the pictures of output.pictures[k]; an empty one without.
std::vector<std::string> slices_of_pictures(const setup::OutputControl& output, std::size_t k);

/// Takes a picture with its name in a folder of results, "pictures/p_000000.png"; on any thread.
using PictureWriter = std::function<void(const std::string& name, const std::string& bytes)>;

/// Pictures of a page on a screen: PNG files without a title.
struct PageStyle {
  int width = 1200;      ///< pixels
  double letters = 1.5;  ///< drawing::PictureStyle::letters
};

/// Draws pictures. Those with a range of the whole run (auto-series) have the range
/// of the frames so far, until redraw() gives all of them that of the last one.
class PictureSeries {
 public:
  /// `frames` are those of the run so far, which the folder `results` holds. `page` overrides width
  /// and formats of the case.
  PictureSeries(const methods::Problem& problem, PictureWriter write, std::filesystem::path results,
                std::vector<output::ListedFrame> frames, std::optional<PageStyle> page = {});
  PictureSeries(const PictureSeries&) = delete;  // take() hands out references to this
  PictureSeries& operator=(const PictureSeries&) = delete;
  /// Reads the ranges of earlier frames, the first time. take() does it too, but then their fields
  /// are in memory together with those of the new frame.
  void take_old_frames();
  /// Takes a frame into the ranges, and returns what draws its pictures, a part each: on any
  /// thread, also while other frames are taken or drawn. Their axes have a readable unit of length.
  Background::Rest take(output::Snapshot snapshot, std::size_t frame);
  /// Whether to draw another frame, when `done` of `all` frames have been drawn or are being drawn.
  using GoesOn = std::function<bool(std::size_t done, std::size_t all)>;
  /// Draws the pictures again whose range has grown since, from the frames. Those of fields that
  /// cannot be read stay as they are. False if `goes_on` ended it.
  bool redraw(const GoesOn& goes_on, Background& background);
  /// That fields of earlier frames cannot be read; empty otherwise, and from the second time on.
  std::string take_warning();
  /// Draws all pictures of these frames, with the ranges of all frames. Throws Error(bad_input) for
  /// a damaged one.
  std::size_t draw_again(const std::vector<output::ListedFrame>& frames);

 private:
  /// The ranges of the colours of a field and of wall data.
  struct Ranges {
    drawing::Range field, walls;
    bool operator==(const Ranges&) const = default;
  };

  /// Pictures of a field in a plane, or of all of a box.
  struct Series {
    std::string field;
    std::string slice;
    std::optional<drawing::Plane> plane;
    const setup::PictureOptions* options;
    drawing::Extremes seen{}, seen_on_walls{};
    /// By frame, the ranges of its picture; none if they are unknown.
    std::vector<std::optional<Ranges>> drawn{};
  };

  /// A picture with its ranges.
  struct Planned {
    const Series* series;
    drawing::PictureStyle style;
    std::optional<drawing::Range> range_of_walls{};
    drawing::FaceValues on_walls{};
  };

  enum class Damaged { left_out, refused };

  void take_old_frames(Damaged damaged);
  std::vector<std::string> fields_of(const Series& series) const;
  /// What draws pictures of a frame, a part each.
  Background::Rest drawings(const std::vector<Planned>& pictures, output::Snapshot snapshot,
                            std::size_t frame) const;
  /// What draws those of an old frame whose fields can be read.
  Background::Rest read_old(const output::ListedFrame& frame, const std::vector<Planned>& planned,
                            Damaged damaged);
  /// These fields of a frame, without those that cannot be read; none if there is no such file.
  std::optional<output::Snapshot> snapshot_of(const output::ListedFrame& frame,
                                              const std::vector<std::string>& names,
                                              Damaged damaged);
  Planned planned(const Series& series) const;
  void write(const Planned& picture, const output::Snapshot& snapshot, std::size_t frame) const;
  drawing::PictureStyle style_of(const Series& series) const;
  Ranges ranges_of(const Series& series) const;
  /// Whether its colours have a range of the whole run.
  static bool is_of_run(const Series& series);
  /// The data of walls that it shows, at a frame; none at all if they cannot be read.
  std::optional<drawing::FaceValues> on_walls(const Series& series, std::size_t frame,
                                              Damaged damaged);
  void take_ends(Series& series, const output::Snapshot& snapshot,
                 const drawing::FaceValues& faces) const;
  drawing::IsometricStyle isometric_style(const Planned& picture) const;
  void leave_out(std::size_t frame, const Error& fault);

  const methods::Problem& problem_;
  PictureWriter write_;
  std::optional<PageStyle> page_;
  MeshInUnit mesh_;
  std::filesystem::path results_;
  std::vector<output::ListedFrame> frames_;
  std::vector<Series> series_;
  bool old_frames_taken_ = false;
  std::set<std::size_t> left_out_;  // frames with fields that cannot be read
  std::string first_fault_;
  bool has_warned_ = false;
};

}  // namespace slipflow::run
