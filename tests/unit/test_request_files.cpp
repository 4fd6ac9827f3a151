// Files that ask a run to stop or to write a checkpoint.
#include <doctest/doctest.h>
#include <unistd.h>

#include "slipflow/run/pause.hpp"
#include "test_output_support.hpp"

namespace test_request_files {

namespace fs = std::filesystem;
using slipflow::run::RequestFiles;
using test_output::write;

namespace {
/// The requests in a folder of results, and the warnings.
struct Requests {
  test_output::Results results;
  RequestFiles files{results.folder()};
  std::vector<std::string> warnings;

  std::pair<bool, bool> take(double now) {
    const auto asked = files.take(now, [&](const std::string& text) { warnings.push_back(text); });
    return {asked.stop, asked.checkpoint};
  }
  fs::path operator/(const char* name) { return results.folder().path() / name; }
};

using Asked = std::pair<bool, bool>;
}  // namespace

TEST_CASE("an empty file is a request, and removed") {
  Requests requests;
  CHECK(requests.take(10) == Asked{false, false});
  write(requests / "stop.request", "");
  CHECK(requests.take(11) == Asked{true, false});
  CHECK(!fs::exists(requests / "stop.request"));
  write(requests / "checkpoint.request", "");
  CHECK(requests.take(12) == Asked{false, true});
  CHECK(!fs::exists(requests / "checkpoint.request"));
  CHECK(requests.take(13) == Asked{false, false});
  CHECK(requests.warnings.empty());
}

TEST_CASE("requests are looked for at most once a second") {
  Requests requests;
  CHECK(requests.take(10) == Asked{false, false});
  write(requests / "stop.request", "");
  CHECK(requests.take(10.99) == Asked{false, false});
  CHECK(fs::exists(requests / "stop.request"));
  CHECK(requests.take(11) == Asked{true, false});
}

TEST_CASE("anything but an empty file of the user is left, with one warning") {
  Requests requests;
  const auto ignored = [&](const char* why) {
    requests.warnings.clear();
    RequestFiles files(requests.results.folder());
    for (const double now : {1.0, 2.0, 3.0}) {
      const auto asked =
          files.take(now, [&](const std::string& text) { requests.warnings.push_back(text); });
      CHECK(!asked.stop);
    }
    CHECK(fs::exists(fs::symlink_status(requests / "stop.request")));
    REQUIRE(requests.warnings.size() == 1);
    CHECK(requests.warnings[0] == (requests / "stop.request").string() + " is ignored: " + why);
    fs::remove(requests / "stop.request");
  };
  write(requests / "stop.request", "please");
  ignored("it is not empty");
  write(requests / "empty", "");
  fs::create_symlink("empty", requests / "stop.request");
  ignored("it is not a regular file");
  CHECK(fs::exists(requests / "empty"));
  fs::create_directory(requests / "stop.request");
  ignored("it is not a regular file");
  if (::geteuid() == 0) {
    write(requests / "stop.request", "");
    REQUIRE(::chown((requests / "stop.request").c_str(), 1, 1) == 0);
    ignored("it belongs to another user");
  }
}

TEST_CASE("a file that the run reads or has written is no request") {
  const test_output::Folder folder;
  {
    slipflow::output::ResultsFolder results(folder / "out", {});
    results.prepare(false);
    results.write("checkpoint.request", "");
  }
  write(folder / "mine", "");
  fs::create_hard_link(folder / "mine", folder / "out/stop.request");
  slipflow::output::ResultsFolder reading(folder / "out", {}, {folder / "mine"});
  reading.resume();
  for (const auto* name : {"stop.request", "checkpoint.request"}) {
    CAPTURE(name);
    const auto [status, sentence] = test_output::failure([&] { reading.take_request(name); });
    CHECK(status == slipflow::ExitStatus::output_failed);
    CHECK(sentence.ends_with("is ignored: the run uses it"));
    CHECK(fs::exists(folder / "out" / name));
  }
}

}  // namespace test_request_files
