// How a case wants its pictures.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace slipflow::setup {

/// Which values the colours of a picture reach from and to.
enum class ColourRange {
  auto_series,  ///< those of all pictures of the run
  auto_frame,   ///< those of each picture
  given
};

/// One quantity may have other options than another one.
struct PictureOptions {
  ColourRange range = ColourRange::auto_series;
  std::array<double, 2> ends{};               ///< of a given range
  std::optional<bool> diverging;              ///< the colour map; else by the signs of the values
  std::optional<std::array<double, 4>> zoom;  ///< x0 y0 x1 y1 of the plane; else all of it
  bool smooth = false;                        ///< shading between the middles of cells
  int contours = 0;                           ///< lines of equal value, about
  int streamlines = 0;                        ///< across the shorter side, about
  int vectors = 0;                            ///< arrows along x
  bool isometric = false;                     ///< of a box in space, instead of planes
  bool slices = true;                         ///< whether the isometric view shows them
  std::string isosurface_field;               ///< of the surface in it; empty: none
  double isosurface_level = 0;                ///< its value there
  std::string walls;                          ///< the data of walls on bodies; empty: the field
  int width = 1600;                           ///< pixels
  std::vector<std::string> formats = {"png"};

  bool shows_velocity() const { return streamlines > 0 || vectors > 0; }
};

/// The fields of the velocity along x, y and z.
inline constexpr std::array<const char*, 3> kVelocityFields = {"u", "v", "w"};

}  // namespace slipflow::setup
