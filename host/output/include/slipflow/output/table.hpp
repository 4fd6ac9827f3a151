// Comma-separated tables that grow line by line: history.csv, forces.csv.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace slipflow::output {

/// A CSV file with one header line; numbers are written with 17 significant digits so that they
/// read back to the same double. Each row is flushed, so a table is readable while the run goes on.
/// Every failure to write is Error(output_failed) naming the file.
class Table {
 public:
  Table(std::filesystem::path file, const std::vector<std::string>& columns);
  void append(const std::vector<double>& row);  ///< as many values as columns

 private:
  struct Closer {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::filesystem::path file_;
  std::size_t columns_ = 0;
  std::unique_ptr<std::FILE, Closer> stream_;
};

}  // namespace slipflow::output
