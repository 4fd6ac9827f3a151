# Run as a script, cmake -DROOTS=dir;dir -DFUNCTION=space::name -DOUTPUT=file -P embed_kernels.cmake:
# writes a C++ file that defines const slipflow::opencl::SourceTree& space::name(), which holds every .h
# and .cl below the roots as text, by its path below its root.
if(CMAKE_SCRIPT_MODE_FILE)
  set(table "")
  foreach(root IN LISTS ROOTS)
    file(GLOB_RECURSE files RELATIVE ${root} ${root}/*.h ${root}/*.cl)
    list(SORT files)
    foreach(name IN LISTS files)
      file(READ ${root}/${name} text)
      string(APPEND table "    {\"${name}\", R\"slipflow(${text})slipflow\"},\n")
    endforeach()
  endforeach()
  string(REGEX MATCH "^(.*)::([^:]*)$" whole ${FUNCTION})
  file(WRITE ${OUTPUT}
"// Generated from kernels and the equations they expand.
#include \"slipflow/opencl/source_tree.hpp\"

namespace ${CMAKE_MATCH_1} {

const slipflow::opencl::SourceTree& ${CMAKE_MATCH_2}() {
  static const slipflow::opencl::SourceTree tree(std::map<std::string, std::string>{
${table}  });
  return tree;
}

}  // namespace ${CMAKE_MATCH_1}
")
  return()
endif()

# slipflow_embed_kernels(TARGET FUNCTION ROOT..): the target defines the function, which returns the kernel
# files below the roots.
function(slipflow_embed_kernels target function)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_sources.cpp)
  list(TRANSFORM ARGN APPEND /*.h OUTPUT_VARIABLE headers)
  list(TRANSFORM ARGN APPEND /*.cl OUTPUT_VARIABLE kernels)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS ${headers} ${kernels})
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_kernels.cmake)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DROOTS=${ARGN}" -DFUNCTION=${function} -DOUTPUT=${output} -P ${script}
    DEPENDS ${files} ${script}
    COMMENT "Embedding the kernels of ${target}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
