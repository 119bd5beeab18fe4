// Answers those who ask what this process does, on a thread of its own: whoever sends SIGQUIT, on
// stderr, and whoever connects to its socket, which only its user can: the command (`mentat list`)
// and the driver of the same program.
//
// A question is a packet of text: `report`, or what inspection.h knows and a number of rows. The
// answer comes as a file in memory; its first line is a row `process` that says who answers. Of a
// program of several processes the driver answers SIGQUIT for all, and waits for each of the others
// a moment only; a worker process answers who sends the signal to it alone. Where no socket or
// thread can be made, the process does without. Thread-safety: what is asked runs on the observer's
// thread, until the observer ends.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "mmps/shm/unix_socket.h"
#include "mmps/wire/mmps_name.h"
#include "rts/executor/quit_signal.h"

namespace mentat::node {

struct observed {
  std::string mode;
  mmps::mmps_name self{};
  bool is_worker = false;
  std::string folder{};  // where all processes of the program meet; empty: it is this one alone
  std::function<std::string(const std::vector<running_stack>&)> report;
  std::function<std::string(const std::string& what, std::size_t most)> rows;
  // For the log, from level info on: waits that are long, by a number, with a text where it is not
  // known already; empty: nobody asks.
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
  void listen();
  [[nodiscard]] const std::string& prefix() const;  // of the names of sockets
  void watch();
  bool look(std::span<pollfd, 3> watched);  // false: it is the end
  void tell(const std::string& text) const;
  void answer_signal();
  void log_slow();
  void answer(mmps::shm::unix_socket asking);
  [[nodiscard]] std::string who() const;
  [[nodiscard]] std::string report();

  const observed here_;
  const pid_t process_;
  std::optional<quit_signal> signal_;  // none: the signal keeps its usual effect
  std::string path_;  // of the socket; empty: there is none
  mmps::shm::unix_socket door_;
  int end_ = -1;  // an event
  std::unique_ptr<std::thread> thread_;
  std::map<std::uint64_t, std::string> logged_;
};

}  // namespace mentat::node
