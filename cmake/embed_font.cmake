# slipflow_embed_font(FILE OUTPUT): writes the C++ file of host/drawing/font.hpp with the bytes of a font.
function(slipflow_embed_font file output)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(................................................................................)" "\\1\n"
         bytes "${bytes}")
  file(GENERATE OUTPUT ${output} CONTENT "// Generated from ${file}.
#include \"font.hpp\"

namespace slipflow::drawing {

namespace {
constexpr unsigned char kBytes[] = {
${bytes}};
}  // namespace

std::span<const unsigned char> font_bytes() { return kBytes; }

}  // namespace slipflow::drawing
")
endfunction()
