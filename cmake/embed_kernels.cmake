# cmake -DROOTS=dir;dir -DOUTPUT=file -P embed_kernels.cmake
# Writes a C++ file with every .h and .cl below the roots as text, by its path below its root.
set(table "")
foreach(root IN LISTS ROOTS)
  file(GLOB_RECURSE files RELATIVE ${root} ${root}/*.h ${root}/*.cl)
  list(SORT files)
  foreach(name IN LISTS files)
    file(READ ${root}/${name} text)
    string(APPEND table "    {\"${name}\", R\"slipflow(${text})slipflow\"},\n")
  endforeach()
endforeach()
file(WRITE ${OUTPUT}
"// Generated from macros/ and cl_kernels/.
#include \"slipflow/opencl/source_tree.hpp\"

namespace slipflow::opencl {

const SourceTree& embedded_sources() {
  static const SourceTree tree({
${table}  });
  return tree;
}

}  // namespace slipflow::opencl
")
