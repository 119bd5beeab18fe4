#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "rts/session/observer/session_folder.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

using namespace mentat::node;
namespace fs = std::filesystem;

TEST_CASE(
    "a folder lives as long as a process of its session, and the next session removes the "
    "folders of killed ones") {
  const char* base = getenv("TEST_TMPDIR");
  std::string runtime = std::string(base ? base : "/tmp") + "/folder_XXXXXX";
  REQUIRE(mkdtemp(runtime.data()));
  setenv("XDG_RUNTIME_DIR", runtime.c_str(), 1);

  int told[2];
  REQUIRE(pipe(told) == 0);
  const pid_t session = fork();
  if (session == 0) {
    const std::string mine = make_session_folder();
    if (fork() == 0) {  // a process of the session that outlives its maker
      if (write(told[1], mine.c_str(), mine.size() + 1) < 0) _exit(1);
      pause();
    }
    _exit(0);
  }
  close(told[1]);
  char killed[256] = {};
  REQUIRE(read(told[0], killed, sizeof killed) > 0);
  waitpid(session, nullptr, 0);

  const fs::path beside = fs::path(killed).parent_path();
  const fs::path empty = beside / "session-empty", unnamed = beside / "session-unnamed";
  fs::create_directory(empty);  // their makers were killed
  fs::create_directory(unnamed);
  std::ofstream(unnamed / "lock.new");
  const std::string second = make_session_folder();
  CHECK_FALSE(fs::exists(empty));
  CHECK_FALSE(fs::exists(unnamed));
  CHECK(fs::exists(killed));
  CHECK(fs::exists(second));
  // The child has no parent any more; the end of the pipe says that it is gone.
  for (const auto& process : fs::directory_iterator("/proc")) {
    const std::string number = process.path().filename();
    std::error_code none;
    if (number.find_first_not_of("0123456789") != std::string::npos ||
        std::stoi(number) == getpid())
      continue;
    for (const auto& file : fs::directory_iterator(process.path() / "fd", none))
      if (fs::read_symlink(file.path(), none) == fs::path(killed) / "lock")
        kill(std::stoi(number), SIGKILL);
  }
  char none = 0;
  CHECK(read(told[0], &none, 1) == 0);
  const std::string third = make_session_folder();
  CHECK_FALSE(fs::exists(killed));
  CHECK(fs::exists(second));
  remove_session_folder(second);
  remove_session_folder(third);
  CHECK_FALSE(fs::exists(second));
  fs::remove_all(runtime);
}

TEST_CASE("sessions that begin together do not remove each other's folders") {
  const char* base = getenv("TEST_TMPDIR");
  std::string runtime = std::string(base ? base : "/tmp") + "/folder_XXXXXX";
  REQUIRE(mkdtemp(runtime.data()));
  setenv("XDG_RUNTIME_DIR", runtime.c_str(), 1);
  std::atomic<int> lost = 0;
  const auto begin_some = [&lost] {
    for (int i = 0; i < 400; ++i) {
      const std::string mine = make_session_folder();
      if (!fs::exists(mine + "/lock")) ++lost;
      remove_session_folder(mine);  // with few folders each one is looked at more often
    }
  };
  std::thread other(begin_some);
  begin_some();
  other.join();
  CHECK(lost == 0);
  fs::remove_all(runtime);
}
