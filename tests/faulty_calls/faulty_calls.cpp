// A library for LD_PRELOAD: one call of the program, or of a library it uses, fails. Only calls
// within main() count. SLIPFLOW_TEST_FAULT_CALL says which one fails:
//
//   write=N        the Nth write to a file, or reservation of space for one: half of the bytes are
//                  written, then ENOSPC
//   fsync=N        the Nth flush of a file or folder to the disk: EIO
//   rename=N       the Nth renaming: EIO
//   open=N         the Nth opening of a file or folder: EMFILE
//   read=N         the Nth read of a file: EIO
//   stat=N         the Nth question for the status of a file: EIO
//   make=N         the Nth new folder: ENOSPC
//   remove=N       the Nth removal of a file or folder: EACCES
//   cut=N          the Nth shortening of a file: EIO
//   allocation=N   the Nth operator new: std::bad_alloc
//   malloc=N       the Nth allocation of C code (malloc, calloc, realloc, ...): a null pointer
//   KIND=N+        the same, and all that follow it fail as well
//   hide=TEXT      each opening of a file or folder whose path contains the text: ENOENT
//   count=FILE     none; the number of calls of each kind is written to FILE, a line "KIND N" each
//
// Flushes that do not fail do nothing: no test needs to wait for a disk.
//
// Calls are intercepted where an object calls the C library, so what stdio writes from within
// (standard output, run.log) is not seen. Writes to the standard descriptors, pipes, sockets and
// /dev/shm do not count.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#define EXPORTED extern "C" __attribute__((visibility("default")))

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace {
enum Kind {
  write_,
  fsync_,
  rename_,
  open_,
  read_,
  stat_,
  make_,
  remove_,
  cut_,
  allocation_,
  malloc_,
  kinds
};
constexpr std::array<const char*, kinds> kNames = {"write", "fsync",      "rename", "open",
                                                   "read",  "stat",       "make",   "remove",
                                                   "cut",   "allocation", "malloc"};
constexpr std::array<int, kinds> kErrors = {ENOSPC, EIO,    EIO, EMFILE, EIO,   EIO,
                                            ENOSPC, EACCES, EIO, ENOMEM, ENOMEM};

std::atomic<bool> in_main{false};
std::array<std::atomic<unsigned long>, kinds> calls{};
int faulty_kind = kinds;
unsigned long first = 0, last = 0;
const char* hidden = nullptr;

void read_environment() {
  const char* given = std::getenv("SLIPFLOW_TEST_FAULT_CALL");
  const char* number = given ? std::strchr(given, '=') : nullptr;
  if (!number) return;
  if (std::strncmp(given, "hide=", 5) == 0) hidden = number + 1;
  for (int kind = 0; kind < kinds; ++kind)
    if (std::strncmp(given, kNames[kind], static_cast<std::size_t>(number - given)) == 0 &&
        std::strlen(kNames[kind]) == static_cast<std::size_t>(number - given))
      faulty_kind = kind;
  char* end = nullptr;
  first = std::strtoul(number + 1, &end, 10);
  last = *end == '+' ? static_cast<unsigned long>(-1) : first;
}

// Whether this call fails, with errno set.
bool fails(Kind kind) {
  if (!in_main) return false;
  const unsigned long call = ++calls[kind];
  if (kind != faulty_kind || call < first || call > last) return false;
  errno = kErrors[kind];
  return true;
}

// Whether this path cannot be opened, with errno set.
bool is_hidden(const char* path) {
  if (!in_main || !hidden || !std::strstr(path, hidden)) return false;
  errno = ENOENT;
  return true;
}

// The function of that name that would be called without this library.
template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define NEXT(name) static auto* const real = next<decltype(::name)>(#name)

// Not the standard descriptors, nor the pipes, sockets and shared memory of an MPI. Not by fstat(),
// which counts.
bool is_file(int descriptor) {
  struct stat status {
  }, shared{};
  return descriptor > STDERR_FILENO && syscall(SYS_fstat, descriptor, &status) == 0 &&
         S_ISREG(status.st_mode) &&
         !(syscall(SYS_stat, "/dev/shm", &shared) == 0 && shared.st_dev == status.st_dev);
}

void write_counts() {
  const char* given = std::getenv("SLIPFLOW_TEST_FAULT_CALL");
  if (!given || std::strncmp(given, "count=", 6) != 0) return;
  std::FILE* file = std::fopen(given + 6, "w");
  if (!file) return;
  for (int kind = 0; kind < kinds; ++kind)
    std::fprintf(file, "%s %lu\n", kNames[kind], calls[kind].load());
  std::fclose(file);
}

using Main = int(int, char**, char**);
Main* program = nullptr;

int counted_main(int count, char** arguments, char** environment) {
  in_main = true;
  const int status = program(count, arguments, environment);
  in_main = false;
  write_counts();
  return status;
}
}  // namespace

// What starts main().
EXPORTED int __libc_start_main(Main* main, int count, char** arguments, void (*init)(),
                               void (*fini)(), void (*rtld_fini)(), void* stack_end) {
  using Start = int(Main*, int, char**, void (*)(), void (*)(), void (*)(), void*);
  program = main;
  read_environment();
  return next<Start>("__libc_start_main")(counted_main, count, arguments, init, fini, rtld_fini,
                                          stack_end);
}

EXPORTED ssize_t write(int descriptor, const void* bytes, size_t count) {
  NEXT(write);
  if (!is_file(descriptor) || !fails(write_)) return real(descriptor, bytes, count);
  if (real(descriptor, bytes, count / 2) >= 0) errno = kErrors[write_];
  return -1;
}

EXPORTED ssize_t writev(int descriptor, const iovec* parts, int count) {
  NEXT(writev);
  if (!is_file(descriptor) || !fails(write_)) return real(descriptor, parts, count);
  if (real(descriptor, parts, count / 2) >= 0) errno = kErrors[write_];
  return -1;
}

EXPORTED ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t at) {
  NEXT(pwrite);
  if (!is_file(descriptor) || !fails(write_)) return real(descriptor, bytes, count, at);
  if (real(descriptor, bytes, count / 2, at) >= 0) errno = kErrors[write_];
  return -1;
}

EXPORTED int fallocate(int descriptor, int mode, off_t at, off_t count) {
  NEXT(fallocate);
  return is_file(descriptor) && fails(write_) ? -1 : real(descriptor, mode, at, count);
}

EXPORTED int fsync(int) { return fails(fsync_) ? -1 : 0; }

EXPORTED int fdatasync(int) { return fails(fsync_) ? -1 : 0; }

EXPORTED int rename(const char* from, const char* to) noexcept {
  NEXT(rename);
  return fails(rename_) ? -1 : real(from, to);
}

EXPORTED int renameat(int from_folder, const char* from, int folder, const char* to) noexcept {
  NEXT(renameat);
  return fails(rename_) ? -1 : real(from_folder, from, folder, to);
}

EXPORTED int renameat2(int from_folder, const char* from, int folder, const char* to,
                       unsigned flags) noexcept {
  NEXT(renameat2);
  return fails(rename_) ? -1 : real(from_folder, from, folder, to, flags);
}

// The mode is there only with O_CREAT, but reading an argument that was not given is harmless here.
#define MODE_AFTER(flags)                   \
  va_list rest;                             \
  va_start(rest, flags);                    \
  const mode_t mode = va_arg(rest, mode_t); \
  va_end(rest)

#define OPEN(name)                                       \
  EXPORTED int name(const char* file, int flags, ...) {  \
    MODE_AFTER(flags);                                   \
    NEXT(name);                                          \
    const bool failed = is_hidden(file) || fails(open_); \
    return failed ? -1 : real(file, flags, mode);        \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                \
  EXPORTED int name(int folder, const char* file, int flags, ...) { \
    MODE_AFTER(flags);                                              \
    NEXT(name);                                                     \
    return fails(open_) ? -1 : real(folder, file, flags, mode);     \
  }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name)                                         \
  EXPORTED FILE* name(const char* file, const char* mode) { \
    NEXT(name);                                             \
    return fails(open_) ? nullptr : real(file, mode);       \
  }
FOPEN(fopen)
FOPEN(fopen64)

EXPORTED FILE* fdopen(int descriptor, const char* mode) noexcept {
  NEXT(fdopen);
  return fails(open_) ? nullptr : real(descriptor, mode);
}

EXPORTED DIR* opendir(const char* folder) {
  NEXT(opendir);
  return fails(open_) ? nullptr : real(folder);
}

EXPORTED DIR* fdopendir(int descriptor) {
  NEXT(fdopendir);
  return fails(open_) ? nullptr : real(descriptor);
}

EXPORTED ssize_t read(int descriptor, void* to, size_t count) {
  NEXT(read);
  return fails(read_) ? -1 : real(descriptor, to, count);
}

EXPORTED ssize_t pread(int descriptor, void* to, size_t count, off_t at) {
  NEXT(pread);
  return fails(read_) ? -1 : real(descriptor, to, count, at);
}

EXPORTED dirent* readdir(DIR* folder) {
  NEXT(readdir);
  return fails(read_) ? nullptr : real(folder);
}

EXPORTED int stat(const char* file, struct stat* to) noexcept {
  NEXT(stat);
  return fails(stat_) ? -1 : real(file, to);
}

EXPORTED int lstat(const char* file, struct stat* to) noexcept {
  NEXT(lstat);
  return fails(stat_) ? -1 : real(file, to);
}

EXPORTED int fstat(int descriptor, struct stat* to) noexcept {
  NEXT(fstat);
  return fails(stat_) ? -1 : real(descriptor, to);
}

EXPORTED int fstatat(int folder, const char* name, struct stat* to, int flags) noexcept {
  NEXT(fstatat);
  return fails(stat_) ? -1 : real(folder, name, to, flags);
}

EXPORTED int mkdir(const char* folder, mode_t mode) noexcept {
  NEXT(mkdir);
  return fails(make_) ? -1 : real(folder, mode);
}

EXPORTED int mkdirat(int parent, const char* folder, mode_t mode) noexcept {
  NEXT(mkdirat);
  return fails(make_) ? -1 : real(parent, folder, mode);
}

EXPORTED int unlink(const char* file) noexcept {
  NEXT(unlink);
  return fails(remove_) ? -1 : real(file);
}

EXPORTED int unlinkat(int folder, const char* name, int flags) noexcept {
  NEXT(unlinkat);
  return fails(remove_) ? -1 : real(folder, name, flags);
}

EXPORTED int ftruncate(int descriptor, off_t size) noexcept {
  NEXT(ftruncate);
  return fails(cut_) ? -1 : real(descriptor, size);
}

EXPORTED void* malloc(size_t bytes) { return fails(malloc_) ? nullptr : __libc_malloc(bytes); }

EXPORTED void* calloc(size_t count, size_t bytes) {
  return fails(malloc_) ? nullptr : __libc_calloc(count, bytes);
}

EXPORTED void* realloc(void* old, size_t bytes) {
  return fails(malloc_) ? nullptr : __libc_realloc(old, bytes);
}

EXPORTED void* aligned_alloc(size_t alignment, size_t bytes) {
  return fails(malloc_) ? nullptr : __libc_memalign(alignment, bytes);
}

EXPORTED int posix_memalign(void** to, size_t alignment, size_t bytes) {
  if (fails(malloc_)) return ENOMEM;
  *to = __libc_memalign(alignment, bytes);
  return *to ? 0 : ENOMEM;
}

// What operator new does without memory, but for trying again after the handler.
static void* lack() {
  if (const auto handler = std::get_new_handler()) handler();
  throw std::bad_alloc();
}

// operator new[] and delete of libstdc++ go through these and free().
void* operator new(size_t bytes) {
  void* const memory = fails(allocation_) ? nullptr : __libc_malloc(std::max<size_t>(bytes, 1));
  return memory ? memory : lack();
}

void* operator new(size_t bytes, std::align_val_t alignment) {
  void* const memory = fails(allocation_) ? nullptr
                                          : __libc_memalign(static_cast<size_t>(alignment),
                                                            std::max<size_t>(bytes, 1));
  return memory ? memory : lack();
}
