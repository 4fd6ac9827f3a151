# The MPIs that plug-ins are built for. Each has its own headers and libraries, so FindMPI, which
# finds one, is not used.
set(SLIPFLOW_MPI AUTO CACHE STRING
    "Plug-ins for MPI: AUTO (for each MPI that is found), ON (for one at least) or OFF")
set_property(CACHE SLIPFLOW_MPI PROPERTY STRINGS AUTO ON OFF)

# slipflow_find_mpi(NAME MACRO): sets NAME_FOUND, and then NAME_INCLUDES and NAME_LIBRARIES, from what
# the compiler wrapper mpicc.NAME, else mpicc, shows. MACRO is the one by which mpi.h tells its MPI.
function(slipflow_find_mpi name macro)
  find_program(SLIPFLOW_MPICC_${name} NAMES mpicc.${name} mpicc DOC "Compiler wrapper of ${name}")
  if(NOT SLIPFLOW_MPICC_${name})
    return()
  endif()
  execute_process(COMMAND ${SLIPFLOW_MPICC_${name}} -show OUTPUT_VARIABLE line ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  separate_arguments(words UNIX_COMMAND "${line}")
  set(includes ${words})
  list(FILTER includes INCLUDE REGEX "^-I")
  list(TRANSFORM includes REPLACE "^-I" "")
  set(libraries ${words})
  list(FILTER libraries INCLUDE REGEX "^-[lL]")
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_INCLUDES ${includes})
  set(CMAKE_REQUIRED_LIBRARIES ${libraries})
  set(CMAKE_REQUIRED_DEFINITIONS -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX)
  set(CMAKE_REQUIRED_QUIET ON)
  check_cxx_source_compiles("#include <mpi.h>
    #ifndef ${macro}
    #error mpicc is that of another MPI
    #endif
    int main() { return MPI_Finalize(); }" SLIPFLOW_COMPILES_${name})
  if(SLIPFLOW_COMPILES_${name})
    set(${name}_FOUND TRUE PARENT_SCOPE)
    set(${name}_INCLUDES ${includes} PARENT_SCOPE)
    set(${name}_LIBRARIES ${libraries} PARENT_SCOPE)
  else()   # looked for again next time
    unset(SLIPFLOW_MPICC_${name} CACHE)
    unset(SLIPFLOW_COMPILES_${name} CACHE)
  endif()
endfunction()
