// A server in its own process, forked before the client has threads; it ends with the client.
#pragma once

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "bench/peers/placement.h"

namespace mentat::bench {

inline pid_t start_server(const std::function<void()>& serve) {
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  take_core(party::callee);
  serve();
  _exit(0);
}

// A private folder for sockets; removed with the object, at the latest with the driver's folder
// that contains it (BENCH_FOLDER).
class socket_folder {
 public:
  socket_folder() {
    const char* const in = std::getenv("BENCH_FOLDER");
    path_ = std::string(in ? in : "/tmp") + "/mentat-bench-XXXXXX";
    if (mkdtemp(path_.data()) == nullptr) {
      std::perror(path_.c_str());
      std::exit(1);
    }
  }
  socket_folder(const socket_folder&) = delete;
  socket_folder& operator=(const socket_folder&) = delete;
  ~socket_folder() {
    std::error_code ignored;
    if (getpid() == made_by_) std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string at(const char* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
  const pid_t made_by_ = getpid();
};

}  // namespace mentat::bench
