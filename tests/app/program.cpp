#include "program.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "slipflow/app/commands.hpp"
#include "slipflow/opencl/program.hpp"

namespace test_app {

namespace {
constexpr unsigned kPatienceSeconds = 300;

/// A file without a name, for the output of a child.
class Catcher {
 public:
  Catcher() : file_(std::tmpfile()) {
    if (!file_) throw std::runtime_error("no temporary file");
  }
  int descriptor() const { return fileno(file_.get()); }
  std::string text() const {
    std::string text;
    char part[4096];
    off_t at = 0;
    for (ssize_t n = 0; (n = pread(descriptor(), part, sizeof part, at)) > 0; at += n)
      text.append(part, static_cast<std::size_t>(n));
    return text;
  }

 private:
  struct Closer {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::unique_ptr<std::FILE, Closer> file_;
};

// Root may read and write everything; a program started after this may not, even by root.
bool obey_permissions() {
  if (geteuid() != 0) return true;
  return prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE) == 0 &&
         prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH) == 0;
}

// What a run without --backend takes depends on the machine: here the device, as tests that name
// none are about kernels.
void prefer_device() { setenv("SLIPFLOW_BACKEND", "opencl", 0); }

void become_program(const Launch& how) {
  if (chdir(how.folder.c_str()) != 0) _exit(99);
  for (const auto& [name, value] : how.environment) setenv(name.c_str(), value.c_str(), 1);
  const auto set_limit = [](auto resource, double bytes) {
    const rlimit limit{static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
    if (bytes >= 0) setrlimit(resource, &limit);
  };
  set_limit(RLIMIT_FSIZE, static_cast<double>(how.largest_file));
  set_limit(RLIMIT_AS, how.address_space);
  if (how.obeys_permissions && !obey_permissions()) _exit(99);
  signal(SIGHUP, SIG_DFL);  // ignored where the tests run under nohup, and then by the program too
  alarm(kPatienceSeconds);  // outlives the exec
  std::vector<char*> words = {const_cast<char*>(program_under_test)};
  for (const auto& word : how.arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execv(program_under_test, words.data());
  _exit(99);
}

int status_from(int wait_status) {
  return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}

Outcome wait_for(pid_t child, const Catcher& out, const Catcher& err, const std::string& until) {
  int status = 0;
  rusage usage{};
  bool stopped = false;
  while (wait4(child, &status, until.empty() ? 0 : WNOHANG, &usage) == 0) {
    if (!stopped && holds(out.text(), until)) stopped = kill(child, SIGKILL) == 0;
    usleep(50000);
  }
  Outcome outcome{status_from(status), out.text(), err.text(),
                  1024.0 * static_cast<double>(usage.ru_maxrss)};
  // No test expects an internal error: say what it was.
  if (outcome.status == 1) MESSAGE(outcome.err);
  return outcome;
}

/// Starts a child whose standard streams are the given descriptors and that then runs `body`.
pid_t start(int out, int err, const std::function<void()>& body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child > 0) return child;
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  prefer_device();
  body();
  _exit(99);
}
}  // namespace

const std::string small_case =
    "title = Small channel\n"
    "[gas]\n"
    "knudsen = 0.05\n"
    "mach = 2.43\n"
    "[mesh]\n"
    "x = 0 8\n"
    "y = 0 4\n"
    "cells = 40 20\n"
    "[body]\n"
    "rectangle = 2 1.6 2.8 2.4\n"
    "[boundary]\n"
    "west = stream\n"
    "east = outflow\n"
    "south = wall velocity=free_stream\n"
    "north = wall velocity=free_stream\n"
    "[time]\n"
    "step = 0.02\n"
    "end = 0.1\n"
    "[output]\n"
    "every_time = 0.05\n"
    "history_every = 2\n"
    "picture = width=320\n";

const std::string case_without_walls =
    "[gas]\nknudsen = 0.05\nmach = 2.43\n[mesh]\nx = 0 8\ny = 0 4\ncells = 40 20\n"
    "[initial]\nperturbation = 0.1\n"
    "[boundary]\nwest = stream\neast = outflow\nsouth = stream\nnorth = stream\n"
    "[time]\nstep = 0.02\nend = 0.1\n[output]\nevery_time = 0.05\nhistory_every = 2\n"
    "picture = width=320\n";

Outcome launch(const Launch& how) {
  return launch(how, [](int) {});
}

void wait_until(const std::function<bool()>& holds) {
  for (int k = 0; k < 20000; ++k) {
    if (holds()) return;
    usleep(5000);
  }
  FAIL("waited in vain");
}

Outcome launch(const Launch& how, const std::function<void(int)>& meanwhile) {
  const Catcher out, err;
  const int elsewhere =
      how.out_file.empty() ? -1 : open(how.out_file.c_str(), O_WRONLY | O_CLOEXEC);
  const pid_t child = start(elsewhere < 0 ? out.descriptor() : elsewhere, err.descriptor(),
                            [&] { become_program(how); });
  if (elsewhere >= 0) close(elsewhere);
  meanwhile(child);
  return wait_for(child, out, err, how.until);
}

Outcome in_child(const fs::path& folder, const std::function<int()>& function) {
  const Catcher out, err;
  const pid_t child = start(out.descriptor(), err.descriptor(), [&] {
    alarm(kPatienceSeconds);
    if (chdir(folder.c_str()) != 0) _exit(99);
    const int status = function();
    std::fflush(nullptr);
    _exit(status);
  });
  return wait_for(child, out, err, "");
}

namespace {
// Mounts in a view of the file systems of this process's own, which end with it.
bool mount_disk(const fs::path& folder, long bytes) {
  const auto user = getuid();
  const auto group = getgid();
  if (unshare(CLONE_NEWNS | (user == 0 ? 0 : CLONE_NEWUSER)) != 0) return false;
  if (user != 0) {
    write("/proc/self/setgroups", "deny");
    write("/proc/self/uid_map", fmt::format("{0} {0} 1", user));
    write("/proc/self/gid_map", fmt::format("{0} {0} 1", group));
  }
  const auto size = fmt::format("size={}", bytes);
  return mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("tmpfs", folder.c_str(), "tmpfs", 0, size.c_str()) == 0;
}
}  // namespace

Outcome on_small_disk(const Launch& how, long bytes) {
  const auto disk = how.folder / "disk";
  fs::create_directory(disk);
  return in_child(how.folder, [&] {
    if (!mount_disk(disk, bytes)) return 97;
    const Outcome run = launch(how);
    std::fputs(run.out.c_str(), stdout);
    std::fputs(run.err.c_str(), stderr);
    fs::copy(disk, how.folder / "left", fs::copy_options::recursive);
    return run.status;
  });
}

std::map<std::string, std::string> with_fault(const fs::path& folder, const std::string& fault) {
  const auto drivers = folder / "drivers";
  fs::create_directories(drivers);
  write(drivers / "faulty.icd", SLIPFLOW_FAULTY_DRIVER "\n");
  return {{"OCL_ICD_VENDORS", drivers.string()},
          {"OPENCL_VENDOR_PATH", drivers.string()},
          {"SLIPFLOW_TEST_FAULT", fault}};
}

Outcome on_terminal(const Launch& how, int columns) {
  const winsize size{24, static_cast<unsigned short>(columns), 0, 0};
  int terminal = -1;
  std::fflush(nullptr);
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child < 0) throw std::runtime_error("no pseudo-terminal");
  if (child == 0) {
    prefer_device();
    become_program(how);
  }
  Outcome outcome;
  char part[4096];
  for (ssize_t n = 0; (n = ::read(terminal, part, sizeof part)) > 0;)
    outcome.out.append(part, static_cast<std::size_t>(n));
  int status = 0;
  waitpid(child, &status, 0);
  close(terminal);
  outcome.status = status_from(status);
  return outcome;
}

Place::Place() : Place(small_case) {}

Place::Place(const std::string& case_text) {
  std::string name = (fs::temp_directory_path() / "slipflow-app-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
  path_ = name;
  write(path_ / "case.cfg", case_text);
}

Place::~Place() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Outcome Place::slipflow(const std::vector<std::string>& arguments,
                        const std::map<std::string, std::string>& environment) const {
  return launch({arguments, path_, environment, -1, "", ""});
}

std::map<std::string, std::string> Place::tree() const {
  std::map<std::string, std::string> tree;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) {
    const auto name = fs::relative(entry.path(), path_).string();
    const auto changed = entry.last_write_time().time_since_epoch().count();
    tree[name] =
        entry.is_directory() ? "folder" : fmt::format("{} {}", changed, read(entry.path()));
  }
  return tree;
}

Outcome with_wrong_kernels(const Place& place, const std::string& name, const std::string& text,
                           const std::string& wrong, const std::vector<std::string>& arguments,
                           const std::function<int(const Words&)>& program) {
  const auto original = read(fs::path(SLIPFLOW_SOURCE_DIR) /
                             (name.ends_with(".cl") ? "cl_kernels" : "macros") / name);
  CAPTURE(text);
  REQUIRE(holds(original, text));
  const auto changed = place / "kernels" / name;
  fs::create_directories(changed.parent_path());
  write(changed, with_line(original, text, wrong));
  return in_child(place.path(), [&] {
    slipflow::opencl::override_kernel_sources(place / "kernels");
    return program ? program(arguments) : slipflow::app::run_program(arguments);
  });
}

Outcome with_infinite_temperatures(const Place& place, const Words& arguments) {
  return with_wrong_kernels(
      place, "simple_ts/energy.h",
      "  return (e.sum + V * sf_temperature_source(c, P)) * SF_RECIPROCAL(e.diagonal);",
      "  return (e.sum + V * sf_temperature_source(c, P)) * SF_RECIPROCAL(e.diagonal - "
      "e.diagonal);",
      arguments);
}

std::string with_line(const std::string& text, const std::string& line, const std::string& other) {
  const auto at = ('\n' + text).find('\n' + line + '\n');
  REQUIRE(at != std::string::npos);
  return std::string(text).replace(at, line.size(), other);
}

std::string endless_case() {
  return with_line(small_case, "end = 0.1", "end = 10000") +
         "pictures = none\ncheckpoint_every = 0\n";
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string without_build_note(const std::string& said) {
  return said.starts_with("building kernels for ") ? said.substr(said.find('\n') + 1) : said;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace test_app
