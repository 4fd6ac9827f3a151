#include "march_loops.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

namespace slipflow::bench::studies {

namespace {
// A march computes hundreds per row; loops that reduce values have a few between two barriers.
constexpr int kFewestPerRow = 50;
constexpr int kBarriersPerRow = 2;

struct Instruction {
  bool guarded = false;  // executed only where a predicate is true
  std::string opcode;    // "fma.rn.f64", "BAR.SYNC.DEFER_BLOCKING"
  std::string operands;
  std::string base() const { return opcode.substr(0, opcode.find('.')); }
};

struct Code {
  std::vector<Instruction> instructions;
  std::map<std::string, int, std::less<>> labels;  // the instruction that follows
};

template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<const char*, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

// Without comments, blanks at the ends, and braces around blocks.
std::string statement(std::string line) {
  for (auto at = line.find("/*"); at != std::string::npos; at = line.find("/*", at)) {
    const auto end = line.find("*/", at);
    line.erase(at, end == std::string::npos ? end : end + 2 - at);
  }
  line.erase(std::min(line.find("//"), line.size()));
  const auto first = line.find_first_not_of(" \t\r{}");
  const auto last = line.find_last_not_of(" \t\r{};");
  return first == std::string::npos ? "" : line.substr(first, last + 1 - first);
}

Instruction instruction_of(const std::string& text) {
  std::istringstream words(text);
  Instruction result;
  words >> result.opcode;
  if (result.opcode[0] == '@') {
    result.guarded = true;
    words >> result.opcode;
  }
  std::getline(words >> std::ws, result.operands);
  return result;
}

void add_line(Code& code, const std::string& line) {
  const std::string text = statement(line);
  if (text.empty()) return;
  if (text.back() == ':')
    code.labels[text.substr(0, text.size() - 1)] = static_cast<int>(code.instructions.size());
  else if (text[0] == '@' || std::isalpha(static_cast<unsigned char>(text[0])))
    code.instructions.push_back(instruction_of(text));
}

bool begins_kernel(const std::string& line, const std::string& kernel, Assembly assembly) {
  if (assembly == Assembly::sass) return statement(line) == ".text." + kernel + ":";
  const std::string mark = ".entry " + kernel;
  const auto at = line.find(mark);
  if (at == std::string::npos) return false;
  const auto end = at + mark.size();
  return end == line.size() || !is_name(line[end]);
}

bool begins_something_else(const std::string& line, Assembly assembly) {
  if (assembly == Assembly::sass) return statement(line).starts_with(".section");
  return line.find(".entry ") != std::string::npos || line.find(".func ") != std::string::npos;
}

Code code_of(const std::string& text, const std::string& kernel, Assembly assembly) {
  Code code;
  std::istringstream lines(text);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (begins_kernel(line, kernel, assembly))
      inside = true;
    else if (inside && begins_something_else(line, assembly))
      break;
    else if (inside)
      add_line(code, line);
  }
  return code;
}

// The label at the end of the operands of a jump: "$L__BB0_4", "`(.L_x_4)", "P1, `(.L_x_4)".
std::optional<int> target_of(const Code& code, const Instruction& jump) {
  std::string name = jump.operands;
  if (const auto tick = name.find("`("); tick != std::string::npos)
    name = name.substr(tick + 2, name.find(')', tick) - tick - 2);
  const auto found = code.labels.find(name);
  return found == code.labels.end() ? std::nullopt : std::optional(found->second);
}

// Where threads of SASS that have waited for each other (BSYNC) may continue: only BSSY tells.
std::set<int> meeting_points(const Code& code) {
  std::set<int> points;
  for (const Instruction& i : code.instructions)
    if (const auto target = i.base() == "BSSY" ? target_of(code, i) : std::nullopt)
      points.insert(*target);
  return points;
}

using Graph = std::vector<std::vector<int>>;  // the instructions that may follow each

std::optional<Graph> flow_of(const Code& code) {
  constexpr std::array kEnds = {"ret", "exit", "trap", "RET", "EXIT", "KILL"};
  constexpr std::array kNotUnderstood = {"brx", "BRX", "BRXU", "JMP", "JMX", "JMXU"};
  Graph next(code.instructions.size());
  // Compilers put a meeting point behind its BSYNC.
  const std::set<int> meet = meeting_points(code);
  for (int k = 0; k < static_cast<int>(next.size()); ++k) {
    const Instruction& i = code.instructions[k];
    const std::string base = i.base();
    bool falls_through = i.guarded || !is_one_of(base, kEnds);
    if (is_one_of(base, kNotUnderstood) || (base == "BSYNC" && !meet.contains(k + 1))) return {};
    if (base == "bra" || base == "BRA") {
      const auto target = target_of(code, i);
      if (!target) return {};
      if (*target < static_cast<int>(next.size())) next[k].push_back(*target);
      // A comma: a second predicate. BRA.DIV and others jump sometimes.
      falls_through = i.guarded || i.operands.find(',') != std::string::npos ||
                      (base == "BRA" && i.opcode != base);
    }
    if (falls_through && k + 1 < static_cast<int>(next.size())) next[k].push_back(k + 1);
  }
  return next;
}

// Nodes in the order in which a depth-first search leaves them.
void leave_in_order(const Graph& next, int root, std::vector<char>& seen, std::vector<int>& left) {
  if (seen[root]) return;
  seen[root] = 1;
  std::vector<std::pair<int, std::size_t>> path = {{root, 0}};
  while (!path.empty()) {
    auto& [node, edge] = path.back();
    if (edge == next[node].size()) {
      left.push_back(node);
      path.pop_back();
    } else if (const int to = next[node][edge++]; !seen[to]) {
      seen[to] = 1;
      path.emplace_back(to, 0);
    }
  }
}

// Sets of instructions from each of which all others of its set can be reached: the outermost
// loops, and single instructions.
std::vector<std::vector<int>> loops_of(const Graph& next) {
  Graph before(next.size());
  for (std::size_t k = 0; k < next.size(); ++k)
    for (const int to : next[k]) before[to].push_back(static_cast<int>(k));
  std::vector<char> seen(next.size(), 0), taken(next.size(), 0);
  std::vector<int> left;
  for (std::size_t k = 0; k < next.size(); ++k)
    leave_in_order(next, static_cast<int>(k), seen, left);
  std::vector<std::vector<int>> loops;
  for (auto root = left.rbegin(); root != left.rend(); ++root)
    if (!taken[*root]) leave_in_order(before, *root, taken, loops.emplace_back());
  return loops;
}

bool is_fp64(const Instruction& i) {
  constexpr std::array kPtx = {"add", "sub",  "mul", "fma", "mad", "div",
                               "rcp", "sqrt", "min", "max", "setp"};
  constexpr std::array kSass = {"DADD", "DMUL", "DFMA", "DSETP", "DMNMX"};
  if (is_one_of(i.base(), kSass)) return true;
  return i.opcode.ends_with(".f64") && is_one_of(i.base(), kPtx) &&
         i.opcode.find(".approx") == std::string::npos;
}

bool is_barrier(const Instruction& i) {
  return i.opcode.starts_with("bar.sync") || i.opcode.starts_with("barrier.sync") ||
         i.opcode.starts_with("BAR.SYNC");
}
}  // namespace

std::vector<MarchLoop> march_loops(const std::string& text, const std::string& kernel,
                                   Assembly assembly) {
  const Code code = code_of(text, kernel, assembly);
  std::vector<MarchLoop> marches;
  const auto flow = flow_of(code);
  if (!flow) return marches;
  for (const auto& loop : loops_of(*flow)) {
    const auto count = [&](auto which) {
      return static_cast<int>(std::count_if(loop.begin(), loop.end(),
                                            [&](int k) { return which(code.instructions[k]); }));
    };
    const int barriers = count(is_barrier);
    const MarchLoop march{barriers / kBarriersPerRow, count(is_fp64)};
    if (march.rows > 0 && barriers % kBarriersPerRow == 0 && march.fp64_per_row() >= kFewestPerRow)
      marches.push_back(march);
  }
  return marches;
}

}  // namespace slipflow::bench::studies
