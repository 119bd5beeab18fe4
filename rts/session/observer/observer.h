// Reports the state of this process from a thread of its own: on stderr after SIGQUIT, and through
// a socket that only the process's user can open. `mentat list` and the driver of the same program
// connect to that socket.
//
// A request is a packet of text: `report`, or a subject that inspection.h knows with a number of
// rows. The reply is a memory file; its first line, a row `process`, names the replying process. In
// a program of several processes the driver reports for all of them after SIGQUIT, and waits for
// each of the others for a limited time; a worker process reports only if the signal was sent to it
// alone. Errors: if the socket or the thread cannot be made, the process runs without it.
// Thread-safety: the callbacks run on the observer's thread, until the observer ends.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mmps/shm/unix_socket.h"
#include "mmps/wire/mmps_name.h"
#include "rts/executor/quit_signal.h"
#include "rts/session/observer/known_descriptor.h"

namespace mentat::node {

struct observed {
  std::string mode;
  mmps::mmps_name self{};
  bool is_worker = false;
  std::string folder{};  // of the session; empty: the program is this process alone
  // Empty: the process has nothing to report, and SIGQUIT keeps its usual effect.
  std::function<std::string(const std::vector<running_stack>&)> report;
  std::function<std::string(const std::string& what, std::size_t most)> rows;
  // Long waits by ticket, for the log at level info and above; those in `known` have no text.
  // Empty: they are not logged.
  std::function<std::map<std::uint64_t, std::string>(
      const std::map<std::uint64_t, std::string>& known)>
      slow{};
};

class observer {
 public:
  explicit observer(observed here);
  observer(const observer&) = delete;
  observer& operator=(const observer&) = delete;
  ~observer();

 private:
  [[nodiscard]] bool has_descriptors() const;  // the program has not closed them
  void listen();
  [[nodiscard]] const std::string& prefix() const;  // of the names of sockets
  void watch();
  bool poll_once(std::span<pollfd, 3> watched);  // false: the observer is to end
  void tell(const std::string& text) const;
  void answer_signal();
  void log_slow();
  void answer(mmps::shm::unix_socket asking);
  [[nodiscard]] std::string who() const;
  [[nodiscard]] std::string report();

  const observed here_;
  const pid_t process_;
  std::optional<quit_signal> signal_;  // none: the signal keeps its usual effect
  std::string path_;                   // of the socket; empty: there is none
  mmps::shm::unix_socket door_;
  std::pair<mmps::shm::unix_socket, mmps::shm::unix_socket> end_;  // readable: the observer ends
  std::atomic<bool> over_{false};
  std::vector<known_descriptor> known_;
  std::unique_ptr<std::thread> thread_;
  std::map<std::uint64_t, std::string> logged_;
};

}  // namespace mentat::node
