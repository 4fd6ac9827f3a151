# Headers that most sources include are compiled once, for the targets that are compiled alike. A source
# still includes what it uses: the preset mutants does without this.
set(SLIPFLOW_COMMON_HEADERS <algorithm> <array> <cmath> <filesystem> <functional> <limits> <map> <memory> <optional>
    <string> <utility> <vector> <fmt/format.h>)

# slipflow_share_headers(TARGET OWNER [HEADER..]): the target reads those of the owner, or is the owner, with more
# headers of its own.
function(slipflow_share_headers target owner)
  target_link_libraries(${target} PRIVATE fmt::fmt)
  if(target STREQUAL owner)
    target_precompile_headers(${target} PRIVATE ${SLIPFLOW_COMMON_HEADERS} ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()
