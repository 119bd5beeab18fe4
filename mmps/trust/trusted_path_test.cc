#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "mmps/trust/trusted_path.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace mentat::mmps::trust {
namespace {

namespace fs = std::filesystem;

constexpr uid_t somebody_else = 65534;

// A private folder, gone at the end.
class folder {
 public:
  folder() {
    const char* base = std::getenv("TEST_TMPDIR");
    path_ = std::string(base ? base : "/tmp") + "/trust.XXXXXX";
    REQUIRE(mkdtemp(path_.data()) != nullptr);
    path_ = fs::canonical(path_);
  }
  ~folder() { fs::remove_all(path_); }
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const { return path_; }
  std::string make_folder(const std::string& name, mode_t mode) const {
    const std::string path = *this / name;
    REQUIRE(mkdir(path.c_str(), 0700) == 0);
    REQUIRE(chmod(path.c_str(), mode) == 0);
    return path;
  }
  std::string make_file(const std::string& name, const std::string& text,
                        mode_t mode = 0600) const {
    std::ofstream(*this / name) << text;
    REQUIRE(chmod((*this / name).c_str(), mode) == 0);
    return *this / name;
  }

 private:
  std::string path_;
};

template <class T>
std::string error_of(const expected<T>& result) {
  return result ? "no error" : result.error();
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Gives the file to another user, which only root can do.
bool give_away(const std::string& path) {
  return lchown(path.c_str(), somebody_else, somebody_else) == 0;
}

}  // namespace

TEST_CASE("a private folder is the user's own, no link, and closed to others") {
  const folder in;
  CHECK(error_of(check_private_folder(in.make_folder("own", 0700))) == "no error");
  CHECK(says(error_of(check_private_folder(in.make_folder("open", 0755))), "only you can enter"));
  CHECK(says(error_of(check_private_folder(in.make_folder("group", 0710))), "chmod 700"));
  fs::create_symlink("own", in / "link");
  CHECK(says(error_of(check_private_folder(in / "link")), "only you can enter: it is a symbolic"));
  CHECK(says(error_of(check_private_folder(in.make_file("file", ""))),
             "only you can enter: it is a file"));
  CHECK(says(error_of(check_private_folder(in / "file/below")), "file is a file, not a folder"));
  CHECK(says(error_of(check_private_folder(in / "none")), "No such file"));
  CHECK(says(error_of(check_private_folder("relative")), "not an absolute path"));
}

TEST_CASE("no other user can exchange a folder on the path") {
  const folder in;
  const std::string open = in.make_folder("open", 0777);
  REQUIRE(mkdir((open + "/own").c_str(), 0700) == 0);
  CHECK(says(error_of(check_private_folder(open + "/own")),
             "others can write in the folder " + open));
  REQUIRE(chmod(open.c_str(), 01777) == 0);
  CHECK(error_of(check_private_folder(open + "/own")) == "no error");
  fs::create_directory_symlink("open", in / "way");
  CHECK(error_of(check_private_folder(in / "way/own")) == "no error");
  fs::create_symlink("circle", in / "circle");
  CHECK(says(error_of(check_private_folder(in / "circle/own")), "too many symbolic links"));
}

TEST_CASE("a link or folder of another user on the way is refused") {
  const folder in;
  in.make_folder("own", 0700);
  fs::create_directory_symlink(in.path(), in / "way");
  if (!give_away(in / "way")) return;
  CHECK(says(error_of(check_private_folder(in / "way/own")), "belongs to user 65534"));
  const std::string sticky = in.make_folder("sticky", 01777);
  fs::create_directories(sticky + "/theirs/own");
  REQUIRE(chmod((sticky + "/theirs/own").c_str(), 0700) == 0);
  CHECK(error_of(check_private_folder(sticky + "/theirs/own")) == "no error");
  REQUIRE(give_away(sticky + "/theirs"));
  CHECK(says(error_of(check_private_folder(sticky + "/theirs/own")), "belongs to user 65534"));
}

TEST_CASE("missing folders are made for this user alone") {
  const folder in;
  CHECK(error_of(make_private_folder(in / "a/b/c")) == "no error");
  struct stat about{};
  REQUIRE(stat((in / "a/b").c_str(), &about) == 0);
  CHECK((about.st_mode & 07777) == 0700);
  CHECK(error_of(make_private_folder(in / "a/b/c")) == "no error");
  in.make_file("file", "");
  CHECK(error_of(make_private_folder(in / "file/c")) != "no error");
}

TEST_CASE("a socket is the user's own, in a private folder, and closed to others") {
  const folder in;
  const std::string own = in.make_folder("own", 0700), path = own + "/control";
  CHECK(says(error_of(check_own_socket(path)), "No such file"));
  const int made = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  REQUIRE(chdir(own.c_str()) == 0);
  sockaddr_un address{AF_UNIX, "control"};
  REQUIRE(bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  REQUIRE(chmod(path.c_str(), 0700) == 0);
  CHECK(error_of(check_own_socket(path)) == "no error");
  REQUIRE(chmod(path.c_str(), 0755) == 0);
  CHECK(says(error_of(check_own_socket(path)), "only you can use"));
  fs::create_symlink("control", own + "/link");
  CHECK(says(error_of(check_own_socket(own + "/link")), "only you can use"));
  CHECK(says(error_of(check_own_socket(in.make_file("own/file", "", 0700))), "only you can use"));
  REQUIRE(chmod(path.c_str(), 0700) == 0);
  REQUIRE(chmod(own.c_str(), 0711) == 0);
  CHECK(says(error_of(check_own_socket(path)), "only you can enter"));
  close(made);
}

TEST_CASE("a trusted file is plain, of limited size, and not writable by other users") {
  const folder in;
  CHECK(read_trusted_file(in / "none", 10).value() == std::nullopt);
  CHECK(read_trusted_file(in / "none/at", 10).value() == std::nullopt);
  CHECK(read_trusted_file(in.make_file("file", "text"), 4).value() == "text");
  CHECK(says(error_of(read_trusted_file(in / "file", 3)), "it has 4 bytes, and may have 3"));
  CHECK(says(error_of(read_trusted_file(in.make_file("open", "", 0606), 9)), "chmod go-w"));
  CHECK(says(error_of(read_trusted_file(in.path(), 9)), "not a plain file"));
  CHECK(says(error_of(read_trusted_file("/dev/zero", 9)), "not a plain file"));
  REQUIRE(mkfifo((in / "pipe").c_str(), 0600) == 0);
  CHECK(says(error_of(read_trusted_file(in / "pipe", 9)), "not a plain file"));
  fs::create_symlink("file", in / "link");
  CHECK(read_trusted_file(in / "link", 4).value() == "text");
}

TEST_CASE("a file or link of another user is refused") {
  const folder in;
  in.make_file("own", "text");
  if (!give_away(in.make_file("theirs", "text"))) return;
  CHECK(says(error_of(read_trusted_file(in / "theirs", 9)), "belongs to user 65534, not to you"));
  fs::create_symlink("own", in / "link");
  REQUIRE(give_away(in / "link"));
  CHECK(says(error_of(read_trusted_file(in / "link", 9)), "this link belongs to user 65534"));
  CHECK(says(error_of(open_for_writing(in / "link")), "this link belongs to user 65534"));
  CHECK(says(error_of(open_for_writing(in / "theirs")), "belongs to user 65534"));
  CHECK(fs::file_size(in / "own") == 4);
  CHECK(fs::file_size(in / "theirs") == 4);
}

TEST_CASE("a file that can be written by a group of more than its owner is refused") {
  const folder in;
  const std::string path = in.make_file("file", "", 0660);
  if (chown(path.c_str(), geteuid(), somebody_else) != 0) return;
  REQUIRE(chmod(path.c_str(), 0660) == 0);
  CHECK(says(error_of(read_trusted_file(path, 9)), "others can write it: chmod go-w"));
}

TEST_CASE("a file of this user is emptied for writing, and one that is not there is made") {
  const folder in;
  for (const std::string& path : {in.make_file("file", "text"), in / "fresh"}) {
    const auto opened = open_for_writing(path);
    REQUIRE(opened);
    CHECK(write(*opened, "abc", 3) == 3);
    close(*opened);
    CHECK(fs::file_size(path) == 3);
  }
  fs::create_symlink("file", in / "link");
  const auto link = open_for_writing(in / "link");
  REQUIRE(link);
  close(*link);
  CHECK(fs::file_size(in / "file") == 0);
  const auto device = open_for_writing("/dev/null");
  REQUIRE(device);
  close(*device);
}

TEST_CASE("a file that gets a part of its text is removed, and a link to one stays") {
  const folder in;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &usual) == 0);
  const rlimit small{1000, usual.rlim_max};
  fs::create_symlink("target", in / "link");
  for (const char* const name : {"file", "link"}) {
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const auto done = write_file(in / name, std::string(100'000, 'x'));
    REQUIRE(setrlimit(RLIMIT_FSIZE, &usual) == 0);
    REQUIRE_FALSE(done);
    CHECK(done.error() == in / name + ": File too large");
  }
  CHECK_FALSE(fs::exists(in / "file"));
  CHECK(fs::is_symlink(in / "link"));
}

TEST_CASE("links of this user are followed on the whole path to the file") {
  const folder in;
  in.make_folder("own", 0700);
  fs::create_directory_symlink(in.path() + "/own", in / "far");
  fs::create_directory_symlink("own/../far", in / "near");
  fs::create_symlink("near/./file", in / "link");
  const auto opened = open_for_writing(in / "link");
  REQUIRE(opened);
  CHECK(fs::exists(in / "own/file"));
  close(*opened);
  CHECK(says(error_of(open_for_writing(in / "own")), "directory"));
  CHECK(says(error_of(open_for_writing(in / "own/")), "folder"));
  CHECK(says(error_of(open_for_writing(in / "none/file")), "No such file"));
  fs::create_symlink("circle", in / "circle");
  CHECK(says(error_of(open_for_writing(in / "circle/file")), "too many symbolic links"));
}

TEST_CASE("a link that another user put on the path is not written through") {
  const folder in;
  in.make_folder("own", 0700);
  in.make_file("own/file", "text");
  const std::string open = in.make_folder("open", 01777);
  fs::create_directory_symlink(in / "own", open + "/link");
  fs::create_directories(open + "/theirs");
  fs::create_hard_link(in / "own/file", open + "/second");
  CHECK(says(error_of(open_for_writing(open + "/second")), "another name"));
  REQUIRE(mkfifo((open + "/pipe").c_str(), 0666) == 0);
  if (!give_away(open + "/link") || !give_away(open + "/theirs") || !give_away(open + "/pipe"))
    return;
  CHECK(says(error_of(open_for_writing(open + "/link/file")), "this link belongs to user 65534"));
  CHECK(says(error_of(open_for_writing(open + "/theirs/file")), "this folder belongs to user"));
  CHECK(says(error_of(open_for_writing(open + "/pipe")), "this pipe belongs to user 65534"));
  CHECK(fs::file_size(in / "own/file") == 4);
}

TEST_CASE("a pipe is opened for writing without waiting for its reader") {
  const folder in;
  const std::string path = in / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  CHECK(says(error_of(open_for_writing(path)), "a pipe that nobody reads"));
  const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK);
  const auto writer = open_for_writing(path);
  REQUIRE(writer);
  CHECK((fcntl(*writer, F_GETFL) & O_NONBLOCK) == 0);
  close(*writer);
  close(reader);
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const bool handed_on = fchown(ends[1], somebody_else, somebody_else) == 0;  // as by `sudo`
  INFO(handed_on);
  const auto given = open_for_writing("/dev/fd/" + std::to_string(ends[1]));
  CHECK(error_of(given) == "no error");
  if (given) close(*given);
  for (const int end : ends) close(end);
}

}  // namespace mentat::mmps::trust
