// Reading back frames: what a run starts from may be any file.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkRectilinearGrid.h>
#include <vtkStringArray.h>
#include <vtkXMLRectilinearGridReader.h>
#include <vtkXMLRectilinearGridWriter.h>

#include <algorithm>
#include <optional>

#include "slipflow/output/field_series.hpp"
#include "slipflow/output/frame_file.hpp"
#include "test_output_support.hpp"

namespace test_frame_file {

using slipflow::ExitStatus;
using slipflow::output::read_frame;
using test_output::failure;
using test_output::Folder;

namespace {
/// The bytes of a frame of three by two cells, of which (1, 0) is solid.
std::string frame_bytes(const Folder& folder) {
  auto mesh = test_output::gas_mesh({0, 0.1, 0.3, 1}, {-1, 0, 2});
  mesh.tags[mesh.layout().at(1, 0)] = 1;
  slipflow::output::ResultsFolder results(folder.path(), {});
  results.prepare(true);
  slipflow::output::FieldSeries series(results);
  series.write({7, 0.1, &mesh, {{"T", "temperature", {1, 2, 3, 4, 5, 6}}}});
  return test_output::read(folder / "fields/000000.vtr");
}

/// The sentence that refuses these bytes, without the name of the file; "" if they are read, as
/// `frame`.
std::string refused(const Folder& folder, const std::string& bytes,
                    slipflow::output::Frame* frame = nullptr) {
  const auto file = folder / "changed.vtr";
  test_output::write(file, bytes);
  const auto [status, why] = failure([&] {
    auto read = read_frame(file);
    if (frame) *frame = std::move(read);
  });
  if (status == ExitStatus::done) return "";
  CHECK(status == ExitStatus::bad_input);
  const auto begin = fmt::format("'{}' ", file.string());
  CHECK(why.starts_with(begin));
  CHECK(why.find('\n') == std::string::npos);
  return why.substr(std::min(begin.size(), why.size()));
}

std::optional<slipflow::output::Frame> read_if_whole(const Folder& folder,
                                                     const std::string& bytes) {
  // Once: of values that are missing VTK returns what its memory held, and not always the same.
  slipflow::output::Frame frame;
  if (!refused(folder, bytes, &frame).empty()) return std::nullopt;
  return frame;
}

/// What is printed on standard error while it lives.
class Printed {
 public:
  Printed() : file_(std::tmpfile()), before_(dup(STDERR_FILENO)) {
    dup2(fileno(file_), STDERR_FILENO);
  }
  ~Printed() {
    dup2(before_, STDERR_FILENO);
    close(before_);
    std::fclose(file_);
  }
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;
  long bytes() const { return static_cast<long>(lseek(fileno(file_), 0, SEEK_END)); }

 private:
  std::FILE* file_;
  int before_;
};

std::string replaced(std::string bytes, const std::string& part, const std::string& other) {
  for (auto at = bytes.find(part); at != std::string::npos;
       at = bytes.find(part, at + other.size()))
    bytes.replace(at, part.size(), other);
  return bytes;
}
/// VTK's reader of the file, which has read it.
vtkNew<vtkXMLRectilinearGridReader> vtk_reader_of(const std::filesystem::path& file) {
  vtkNew<vtkXMLRectilinearGridReader> reader;
  reader->SetFileName(file.c_str());
  reader->Update();
  return reader;
}
}  // namespace

TEST_CASE("a frame reads back with its mesh, fields and solid cells") {
  const Folder folder;
  frame_bytes(folder);
  const auto frame = read_frame(folder / "fields/000000.vtr");
  CHECK(frame.x == std::vector<double>{0, 0.1, 0.3, 1});
  CHECK(frame.y == std::vector<double>{-1, 0, 2});
  CHECK(frame.fields.at("T") == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(frame.hidden == std::vector<bool>{false, true, false, false, false, false});
}

TEST_CASE("a frame is read in whichever way VTK writes it") {
  const Folder folder;
  frame_bytes(folder);
  const auto whole = read_frame(folder / "fields/000000.vtr");
  const auto reader = vtk_reader_of(folder / "fields/000000.vtr");
  vtkRectilinearGrid* grid = reader->GetOutput();
  vtkNew<vtkStringArray> text;
  text->SetName("text");
  text->InsertNextValue("some words");
  grid->GetFieldData()->AddArray(text);
  vtkNew<vtkFloatArray> points;
  points->SetName("points");
  points->SetNumberOfComponents(2);
  points->SetNumberOfTuples(12);
  points->Fill(1);
  grid->GetPointData()->AddArray(points);
  using Writer = vtkXMLRectilinearGridWriter;
  for (const int mode : {Writer::Ascii, Writer::Binary, Writer::Appended})
    for (const int compressor : {Writer::NONE, Writer::ZLIB, Writer::LZ4, Writer::LZMA})
      for (const bool encode : {false, true}) {
        CAPTURE(mode);
        CAPTURE(compressor);
        CAPTURE(encode);
        vtkNew<Writer> writer;
        writer->SetFileName((folder / "other.vtr").c_str());
        writer->SetInputData(grid);
        writer->SetDataMode(mode);
        writer->SetCompressorType(compressor);
        writer->SetEncodeAppendedData(encode);
        writer->SetHeaderType(encode ? Writer::UInt64 : Writer::UInt32);
        REQUIRE(writer->Write());
        const auto frame = read_frame(folder / "other.vtr");
        CHECK(frame.x == whole.x);
        CHECK(frame.y == whole.y);
        CHECK(frame.fields == whole.fields);
        CHECK(frame.hidden == whole.hidden);
      }
}

TEST_CASE(
    "promise 7: a frame whose values are damaged is refused, in whichever way they are written") {
  const Folder folder;
  frame_bytes(folder);
  const auto whole = read_frame(folder / "fields/000000.vtr");
  const auto reader = vtk_reader_of(folder / "fields/000000.vtr");
  using Writer = vtkXMLRectilinearGridWriter;
  std::size_t refusals = 0;
  for (const int mode : {Writer::Ascii, Writer::Binary, Writer::Appended})
    for (const int compressor : {Writer::NONE, Writer::ZLIB}) {
      vtkNew<Writer> writer;
      writer->SetFileName((folder / "other.vtr").c_str());
      writer->SetInputData(reader->GetOutput());
      writer->SetDataMode(mode);
      writer->SetCompressorType(compressor);
      REQUIRE(writer->Write());
      const std::string bytes = test_output::read(folder / "other.vtr");
      // Without some of the values the lengths of the rest change, and here nothing else.
      for (std::size_t at = 0; at + 8 < bytes.size(); at += 31) {
        CAPTURE(mode);
        CAPTURE(compressor);
        CAPTURE(at);
        const auto frame = read_if_whole(folder, bytes.substr(0, at) + bytes.substr(at + 8));
        refusals += !frame;
        if (frame) CHECK(frame->x.size() * frame->y.size() == whole.x.size() * whole.y.size());
      }
    }
  CHECK(refusals > 100);
  // VTK 9.1 ends the program where it cannot name the array that is too short.
  const std::string text =
      "<VTKFile type=\"RectilinearGrid\" version=\"0.1\" byte_order=\"LittleEndian\">"
      "<RectilinearGrid WholeExtent=\"0 2 0 1 0 0\"><Piece Extent=\"0 2 0 1 0 0\"><CellData>"
      "<DataArray type=\"Float64\" Name=\"T\" "
      "format=\"ascii\">1</DataArray></CellData><Coordinates>"
      "<DataArray type=\"Float64\" Name=\"x\" format=\"ascii\">0 1 2</DataArray>"
      "<DataArray type=\"Float64\" Name=\"y\" format=\"ascii\">0 1</DataArray>"
      "<DataArray type=\"Float64\" Name=\"z\" format=\"ascii\">0</DataArray>"
      "</Coordinates></Piece></RectilinearGrid></VTKFile>";
  CHECK(refused(folder, text) == "is damaged: VTK cannot read it");
  CHECK(refused(folder, replaced(text, ">1<", ">1 2<")) == "");
}

TEST_CASE(
    "promise 7: a frame that is cut off is refused in one sentence, or has lost nothing that "
    "counts") {
  const Folder folder;
  const std::string bytes = frame_bytes(folder);
  const auto whole = read_frame(folder / "fields/000000.vtr");
  std::size_t read = 0;
  for (std::size_t size = 0; size < bytes.size(); size += 23) {
    CAPTURE(size);
    const auto part = bytes.substr(0, size);
    const auto frame = read_if_whole(folder, part);
    if (!frame) continue;
    ++read;
    CHECK(frame->x == whole.x);
    CHECK(frame->y == whole.y);
    CHECK(frame->fields == whole.fields);
    CHECK(frame->hidden == whole.hidden);
  }
  CHECK(read < 5);  // VTK does not miss the end of the file, nor the third coordinate
}

TEST_CASE(
    "promise 7: a frame of more cells than its bytes can contain is refused before they are read") {
  const Folder folder;
  const std::string bytes = frame_bytes(folder);
  const std::string extent = "0 3 0 2 0 0";
  REQUIRE(bytes.find("WholeExtent=\"" + extent) != std::string::npos);
  const auto huge = replaced(bytes, extent, "0 30000000 0 2000 0 0");
  CHECK(refused(folder, huge) ==
        fmt::format("is damaged: 60000000000 cells do not fit in its {} bytes", huge.size()));
  CHECK(
      refused(folder, replaced(bytes, extent, "-2147483648 2147483647 -2147483648 2147483647 0 0"))
          .starts_with("is damaged: 18446744065119617024 cells do not fit"));
  CHECK(refused(folder, replaced(bytes, extent, "0 300 0 200 0 0")).starts_with("is damaged"));
}

TEST_CASE("promise 18: counts in the header of a frame must be those of its mesh") {
  const Folder folder;
  const std::string bytes = frame_bytes(folder);
  const auto with = [&](const std::string& part, const std::string& other) {
    REQUIRE(bytes.find(part) != std::string::npos);
    return refused(folder, replaced(bytes, part, other));
  };
  const std::string time = "Name=\"TimeValue\" NumberOfTuples=\"1\"";
  const std::string field = "Name=\"T\"";
  for (const std::string count : {"-1", "9223372036854775808", "1e3", ""})
    CHECK(with(time, "Name=\"TimeValue\" NumberOfTuples=\"" + count + "\"") ==
          "is damaged: array 'TimeValue' has NumberOfTuples=\"" + count + "\"");
  for (const std::string count : {"9223372036854775807", "1000000000000"})
    CHECK(with(time, "Name=\"TimeValue\" NumberOfTuples=\"" + count + "\"")
              .starts_with("is damaged: array 'TimeValue' does not fit in its "));
  CHECK(with(field, field + " NumberOfComponents=\"2147483647\"") ==
        "is damaged: array 'T' has 2147483647 components");
  CHECK(with(field, field + " NumberOfComponents=\"0\"") ==
        "is damaged: array 'T' has 0 components");
  CHECK(with(field, field + " NumberOfTuples=\"7\"") ==
        "is damaged: array 'T' has 7 tuples, its mesh 6");
  CHECK(with(field, field + " NumberOfComponents=\"3\"") ==
        "is damaged: array 'T' does not have the 144 bytes that its mesh needs");
  CHECK(with("Name=\"x\"", "Name=\"x\" NumberOfTuples=\"3\"") ==
        "is damaged: array 'x' has 3 tuples, its mesh 4");
  CHECK(with("<Piece Extent=\"0 3", "<Piece Extent=\"0 2") ==
        "is damaged: it must hold its mesh in one piece");
  CHECK(with("WholeExtent=\"0 3 0 2 0 0", "WholeExtent=\"0 3 0 2 0 1") ==
        "has a mesh of three axes instead of two");
  CHECK(with("WholeExtent=\"0 3", "WholeExtent=\"0 0") ==
        "is damaged or has no mesh of two or three axes");
  CHECK(with("type=\"Float64\" " + field, "type=\"Float6\" " + field) ==
        "is damaged: array 'T' has no type of VTK");
  CHECK(with(field, "length=\"2147483647\" " + field) ==
        "is damaged: its header has length=\"2147483647\"");
}

TEST_CASE("promise 18: the header of a frame is bounded in depth, elements and lengths") {
  const Folder folder;
  const std::string bytes = frame_bytes(folder);
  const auto with_elements = [&](const std::string& text) {
    return refused(folder, replaced(bytes, "<FieldData>", text + "<FieldData>"));
  };
  std::string nested, many;
  for (int k = 0; k < 100000; ++k) nested += "<a>", many += "<a/>";
  CHECK(with_elements(nested) == "is damaged: its header has more elements than VTK writes");
  CHECK(with_elements(many) == "is damaged: its header has more elements than VTK writes");
  CHECK(with_elements("<a b=\"" + std::string(100000, 'x') + "\"/>") ==
        "is damaged: its header has a tag without an end");
  CHECK(with_elements("<!DOCTYPE a [<!ENTITY b \"bb\">]>") ==
        "is damaged: its header has declarations, which VTK does not write");
  CHECK(with_elements("<!-- no > harm <a> -->") == "");
  CHECK(with_elements("</a>") == "is damaged: its header is not XML");
  CHECK(with_elements("<a b>") == "is damaged: its header is not XML");
  CHECK(refused(folder, "<VTKFile type=\"RectilinearGrid\">") ==
        "is damaged: its header describes no mesh");
  CHECK(refused(folder, "<VTKFile type=\"ImageData\">") ==
        "is not a .vtr file (a rectilinear grid of VTK)");
}

TEST_CASE("promise 7: a frame with a bit changed is refused or read, and VTK prints nothing") {
  const Folder folder;
  const std::string bytes = frame_bytes(folder);
  const Printed printed;
  std::size_t read = 0, tried = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    if (bytes.compare(at, 2, "  ") == 0) continue;  // blanks between tags may be anything
    CAPTURE(at);
    ++tried;
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
    read += refused(folder, changed).empty();
  }
  CHECK(printed.bytes() == 0);
  CHECK(read < tried / 2);  // names and values may change
}

}  // namespace test_frame_file
