# slipflow_embed_texts(OUTPUT): writes the C++ file of host/app/embedded_texts.hpp, from configs/start,
# packaging and docs.
function(slipflow_embed_texts output)
  set(completion_file ${PROJECT_SOURCE_DIR}/packaging/completion.bash)
  file(READ ${completion_file} completion)
  set(glossary_file ${PROJECT_SOURCE_DIR}/docs/glossary.md)
  file(READ ${glossary_file} glossary)
  set(style_file ${PROJECT_SOURCE_DIR}/packaging/report.css)
  file(READ ${style_file} style)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/configs/start/*.cfg)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files} ${completion_file} ${glossary_file} ${style_file})
  list(SORT files)
  set(cases "")
  foreach(file IN LISTS files)
    get_filename_component(kind ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND cases "      {\"${kind}\", R\"slipflow(${text})slipflow\"},\n")
  endforeach()
  set(text "// Generated from configs/start, packaging and docs.
#include \"embedded_texts.hpp\"

namespace slipflow::app {

const std::vector<StartCase>& start_cases() {
  static const std::vector<StartCase> cases = {
${cases}  };
  return cases;
}

const std::string& completion_template() {
  static const std::string text = R\"slipflow(${completion})slipflow\";
  return text;
}

const std::string& report_style() {
  static const std::string text = R\"slipflow(${style})slipflow\";
  return text;
}

const std::string& glossary() {
  static const std::string text = R\"slipflow(${glossary})slipflow\";
  return text;
}

}  // namespace slipflow::app
")
  file(GENERATE OUTPUT ${output} CONTENT "${text}")
endfunction()
