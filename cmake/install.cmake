# What `cmake --install` installs besides the program and its plug-ins: man pages, completion and schema, which the
# program prints, configs and documents.
include(GNUInstallDirs)
find_program(SLIPFLOW_GZIP gzip REQUIRED DOC "Compresses man pages")
set(documents ${PROJECT_BINARY_DIR}/documents)
file(MAKE_DIRECTORY ${documents})

add_custom_command(
  OUTPUT ${documents}/slipflow.1.gz ${documents}/slipflow-case.5.gz ${documents}/slipflow ${documents}/case.schema.json
  COMMAND slipflow help --man > ${documents}/slipflow.1
  COMMAND slipflow help keys --man > ${documents}/slipflow-case.5
  COMMAND slipflow help --completion > ${documents}/slipflow
  COMMAND slipflow help --schema > ${documents}/case.schema.json
  COMMAND ${SLIPFLOW_GZIP} -9nf slipflow.1 slipflow-case.5
  DEPENDS slipflow WORKING_DIRECTORY ${documents}
  COMMENT "Printing man pages, completion and schema" VERBATIM)
add_custom_target(slipflow_documents ALL DEPENDS ${documents}/slipflow.1.gz)

set(shared ${CMAKE_INSTALL_DATADIR})
install(FILES ${documents}/slipflow.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${documents}/slipflow-case.5.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man5 COMPONENT program)
install(FILES ${documents}/slipflow DESTINATION ${shared}/bash-completion/completions COMPONENT program)
install(FILES ${documents}/case.schema.json DESTINATION ${shared}/slipflow COMPONENT program)
install(DIRECTORY configs DESTINATION ${shared}/slipflow COMPONENT program)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES README.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(CODE "set(DOCUMENTS \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}\")
set(CONFIGS \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${shared}/slipflow/configs\")
include(\"${PROJECT_SOURCE_DIR}/cmake/installed_links.cmake\")" COMPONENT program)

# The package for Python, in the folder where Debian's Python looks below /usr.
set(SLIPFLOW_PYTHON_FOLDER lib/python3/dist-packages CACHE STRING "Folder of the Python package below the prefix")
install(DIRECTORY python/slipflow DESTINATION ${SLIPFLOW_PYTHON_FOLDER} COMPONENT python
        FILES_MATCHING PATTERN "*.py" PATTERN py.typed PATTERN __pycache__ EXCLUDE PATTERN .mypy_cache EXCLUDE)
install(DIRECTORY python/notebooks/ DESTINATION ${shared}/doc/python3-slipflow/examples COMPONENT python
        FILES_MATCHING PATTERN "*.ipynb" PATTERN "*.csv" PATTERN out EXCLUDE PATTERN .ipynb_checkpoints EXCLUDE)

# The licence, and what Debian wants in each package: its copyright and its change logs.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(packaging/changelog.in ${documents}/changelog.Debian)
file(READ LICENSE licence)
string(REGEX REPLACE "\n+$" "" licence "${licence}")
string(REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REPLACE "\n" "\n " licence " ${licence}")
file(READ host/drawing/font/LICENSE font_licence)
string(REGEX REPLACE "\n+$" "" font_licence "${font_licence}")
string(REPLACE "\n\n" "\n.\n" font_licence "${font_licence}")
string(REPLACE "\n" "\n " font_licence " ${font_licence}")
configure_file(packaging/copyright.in ${documents}/copyright @ONLY)
execute_process(COMMAND ${SLIPFLOW_GZIP} -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md OUTPUT_FILE ${documents}/changelog.gz)
execute_process(COMMAND ${SLIPFLOW_GZIP} -9nc ${documents}/changelog.Debian OUTPUT_FILE ${documents}/changelog.Debian.gz)
foreach(pair program=slipflow python=python3-slipflow openmpi=slipflow-openmpi mpich=slipflow-mpich)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 name)
  if(component MATCHES "program|python" OR TARGET slipflow_mpi_${component})
    install(FILES ${documents}/copyright ${documents}/changelog.gz ${documents}/changelog.Debian.gz
            DESTINATION ${shared}/doc/${name} COMPONENT ${component})
  endif()
endforeach()
