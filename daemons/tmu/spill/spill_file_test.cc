#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "daemons/tmu/spill/spill_file.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "daemons/tmu/test_messages.h"
#include "mmps/base/random.h"

namespace mentat::tmu {
namespace {

using namespace test;
using kind = spill_open_error::kind;
namespace fs = std::filesystem;

// A folder that the destructor removes.
struct folder {
  folder() {
    const char* where = std::getenv("TEST_TMPDIR");
    path = where ? where : "/tmp";
    path += "/spill.XXXXXX";
    REQUIRE(mkdtemp(path.data()));
  }
  ~folder() { fs::remove_all(path); }
  [[nodiscard]] spill_options options(std::size_t segment = std::size_t{1} << 20) const {
    return {.directory = path, .segment_bytes = segment};
  }
  std::string path;
};

std::unique_ptr<spill_file> open_store(const spill_options& options) {
  auto store = spill_file::open(options);
  REQUIRE(store.has_value());
  return std::move(*store);
}

mentat_message record(std::uint64_t id, std::size_t length) {
  byte_vector body(length);
  base::random chance(id);
  for (std::byte& byte : body) byte = static_cast<std::byte>(chance.next());
  mentat_message made = message(message_type::token, body);
  made.header.tag = {id, length};
  made.header.argument_count = 1;
  return made;
}

void check_is(const mentat_message& read, std::uint64_t id, std::size_t length) {
  const mentat_message expected = record(id, length);
  REQUIRE(read.header.tag == expected.header.tag);
  REQUIRE(std::ranges::equal(read.body(), expected.body()));
}

spill_handle put(spill_file& store, std::uint64_t id, std::size_t length) {
  mentat_message message = record(id, length);
  spill_handle handle;
  REQUIRE(store.append(message, handle) == spill_fault::none);
  return handle;
}

void check_stored(spill_file& store, const spill_handle& handle, std::uint64_t id,
                  std::size_t length) {
  mentat_message read;
  REQUIRE(store.read(handle, read) == spill_fault::none);
  check_is(read, id, length);
}

kind refusal(const std::string& path) {
  const auto store = spill_file::open({.directory = path});
  REQUIRE_FALSE(store.has_value());
  INFO(store.error().text);
  CHECK(store.error().text.find(path) != std::string::npos);
  return store.error().what;
}

// The descriptors of the nameless files of the store.
std::vector<int> files_in(const std::string& path) {
  std::vector<int> found;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code ignored;
    const std::string target = fs::read_symlink(entry.path(), ignored).string();
    if (target.starts_with(path + "/")) found.push_back(std::stoi(entry.path().filename()));
  }
  return found;
}

}  // namespace

TEST_CASE("records come back as they were given, in any order, from the buffer and from the file") {
  const folder folder;
  const auto store = open_store(folder.options());
  std::vector<spill_handle> handles;
  const auto length = [](std::uint64_t id) { return (id * 37) % 5000; };
  for (std::uint64_t id = 0; id < 1000; ++id) {
    handles.push_back(put(*store, id, length(id)));
    if (id % 7 == 0) check_stored(*store, handles[id], id, length(id));
  }
  for (std::uint64_t id = 0; id < 1000; ++id) check_stored(*store, handles[id], id, length(id));
  for (std::uint64_t id = 1000; id > 0; --id)
    check_stored(*store, handles[id - 1], id - 1, length(id - 1));
  for (const spill_handle& handle : handles) store->release(handle);
  CHECK(store->bytes_on_disk() == std::uint64_t{2} << 20);  // the segment in use, and the spare one
  CHECK(fs::is_empty(folder.path));                         // no file has a name
}

TEST_CASE("a reused segment gives its new records, not the ones read before") {
  const folder folder;
  const auto store = open_store(folder.options());
  for (std::uint64_t round = 0; round < 3; ++round) {
    std::vector<spill_handle> handles;
    for (std::uint64_t id = 0; id < 700; ++id)
      handles.push_back(put(*store, round * 1000 + id, 1000));
    for (std::uint64_t id = 0; id < 5; ++id)
      check_stored(*store, handles[id], round * 1000 + id, 1000);
    for (const spill_handle& handle : handles) store->release(handle);
  }
}

TEST_CASE("a record may be larger than the buffer, and than a segment") {
  const folder folder;
  const auto store = open_store(folder.options());
  for (const std::size_t length : {std::size_t{300} << 10, std::size_t{5} << 20, std::size_t{64}}) {
    const spill_handle handle = put(*store, length, length);
    check_stored(*store, handle, length, length);
    store->release(handle);
  }
  CHECK(store->bytes_on_disk() <= std::uint64_t{2} << 20);
}

TEST_CASE("random records live and die as in a map, and segments are given back") {
  const std::uint64_t seed = 4711;
  MESSAGE("seed ", seed);
  base::random chance(seed);
  const folder folder;
  const auto store = open_store(folder.options());
  struct stored {
    spill_handle handle;
    std::uint64_t id;
    std::size_t length;
  };
  std::vector<stored> alive;
  std::uint64_t bytes = 0;
  for (std::uint64_t id = 0; id < 30'000; ++id) {
    const bool grow = (id / 3000) % 2 == 0;
    if (alive.empty() || chance.below(3) < (grow ? 2u : 1u)) {
      const std::size_t length = chance.below(100) == 0 ? chance.below(400'000) : chance.below(600);
      alive.push_back({put(*store, id, length), id, length});
      bytes += length;
    } else {
      std::swap(alive[chance.below(alive.size())], alive.back());
      check_stored(*store, alive.back().handle, alive.back().id, alive.back().length);
      store->release(alive.back().handle);
      alive.pop_back();
    }
    if (chance.below(50) == 0 && !alive.empty()) {
      const stored& any = alive[chance.below(alive.size())];
      check_stored(*store, any.handle, any.id, any.length);
    }
  }
  CHECK(bytes > std::uint64_t{5} << 20);
  for (const stored& each : alive) {
    check_stored(*store, each.handle, each.id, each.length);
    store->release(each.handle);
  }
  CHECK(store->bytes_on_disk() <= std::uint64_t{2} << 20);
}

TEST_CASE(
    "the limit of the store is spill_fault::full; there is room again when a segment is given "
    "back") {
  const folder folder;
  spill_options options = folder.options();
  options.max_bytes = std::uint64_t{3} << 20;
  const auto store = open_store(options);
  std::vector<spill_handle> handles;
  mentat_message message = record(1, 10'000);
  spill_handle handle;
  while (handles.size() < 1000 && store->append(message, handle) == spill_fault::none)
    handles.push_back(handle);
  CHECK(store->append(message, handle) == spill_fault::full);
  CHECK(handles.size() == 3 * ((1u << 20) / 10'128));
  CHECK(store->bytes_on_disk() == options.max_bytes);
  for (const spill_handle& each : handles) check_stored(*store, each, 1, 10'000);
  for (std::size_t i = 0; i < handles.size() / 3; ++i) store->release(handles[i]);
  CHECK(store->append(message, handle) == spill_fault::none);
  check_stored(*store, handle, 1, 10'000);
}

TEST_CASE("a full disk is found before a segment begins, and stored records stay readable") {
  const folder folder;
  const auto store = open_store(folder.options());
  const spill_handle first = put(*store, 1, 1000);
  // The kernel refuses files of this size, as a full disk would.
  rlimit before;
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  mentat_message huge = record(2, std::size_t{2} << 20);
  spill_handle handle;
  // The buffer cannot be written either: it stays.
  const spill_fault fault = store->append(huge, handle);
  CHECK((fault == spill_fault::full || fault == spill_fault::unwritable));
  check_stored(*store, first, 1, 1000);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  std::signal(SIGXFSZ, handler);
  CHECK(store->append(huge, handle) == spill_fault::none);
  check_stored(*store, handle, 2, std::size_t{2} << 20);
  check_stored(*store, first, 1, 1000);
}

TEST_CASE(
    "records that cannot be written stay in memory, up to the size of the buffer, and are written "
    "later") {
  const folder folder;
  const auto store = open_store(folder.options());
  put(*store, 0, 100);
  rlimit before;
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  std::vector<spill_handle> handles;
  spill_fault fault = spill_fault::none;
  for (std::uint64_t id = 1; id < 1000 && fault == spill_fault::none; ++id) {
    mentat_message message = record(id, 1000);
    spill_handle handle;
    fault = store->append(message, handle);
    if (fault == spill_fault::none) handles.push_back(handle);
  }
  CHECK(fault == spill_fault::unwritable);
  CHECK(handles.size() > 200);
  CHECK(handles.size() < 260);
  for (std::size_t i = 0; i < handles.size(); ++i) check_stored(*store, handles[i], i + 1, 1000);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  std::signal(SIGXFSZ, handler);
  put(*store, 5000, 1000);
  for (std::size_t i = 0; i < handles.size(); ++i) check_stored(*store, handles[i], i + 1, 1000);
}

TEST_CASE("a record that was damaged on disk is corrupt, the others are not") {
  const folder folder;
  const auto store = open_store(folder.options());
  std::vector<spill_handle> handles;
  for (std::uint64_t id = 0; id < 600; ++id) handles.push_back(put(*store, id, 1000));
  const std::vector<int> files = files_in(folder.path);
  REQUIRE(files.size() == 1);
  const char wrong = 'x';
  for (const std::uint64_t id : {3, 5}) {  // in a header, in a body
    const auto offset = static_cast<off_t>(handles[id].place & 0xffffffff) + (id == 3 ? 16 : 500);
    REQUIRE(pwrite(files[0], &wrong, 1, offset) == 1);
  }
  mentat_message read;
  for (std::uint64_t id = 0; id < 100; ++id) {
    CAPTURE(id);
    const spill_fault fault = store->read(handles[id], read);
    CHECK(fault == (id == 3 || id == 5 ? spill_fault::corrupt : spill_fault::none));
  }
}

TEST_CASE("the folder is made with mode 0700, and must be ours, private, and no link") {
  const folder folder;
  const std::string fresh = folder.path + "/fresh";
  CHECK(spill_file::open({.directory = fresh}).has_value());
  struct stat state;
  REQUIRE(stat(fresh.c_str(), &state) == 0);
  CHECK((state.st_mode & 07777) == 0700);

  for (const mode_t mode : {0755, 0750, 0701, 01700, 0500}) {
    CAPTURE(mode);
    REQUIRE(chmod(fresh.c_str(), mode) == 0);
    CHECK(refusal(fresh) == kind::wrong_mode);
  }
  REQUIRE(chmod(fresh.c_str(), 0700) == 0);
  const std::string link = folder.path + "/link";
  fs::create_directory_symlink(fresh, link);
  CHECK(refusal(link) == kind::is_a_link);
  const std::string file = folder.path + "/file";
  const mmps::trust::descriptor made(open(file.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  REQUIRE(made.is_open());
  CHECK(refusal(file) == kind::not_a_directory);
  CHECK(refusal(folder.path + "/no/parent") == kind::unwritable);

  // A folder of another user: one that the test gives away, or one of the system. In a sandbox
  // there may be neither.
  std::string foreign = folder.path + "/foreign";
  REQUIRE(mkdir(foreign.c_str(), 0700) == 0);
  if (chown(foreign.c_str(), 12345, 12345) != 0) foreign = "/";
  REQUIRE(stat(foreign.c_str(), &state) == 0);
  if (state.st_uid != geteuid()) CHECK(refusal(foreign) == kind::other_owner);
}

TEST_CASE("a folder that takes no files is refused at the start") {
  CHECK(refusal("/proc/self/task/none") == kind::unwritable);
}

}  // namespace mentat::tmu
