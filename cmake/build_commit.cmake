# slipflow_write_build_commit(FILE): a source with the commit that is built, or "unknown" without git. A new
# commit makes CMake run again.
function(slipflow_write_build_commit file)
  set(commit unknown)
  find_package(Git QUIET)
  if(GIT_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse HEAD WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                    OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --git-path logs/HEAD
                    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
                    OUTPUT_VARIABLE log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT failed)
      set(commit ${head})
      get_filename_component(log "${log}" ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
      if(EXISTS ${log})
        set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
      endif()
    endif()
  endif()
  file(CONFIGURE OUTPUT ${file} CONTENT
"// Written by CMake.
#include \"embedded_texts.hpp\"
namespace slipflow::app {
const char* build_commit() { return \"${commit}\"; }
}  // namespace slipflow::app
")
endfunction()
