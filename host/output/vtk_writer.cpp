#include "vtk_writer.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vtkErrorCode.h>
#include <vtkPolyData.h>
#include <vtkRectilinearGrid.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLImageDataWriter.h>
#include <vtkXMLPolyDataWriter.h>
#include <vtkXMLRectilinearGridWriter.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "atomic_file.hpp"

namespace slipflow::output {

namespace {
// The tag of VTK files that separates their header from their values.

constexpr std::string_view kTag = "<AppendedData";
constexpr std::size_t kBlock = 4096;     // VTK's
constexpr std::size_t kAttributes = 31;  // bytes between name and >
constexpr std::size_t kPart = std::size_t{1} << 20;

struct TagBlanks {
  std::size_t tag = 0;     ///< where the tag begins
  std::size_t close = 0;   ///< where its > is
  std::size_t before = 0;  ///< blanks to insert in front of the tag
  std::size_t within = 0;  ///< and in front of its >

  /// The text from the tag to its > with the blanks.
  std::string padded(std::string_view header) const {
    return std::string(before, ' ').append(header.substr(tag, close - tag)).append(within, ' ');
  }
};

/// Nothing if the text has no such tag, or not its end.
std::optional<TagBlanks> tag_blanks(std::string_view header) {
  const auto tag = header.find(kTag);
  const auto close = header.find('>', tag);
  if (close == std::string_view::npos) return std::nullopt;
  const auto end_of_name = tag + kTag.size();
  return TagBlanks{tag, close, (kBlock - end_of_name % kBlock) % kBlock,
                   kAttributes - std::min(kAttributes, close - end_of_name)};
}

/// Reads all of the bytes from `at` on; 0 or the error number.
int read_all_at(int descriptor, std::string& bytes, std::uint64_t at) {
  for (std::size_t done = 0; done < bytes.size();) {
    const auto got = ::pread(descriptor, bytes.data() + done, bytes.size() - done,
                             static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got < 0 ? errno : EIO;
    done += static_cast<std::size_t>(got);
  }
  return 0;
}

/// Moves the bytes from `begin` on by `by` bytes towards the end, the last part first.
int move_rest(int descriptor, std::uint64_t begin, std::uint64_t size, std::size_t by) {
  std::string part;
  for (auto end = size; end > begin;) {
    part.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPart, end - begin)));
    end -= part.size();
    if (const int error = read_all_at(descriptor, part, end)) return error;
    if (const int error = write_all_at(descriptor, part, end + by)) return error;
  }
  return 0;
}

/// Inserts blanks in a file that VTK has written, so that ParaView finds the end of its tag
/// AppendedData with each version of Expat. VTK's reader (in ParaView 5.11 of Debian 12, for
/// example) passes a file on to Expat in blocks of 4096 bytes, and from the name of this tag on in
/// pieces: at the end of a block byte by byte. Expat 2.6, and Debian's 2.5 since its security
/// fixes, parses a tag without an end again only when its text is twice as long. So the name has to
/// end with a block (13 bytes, then 26, then 52), and the > has to follow it after 25 to 37 bytes.
/// Otherwise VTK takes the values for a part of the header, and ParaView says "not well-formed
/// (invalid token)". Returns 0 or the error number.
int insert_tag_blanks(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return errno;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  std::string header;
  std::optional<TagBlanks> blanks;
  while (!blanks && header.size() < size) {
    std::string more(std::min<std::uint64_t>(kPart, size - header.size()), ' ');
    if (const int error = read_all_at(descriptor, more, header.size())) return error;
    header += more;
    blanks = tag_blanks(header);
  }
  if (!blanks) return 0;
  const auto all = blanks->before + blanks->within;
  if (const int error = move_rest(descriptor, blanks->close, size, all)) return error;
  return write_all_at(descriptor, blanks->padded(header), blanks->tag);
}

constexpr std::string_view kEndOfFile = "</VTKFile>\n";

vtkSmartPointer<vtkXMLWriter> writer_of(vtkDataSet* grid) {
  if (vtkRectilinearGrid::SafeDownCast(grid))
    return vtkSmartPointer<vtkXMLRectilinearGridWriter>::New();
  if (vtkUnstructuredGrid::SafeDownCast(grid))
    return vtkSmartPointer<vtkXMLUnstructuredGridWriter>::New();
  if (vtkPolyData::SafeDownCast(grid)) return vtkSmartPointer<vtkXMLPolyDataWriter>::New();
  return vtkSmartPointer<vtkXMLImageDataWriter>::New();
}

/// Whether the file has its end, which VTK writes last: a file that was cut off is never published,
/// even if VTK reports no error.
bool has_end(int descriptor) {
  struct stat status {};
  std::string end(kEndOfFile.size(), ' ');
  const auto size = static_cast<off_t>(end.size());
  return ::fstat(descriptor, &status) == 0 && status.st_size >= size &&
         ::pread(descriptor, end.data(), end.size(), status.st_size - size) == size &&
         end == kEndOfFile;
}

/// VTK reports an error number of the system, or any stream that fails as a full disk.
std::string reason_of(unsigned long code) {
  if (code == vtkErrorCode::OutOfDiskSpaceError) code = ENOSPC;
  return code < vtkErrorCode::FirstVTKErrorCode
             ? std::generic_category().message(static_cast<int>(code))
             : vtkErrorCode::GetStringFromErrorCode(code);
}
}  // namespace

std::string fault_of_writing(vtkDataSet* grid, const std::filesystem::path& path, int descriptor,
                             bool compressed) {
  const auto writer = writer_of(grid);
  writer->SetFileName(path.c_str());
  writer->SetInputData(grid);
  writer->SetDataModeToAppended();
  writer->EncodeAppendedDataOff();
  writer->SetHeaderTypeToUInt64();
  compressed ? writer->SetCompressorTypeToZLib() : writer->SetCompressorTypeToNone();
  bool written = false;
  try {
    written = writer->Write() != 0;
  } catch (const std::runtime_error& failure) {  // of its threads
    return failure.what();
  }
  if (const auto code = writer->GetErrorCode(); code != vtkErrorCode::NoError)
    return reason_of(code);
  if (!written || !has_end(descriptor)) return "the file is not complete";
  const int error = insert_tag_blanks(descriptor);
  return error == 0 ? "" : std::generic_category().message(error);
}

void write_vtk_file(ResultsFolder& folder, vtkDataSet* grid, const std::string& name) {
  NewFile file(folder, name);
  const auto fault = fault_of_writing(grid, file.temporary_path(), file.descriptor(), false);
  if (!fault.empty()) fail_to_write(folder.path() / name, fault);
  file.finish();
}

std::string collection_text(const std::vector<CollectionEntry>& entries) {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n  <Collection>\n";
  for (const auto& [time, file] : entries)
    text += fmt::format("    <DataSet timestep=\"{:.17g}\" part=\"0\" file=\"{}\"/>\n", time, file);
  return text + "  </Collection>\n</VTKFile>\n";
}

}  // namespace slipflow::output
