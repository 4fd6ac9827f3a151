#include <doctest/doctest.h>

#include <limits>
#include <sstream>

#include "slipflow/output/table.hpp"
#include "slipflow/output/table_reader.hpp"
#include "test_output_support.hpp"

namespace test_output_table {

using slipflow::ExitStatus;
using slipflow::output::Table;
using test_output::failure;
using test_output::Results;

TEST_CASE("a table reads back to the same doubles while it is still open") {
  Results folder;
  const std::vector<double> row = {0.1, 1.0 / 3.0, -5e-324, std::numeric_limits<double>::max()};
  Table table(folder.folder(), "history.csv", {"a", "b", "c", "d"});
  table.append(row);
  table.append({1, 2, 3, 4});

  std::istringstream text(test_output::read(folder / "history.csv"));
  std::string line, value;
  std::getline(text, line);
  CHECK(line == "a,b,c,d");
  std::getline(text, line);
  std::istringstream values(line);
  std::vector<double> read;
  while (std::getline(values, value, ',')) read.push_back(std::strtod(value.c_str(), nullptr));
  CHECK(read == row);
  std::getline(text, line);
  CHECK(line == "1,2,3,4");
}

TEST_CASE("names with commas and quotes are quoted, and a unit is no part of a name") {
  Results folder;
  const std::vector<std::string> names = {"low, left_x", "6\" pipe_x", "a b [m]"};
  Table(folder.folder(), "forces.csv", names).append({1, 2, 3});
  CHECK(test_output::read(folder / "forces.csv") ==
        "\"low, left_x\",\"6\"\" pipe_x\",a b [m]\n1,2,3\n");
  slipflow::output::TableReader reader(folder / "forces.csv");
  REQUIRE(reader.update());
  CHECK(reader.names() == names);
  CHECK(reader.last() == std::vector<double>{1, 2, 3});
  CHECK(slipflow::output::column_name("p [Pa]") == "p");
  CHECK(slipflow::output::column_name("a [1]_p [Pa]") == "a [1]_p");
  CHECK(slipflow::output::column_name("a [1]_p") == "a [1]_p");
}

TEST_CASE("a full disk is an output error naming the table") {
  Results folder;
  Table table(folder.folder(), "t.csv", {"a"});
  const test_output::FileSizeLimit limit(3);
  const auto [status, sentence] = failure([&] { table.append({1.5}); });
  CHECK(status == ExitStatus::output_failed);
  CHECK(sentence == "cannot write " + (folder / "t.csv").string() + ": File too large");
}

TEST_CASE("a table in a missing folder is an output error") {
  Results folder;
  const auto [status, sentence] = failure([&] { Table(folder.folder(), "none/t.csv", {"a"}); });
  CHECK(status == ExitStatus::output_failed);
  CHECK(sentence.find("No such file or directory") != std::string::npos);
}

TEST_CASE("a row of the wrong length is refused") {
  Results folder;
  Table table(folder.folder(), "t.csv", {"a", "b"});
  CHECK(failure([&] { table.append({1}); }).first == ExitStatus::internal_error);
}

TEST_CASE("a table continues from an earlier position; what followed is cut off") {
  Results folder;
  const std::vector<std::string> columns = {"a", "b"};
  Table table(folder.folder(), "t.csv", columns);
  table.append({1, 2});
  const auto position = table.position();
  const auto then = test_output::read(folder / "t.csv");
  table.append({3, 4});
  {
    Table again(folder.folder(), "t.csv", columns, position);
    CHECK(again.position().bytes == position.bytes);
    CHECK(again.position().checksum == position.checksum);
    CHECK(test_output::read(folder / "t.csv") == then);
    again.append({5, 6});
    CHECK(again.position().checksum != position.checksum);
  }
  CHECK(test_output::read(folder / "t.csv") == then + "5,6\n");
  const auto refusal = [&] {
    return failure([&] { Table(folder.folder(), "t.csv", columns, position); }).second;
  };
  test_output::write(folder / "t.csv", then.substr(0, then.size() - 1));
  CHECK(refusal().find("it is shorter than when the checkpoint was written") != std::string::npos);
  test_output::write(folder / "t.csv", "a,b\n1,3\n5,6\n");
  CHECK(refusal().find("it is not what it was when") != std::string::npos);
  test_output::write(folder / "t.csv", "a,c\n1,2\n");
  CHECK(refusal().find("it has other columns than this program writes") != std::string::npos);
  // Positions as a hostile checkpoint may have them.
  for (const std::uint64_t bytes : {std::uint64_t{0}, ~std::uint64_t{0}})
    CHECK(failure([&] {
            Table(folder.folder(), "t.csv", columns, {bytes, 0});
          }).first == ExitStatus::bad_input);
}

TEST_CASE(
    "a table that is removed, replaced, cut or appended to meanwhile is noticed at the next row") {
  const std::pair<const char*, void (*)(const std::filesystem::path&)> faults[] = {
      {"was removed, renamed or replaced", [](const auto& file) { std::filesystem::remove(file); }},
      {"was removed, renamed or replaced",
       [](const auto& file) {
         std::filesystem::rename(file, file.string() + ".old");
         test_output::write(file, "a,b\n1,2\n");
       }},
      {"was removed, renamed or replaced",
       [](const auto& file) {
         std::filesystem::rename(file, file.string() + ".old");
         std::filesystem::create_symlink(file.string() + ".old", file);
       }},
      {"was changed during the run: it holds 4 bytes, 8 were written",
       [](const auto& file) { std::filesystem::resize_file(file, 4); }},
      {"was changed during the run: it holds 10 bytes, 8 were written",
       [](const auto& file) { std::ofstream(file, std::ios::app) << "5\n"; }}};
  for (const auto& [what, inflict] : faults) {
    Results folder;
    Table table(folder.folder(), "t.csv", {"a", "b"});
    table.append({1, 2});
    const auto position = table.position();
    inflict(folder / "t.csv");
    std::string sentence;
    try {
      table.append({3, 4});
    } catch (const slipflow::output::TableLost& lost) {
      sentence = lost.what();
      CHECK(lost.status() == ExitStatus::output_failed);
    }
    CHECK(sentence.find((folder / "t.csv").string() + " " + what) == 0);
    // The position for a checkpoint is still the one before.
    CHECK(table.position().bytes == position.bytes);
  }
}

}  // namespace test_output_table
