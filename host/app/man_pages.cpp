#include <fmt/format.h>

#include <sstream>

#include "command_table.hpp"
#include "embedded_texts.hpp"

namespace slipflow::app {

namespace {
/// Text in the language of man pages: no character of it is a request or a typographic hyphen.
std::string roff(const std::string& text) {
  std::string out;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '"')  // macros take quotes for their own
      out += "\\(dq";
    else
      out += c;
    begins_line = c == '\n';
  }
  return out;
}

std::string man_title(const char* name, int section, const char* what) {
  return fmt::format(".TH {} {} \"\" \"slipflow {}\" \"{}\"\n", name, section, SLIPFLOW_VERSION,
                     what);
}

/// A tagged paragraph; the tag in bold.
std::string man_item(const std::string& tag, const std::string& text) {
  return fmt::format(".TP\n.B {}\n{}\n", roff(tag), roff(text));
}

/// "--device NAME", "--repeats N (=5)".
std::string man_tag_of(const boost::program_options::option_description& option) {
  const auto parameter = option.format_parameter();
  const auto name = "--" + option.long_name();
  return parameter.empty() ? name : name + ' ' + parameter;
}

std::string man_section_of_command(const std::string& name, const CommandLine& line) {
  auto page = fmt::format(".SS {}\n{}\n.PP\n.B {}\n", roff(name), roff(line.help.purpose),
                          roff(line.help.usage));
  for (const auto& option : line.options.options())
    page += man_item(man_tag_of(*option), option->description());
  return page + fmt::format(".PP\nExample:\n.B {}\n", roff(line.help.example));
}

/// What the program reads besides its arguments.
std::string man_section_of_environment() {
  return ".SH ENVIRONMENT\n" +
         man_item("SLIPFLOW_DEVICE", "The device, in the absence of --device.") +
         man_item("SLIPFLOW_BACKEND", "The backend of slipflow run, in the absence of --backend.") +
         man_item("SLIPFLOW_MPI",
                  "The file of the plug-in for MPI, instead of the one that belongs "
                  "to the launcher.") +
         man_item("SLIPFLOW_CACHE_DIR", "The folder of compiled kernels and tuned values.") +
         man_item("POCL_CACHE_DIR", "The folder in which PoCL keeps compiled kernels.") +
         man_item("OCL_ICD_VENDORS", "The folder of the OpenCL drivers.") + ".SH FILES\n" +
         man_item("~/.cache/slipflow",
                  "Compiled kernels and tuned values, unless SLIPFLOW_CACHE_DIR or "
                  "XDG_CACHE_HOME is set. It may be deleted at any time.");
}

std::string section_of_key(const std::string& key) { return key.substr(0, key.find('.')); }

std::string man_section_of_method(const config::KeyTable& table) {
  auto page = fmt::format(".SH \"METHOD {}\"\n", roff(table.method()));
  std::string section;
  for (const auto& spec : table.rows()) {
    const auto of_key = section_of_key(spec.name);
    if (of_key != section && of_key != spec.name)
      page += fmt::format(".SS [{}]\n", roff(section = of_key));
    // Name, allowed values, default and meaning, each on a line.
    std::istringstream lines(config::text_of(spec));
    std::string line;
    std::getline(lines, line);
    page += fmt::format(".TP\n.B {}\n", roff(line));
    for (int k = 0; std::getline(lines, line); ++k)
      page += (k > 0 ? ".br\n" : "") + roff(line.substr(line.find_first_not_of(' '))) + '\n';
  }
  return page;
}
}  // namespace

std::string man_page_of_program() {
  auto page = man_title("SLIPFLOW", 1, "User Commands") +
              ".SH NAME\nslipflow \\- compressible slip flow on OpenCL devices\n"
              ".SH SYNOPSIS\n.B slipflow\n.I COMMAND\n[options]\n.br\n"
              ".B slipflow \\-\\-help\n.br\n.B slipflow \\-\\-version\n.SH DESCRIPTION\n";
  page +=
      roff(
          "slipflow computes unsteady, viscous, compressible, heat-conducting gas flow in "
          "microchannels, where the gas slips along walls and its temperature jumps there. Further "
          "methods solve incompressible flow and the transport of one quantity. It runs on OpenCL "
          "devices, GPUs and CPUs. A case is a text file:\n") +
      ".BR slipflow\\-case (5)\nhas its keys. Options must be written in full.\n.SH COMMANDS\n";
  for (const auto& [name, command] : commands())
    page += man_section_of_command(name, command.line());
  const auto statuses = exit_statuses();
  page += ".SH \"EXIT STATUS\"\n" + roff(statuses.substr(statuses.find(": ") + 2)) +
          man_section_of_environment();
  return page + ".SH EXAMPLES\nA case to start from, its check and its run:\n.PP\n.nf\n.RS\n" +
         roff(
             "slipflow init channel.cfg --kind microchannel\nslipflow check channel.cfg\n"
             "slipflow run channel.cfg --output out/channel\n") +
         ".RE\n.fi\n.PP\nThe fields are in out/channel/fields.pvd, for ParaView.\n"
         ".SH \"SEE ALSO\"\n.BR slipflow\\-case (5),\n.BR paraview (1)\n";
}

std::string man_page_of_cases(const config::KeyTables& tables) {
  auto page = man_title("SLIPFLOW-CASE", 5, "File Formats") +
              ".SH NAME\nslipflow\\-case \\- case files of slipflow\n.SH DESCRIPTION\n" +
              roff(
                  "A case file has sections, lines KEY = VALUE, and comments, which # begins. "
                  "title and method are before the first section. A key of this page is written "
                  "SECTION.KEY, as --set takes it: gas.knudsen is knudsen in the section [gas]. "
                  "method decides which keys there are. A repeatable key may occur several "
                  "times. All settings of a body, wall or axis are on one line: KIND, numbers, "
                  "then options NAME=VALUE without blanks around the equals sign.\n") +
              ".PP\n.B slipflow check\nvalidates a case,\n.B slipflow init\nwrites one to start "
              "from,\n.B slipflow help\nexplains a key.\n";
  for (const auto& table : tables) page += man_section_of_method(*table);
  return page + ".SH \"SEE ALSO\"\n.BR slipflow (1)\n";
}

}  // namespace slipflow::app
