# Everything comes from Debian packages; script/bootstrap lists them.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(muparser REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash>=0.8)
find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(OpenCL REQUIRED)
# script/bootstrap unpacks VTK in build/vtk where its package cannot be installed.
find_package(VTK 9.1 REQUIRED COMPONENTS
  CommonCore CommonDataModel CommonExecutionModel CommonMisc IOXML
  IOImage ImagingCore
  PATHS ${PROJECT_SOURCE_DIR}/build/vtk/usr)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo-ft cairo-pdf cairo-svg cairo-png)
find_package(PNG 1.6 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(EXPAT REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
