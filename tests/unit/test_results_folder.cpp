// Results folders: what is ours is listed, and nothing else is replaced, removed or followed.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "slipflow/output/results_folder.hpp"
#include "test_output_support.hpp"

namespace test_results_folder {

using slipflow::output::NewFile;
using slipflow::output::ResultsFolder;
using namespace test_output;

namespace {
using Words = std::vector<std::string>;

const slipflow::output::ResultNames names = {
    {"fields.pvd", "history.csv", "case.cfg", "case.resolved.cfg", "run.log"},
    {"fields", "pictures", "checkpoint"},
    {"case.cfg", "case.resolved.cfg"}};

constexpr const char* kManifest = ".slipflow-files";

/// Leaves results in a folder: two tables, a frame, a picture.
void make_results(const Folder& folder) {
  ResultsFolder results(folder / "out", names);
  results.prepare(false);
  for (const char* sub : {"fields", "pictures"}) results.make_folder(sub);
  for (const char* name :
       {"case.cfg", "run.log", "fields.pvd", "fields/000000.vtr", "pictures/p_000000.png"})
    results.write(name, "result");
}

/// Files and links below a folder, without the manifest.
Words files_in(const fs::path& folder) {
  Words files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (!entry.is_directory() || entry.is_symlink())
      if (const auto name =
              fs::relative(entry.path().parent_path(), folder) / entry.path().filename();
          name.filename() != kManifest)
        files.push_back(name.lexically_normal().string());
  std::sort(files.begin(), files.end());
  return files;
}

/// Why a folder is refused for new results, without its name; everything in it stays.
std::string refused(const Folder& folder, const std::vector<fs::path>& read_files = {}) {
  const auto before = files_in(folder / "out");
  ResultsFolder results(folder / "out", names, read_files);
  const auto [status, sentence] = failure([&] { results.prepare(true); });
  CHECK(status == ExitStatus::bad_input);
  CHECK(files_in(folder / "out") == before);
  const auto begin = "output directory '" + (folder / "out").string() + "' ";
  CHECK(sentence.starts_with(begin));
  return sentence.substr(std::min(begin.size(), sentence.size()));
}
}  // namespace

TEST_CASE("a results folder is made, and an empty one is taken, also for another result later") {
  const Folder folder;
  for (int k = 0; k < 2; ++k) {
    ResultsFolder results(folder / "a/b", names);
    results.prepare(false);
    CHECK(fs::is_directory(folder / "a/b"));
    CHECK_FALSE(results.holds_files());
  }
  ResultsFolder results(folder / "a/b", names);
  results.prepare(false);
  results.write("case.cfg", "old and longer");
  results.write("case.cfg", "new");
  CHECK(read(folder / "a/b/case.cfg") == "new");
  CHECK(results.holds_files());
}

TEST_CASE("several threads write into a folder: every file is whole and listed") {
  const Folder folder;
  ResultsFolder results(folder / "out", names);
  results.prepare(false);
  for (const char* sub : {"fields", "pictures"}) results.make_folder(sub);
  constexpr int threads = 4, files = 25;
  const auto name = [](int thread, int file) {
    const char* prefix = thread % 2 == 0 ? "pictures/p_" : "fields/p_";  // of the same names
    return slipflow::output::NumberedFiles{prefix, ".png"}.name(100 * (thread / 2) + file);
  };
  const auto content = [&](int thread, int file) {
    return std::string(static_cast<std::size_t>(1000 * file), static_cast<char>('a' + thread));
  };
  {
    std::vector<std::jthread> all;
    for (int thread = 0; thread < threads; ++thread)
      all.emplace_back([&, thread] {
        for (int file = 0; file < files; ++file)
          results.write(name(thread, file), content(thread, file));
      });
  }
  const auto manifest = read(folder / "out" / kManifest);
  for (int thread = 0; thread < threads; ++thread)
    for (int file = 0; file < files; ++file) {
      CHECK(read(folder / "out" / name(thread, file)) == content(thread, file));
      CHECK(manifest.find("\n" + name(thread, file) + "\n") != std::string::npos);
    }
}

TEST_CASE("a folder with files is refused without --overwrite") {
  const Folder folder;
  write(folder / "notes.txt", "mine");
  ResultsFolder results(folder.path(), names);
  const auto [status, sentence] = failure([&] { results.prepare(false); });
  CHECK(status == ExitStatus::bad_input);
  CHECK(sentence == "output directory '" + folder.path().string() +
                        "' already holds files; choose another with --output or add --overwrite");
}

TEST_CASE("a file in place of the folder is bad input, one that cannot be made an output error") {
  const Folder folder;
  write(folder / "plain", "x");
  const auto refusal = [&](const char* name) {
    ResultsFolder results(folder / name, names);
    return failure([&] { results.prepare(true); });
  };
  CHECK(refusal("plain").first == ExitStatus::bad_input);
  CHECK(refusal("plain").second.find("is a file, not a directory") != std::string::npos);
  CHECK(refusal("plain/out").first == ExitStatus::output_failed);
  CHECK(refusal("plain/out").second.find("Not a directory") != std::string::npos);
}

TEST_CASE(
    "promise 17: a name is listed before its file appears; what is written meanwhile is private") {
  const Folder folder;
  ResultsFolder results(folder.path(), names);
  results.prepare(false);
  NewFile file(results, "run.log");
  const auto inside = file.temporary_path().parent_path();
  CHECK(inside.parent_path() == folder.path());
  CHECK((fs::status(inside).permissions() & fs::perms::mask) == fs::perms::owner_all);
  CHECK(read(folder / kManifest) == inside.filename().string() + "/\n");
  file.write("text");
  CHECK_FALSE(fs::exists(folder / "run.log"));
  file.finish();
  CHECK(read(folder / kManifest).ends_with("/\nrun.log\n"));
  CHECK(read(folder / "run.log") == "text");
  // A name is listed once, however often its file is written.
  const auto listed = read(folder / kManifest);
  results.write("run.log", "again");
  CHECK(read(folder / kManifest) == listed);
}

TEST_CASE("the folder of unfinished files goes with the run") {
  const Folder folder;
  make_results(folder);
  for (const auto& entry : fs::directory_iterator(folder / "out"))
    CHECK((!entry.is_directory() || entry.path().filename().string().front() != '.'));
}

TEST_CASE("promise 17: --overwrite removes what is listed and no look-alike") {
  const Folder folder;
  make_results(folder);
  const Words others = {"fields/000001.vtr", "notes.txt", "pictures/IMG_20231105.png",
                        "pictures/holiday_000001.png", "pictures/p_000001.png"};
  for (const auto& name : others) write(folder / "out" / name, "mine");
  ResultsFolder results(folder / "out", names);
  results.prepare(true);
  CHECK(files_in(folder / "out") == others);
  // Nor is any of them replaced later.
  for (const auto& name : others) {
    const auto [status, sentence] = failure([&] { results.write(name, "result"); });
    CHECK(status == ExitStatus::output_failed);
    CHECK(sentence == "cannot write " + (folder / "out" / name).string() +
                          ": there is a file of that name that slipflow did not write");
    CHECK(failure([&] { results.create(name); }).first == ExitStatus::output_failed);
    CHECK_FALSE(results.remove(name));
    CHECK(read(folder / "out" / name) == "mine");
  }
}

TEST_CASE("promise 17: emptied folders of ours are removed, all others stay") {
  const Folder folder;
  make_results(folder);
  fs::create_directory(folder / "out/empty");
  ResultsFolder results(folder / "out", names);
  results.prepare(true);
  CHECK_FALSE(fs::exists(folder / "out/fields"));
  CHECK(fs::exists(folder / "out/empty"));
}

TEST_CASE("promise 17: a folder with other files and no list is refused by name") {
  const Folder folder;
  fs::create_directory(folder / "out");
  write(folder / "out/history.csv", "mine");
  CHECK(
      refused(folder) ==
      "holds 'history.csv' and no list (.slipflow-files) of what slipflow has written: --overwrite "
      "would not know what to remove; choose another with --output");
}

TEST_CASE(
    "promise 17: links are refused, whether ours were replaced by them or not, and not followed") {
  const Folder folder;
  fs::create_directory(folder / "data");
  write(folder / "data/000000.vtr", "mine");
  write(folder / "precious", "mine");
  const auto with_link = [&](const char* name, const char* to) {
    fs::remove_all(folder / "out");
    make_results(folder);
    fs::remove_all(folder / "out" / name);
    fs::create_symlink(folder / to, folder / "out" / name);
    return refused(folder);
  };
  CHECK(with_link("fields", "data") ==
        "holds 'fields', which is a symbolic link, not a folder: remove it or choose another with "
        "--output");
  CHECK(
      with_link("checkpoint", "data").starts_with("holds 'checkpoint', which is a symbolic link"));
  for (const char* ours : {"run.log", "fields/000000.vtr"})
    CHECK(with_link(ours, "precious") ==
          "holds '" + std::string(ours) +
              "', which is a symbolic link, not the file that slipflow wrote: remove it or choose "
              "another with --output");
  CHECK(with_link("history.csv", "precious")
            .starts_with("holds 'history.csv', which slipflow did not write there (it is not in "
                         ".slipflow-files)"));
  CHECK(read(folder / "precious") == "mine");
  CHECK(read(folder / "data/000000.vtr") == "mine");
}

TEST_CASE("promise 17: the list names nothing outside of the folder, and a line cut off nothing") {
  const Folder folder;
  make_results(folder);
  fs::create_directories(folder / "out/a/b");
  for (const char* name : {"precious", "out/a/b/c", "out/nam"}) write(folder / name, "mine");
  {
    std::ofstream list(folder / "out" / kManifest, std::ios::app);
    list << "../precious\n"
         << (folder / "precious").string() << "\na/../../precious\na/b/c\n./nam\n"
         << std::string(100000, 'x') << "\n\nnam";
  }
  ResultsFolder results(folder / "out", names);
  results.prepare(true);
  for (const char* name : {"precious", "out/a/b/c", "out/nam"})
    CHECK(read(folder / name) == "mine");
  CHECK_FALSE(fs::exists(folder / "out/run.log"));
  // The next name does not continue the line that was cut off.
  results.write("case.cfg", "x");
  CHECK(read(folder / "out" / kManifest).ends_with("/\n"));
  CHECK(read(folder / "out" / kManifest).find("nam.") == std::string::npos);
}

TEST_CASE("promise 17: a list that is no file of its own is refused") {
  const Folder folder;
  make_results(folder);
  write(folder / "other", "");
  const auto refusal = [&] {
    ResultsFolder results(folder / "out", names);
    const auto [status, sentence] = failure([&] { results.prepare(true); });
    CHECK(status == ExitStatus::bad_input);
    return sentence;
  };
  fs::remove(folder / "out" / kManifest);
  fs::create_symlink(folder / "other", folder / "out" / kManifest);
  CHECK(refusal().find("is a symbolic link") != std::string::npos);
  fs::remove(folder / "out" / kManifest);
  fs::create_hard_link(folder / "other", folder / "out" / kManifest);
  CHECK(refusal().find("is not a regular file with one name") != std::string::npos);
  fs::remove(folder / "out" / kManifest);
  REQUIRE(::mkfifo((folder / "out" / kManifest).c_str(), 0600) == 0);
  CHECK(refusal().find("is not a regular file with one name") != std::string::npos);
  CHECK(read(folder / "other").empty());
}

TEST_CASE("what a killed run left half written is removed, nothing else in that folder is") {
  const Folder folder;
  make_results(folder);
  const auto left = folder / "out/.slipflow-0123456789abcdef";
  fs::create_directory(left);
  write(left / "000001.vtr.tmp", "half");
  write(left / "mine", "mine");
  std::ofstream(folder / "out" / kManifest, std::ios::app) << ".slipflow-0123456789abcdef/\n";
  {
    ResultsFolder results(folder / "out", names);
    results.resume();
    CHECK(files_in(left) == Words{"mine"});
    CHECK(read(folder / "out/run.log") == "result");
  }
  fs::remove(left / "mine");
  ResultsFolder results(folder / "out", names);
  results.resume();
  CHECK_FALSE(fs::exists(left));
}

TEST_CASE("promise 17: what the run reads is neither replaced nor removed") {
  const Folder folder;
  make_results(folder);
  CHECK(refused(folder, {folder / "out/pictures/../pictures/p_000000.png"}) ==
        "holds 'pictures/p_000000.png', which this run reads and its results would replace; choose "
        "another with --output");
  ResultsFolder results(folder / "out", names, {folder / "out/case.cfg"});
  results.prepare(true);
  CHECK(files_in(folder / "out") == Words{"case.cfg"});
  CHECK(results.is_read("case.cfg"));
  CHECK(failure([&] { results.write("case.cfg", "new"); }).second.find("this run reads it") !=
        std::string::npos);
  results.write("case.resolved.cfg", "new");
  CHECK(read(folder / "out/case.cfg") == "result");
}

TEST_CASE("promise 17: a folder with nothing but what the run reads is taken") {
  const Folder folder;
  fs::create_directory(folder / "out");
  write(folder / "out/case.cfg", "mine");
  {
    ResultsFolder results(folder / "out", names, {folder / "out/case.cfg"});
    results.prepare(true);
    results.write("run.log", "x");
  }
  // It is no result, also for a run that does not read it.
  CHECK(refused(folder).starts_with("holds 'case.cfg', which slipflow did not write there"));
}

TEST_CASE("promise 17: only a regular file of ours with one name is appended to") {
  const Folder folder;
  write(folder / "precious", "mine");
  ResultsFolder results(folder / "out", names);
  results.prepare(false);
  const auto append = [&] { return failure([&] { results.open_to_append("run.log"); }).second; };
  CHECK(append().find("that slipflow did not write") != std::string::npos);
  results.write("run.log", "x");
  CHECK(append().empty());
  fs::create_hard_link(folder / "out/run.log", folder / "second");
  CHECK(append().find("it has another name too (a hard link)") != std::string::npos);
  fs::remove(folder / "out/run.log");
  fs::create_symlink(folder / "precious", folder / "out/run.log");
  CHECK(append().find("Too many levels of symbolic links") != std::string::npos);
  fs::remove(folder / "out/run.log");
  REQUIRE(::mkfifo((folder / "out/run.log").c_str(), 0600) == 0);
  CHECK_FALSE(append().empty());
  CHECK(read(folder / "precious") == "mine");
}

TEST_CASE(
    "results from a number on are removed, and nothing that is named otherwise or not listed") {
  const Folder folder;
  ResultsFolder results(folder / "out", names);
  results.prepare(false);
  results.make_folder("pictures");
  const Words ours = {"p_000001.png", "p_000002.png",  "p_1000000.png", "p_2.png",
                      "p_000002.jpg", "pp_000002.png", "p_00000x.png"};
  for (const auto& name : ours) results.write("pictures/" + name, "x");
  write(folder / "out/pictures/p_000003.png", "mine");
  results.remove_from({"pictures/p_", ".png"}, 2);
  CHECK(files_in(folder / "out/pictures") == Words{"p_000001.png", "p_000002.jpg", "p_000003.png",
                                                   "p_00000x.png", "p_2.png", "pp_000002.png"});
}

TEST_CASE("a folder is locked by one at a time, and by none when it does not exist") {
  const Folder folder;
  ResultsFolder none(folder / "none", names);
  none.lock();
  {
    ResultsFolder first(folder.path(), names), second(folder.path(), names);
    first.lock();
    first.lock();
    CHECK(failure([&] { second.lock(); }).second ==
          "output directory '" + folder.path().string() + "' is in use by another run");
  }
  ResultsFolder(folder.path(), names).lock();
}

}  // namespace test_results_folder
