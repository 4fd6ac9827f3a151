# Links of the installed documents: those to files of the sources that are not installed become plain text.
# Run by `cmake --install` with DOCUMENTS, their folder, and CONFIGS, that of the cases.
cmake_policy(PUSH)
cmake_policy(SET CMP0009 NEW)   # the search below does not follow links
foreach(folder DOCUMENTS CONFIGS)   # the prefix may be relative
  get_filename_component(${folder} "${${folder}}" ABSOLUTE)
endforeach()
file(RELATIVE_PATH to_configs "${DOCUMENTS}" "${CONFIGS}")
file(CREATE_LINK "${to_configs}" "${DOCUMENTS}/configs" SYMBOLIC)
file(GLOB_RECURSE pages "${DOCUMENTS}/*.md")
foreach(page ${pages})
  file(READ "${page}" text)
  string(REGEX REPLACE "\\]\\(((\\.\\./)*)CHANGELOG\\.md" "](\\1changelog.gz" text "${text}")
  string(REGEX REPLACE "\\]\\(((\\.\\./)*)LICENSE\\)" "](\\1copyright)" text "${text}")
  string(REGEX REPLACE
         "\\[([^]]*)\\]\\((\\.\\./)*(CONTRIBUTING\\.md|(cl_kernels|host|macros|script|tests|validation)/[^)]*)\\)" "\\1"
         text "${text}")
  file(WRITE "${page}" "${text}")
endforeach()
cmake_policy(POP)
