# The Debian packages that CPack makes: slipflow, which needs no MPI, python3-slipflow, and a plug-in for each MPI that
# was found.
# script/package builds them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "The slipflow authors")
set(CPACK_PACKAGE_CONTACT "${SLIPFLOW_MAINTAINER}")
set(CPACK_PACKAGE_HOMEPAGE_URL "${PROJECT_HOMEPAGE_URL}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")   # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENTS_ALL program python)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME slipflow)
# The loader is opened when it is first needed, so dpkg-shlibdeps does not see it.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "ocl-icd-libopencl1 | libopencl1")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "paraview, ffmpeg, slipflow-openmpi | slipflow-mpich")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
"compressible slip flow in microchannels on OpenCL devices
slipflow computes unsteady, viscous, compressible, heat-conducting gas flow
in microchannels, where the gas slips along walls and its temperature jumps
there. Further methods solve incompressible flow and the transport of one
quantity in two and three dimensions. It runs on GPUs and CPUs.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-slipflow)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3-numpy, python3-xxhash, slipflow (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-matplotlib, python3-pandas")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/packaging/python/postinst;${PROJECT_SOURCE_DIR}/packaging/python/prerm")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
"slipflow from Python: cases, runs and results
The Python package slipflow reads, changes and checks case files, runs them
with the program slipflow and reads the results: fields as arrays of NumPy,
tables, checkpoints, drawings with matplotlib.")

foreach(pair "openmpi=Open MPI" "mpich=MPICH")
  string(REPLACE "=" ";" pair "${pair}")
  list(GET pair 0 mpi)
  list(GET pair 1 called)
  if(NOT TARGET slipflow_mpi_${mpi})
    continue()
  endif()
  list(APPEND CPACK_COMPONENTS_ALL ${mpi})
  string(TOUPPER ${mpi} component)
  set(CPACK_DEBIAN_${component}_PACKAGE_NAME slipflow-${mpi})
  set(CPACK_DEBIAN_${component}_PACKAGE_DEPENDS "slipflow (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
  set(CPACK_COMPONENT_${component}_DESCRIPTION
"plug-in of slipflow for ${called}
With it slipflow computes a case on several ranks that mpirun of ${called}
has started, on the devices of one machine or of several.")
endforeach()
include(CPack)
