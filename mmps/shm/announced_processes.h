// The system's process numbers (pid) of a session's processes on this host, as announced by the
// supervisor; they check the claims of a process. One process for each number of a name; the
// next life replaces it. Thread-safety: all functions.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::shm {

class announced_processes {
 public:
  void note(const mmps_name& process, pid_t number) {
    {
      std::lock_guard guard(lock_);
      known_[process.process_number()] = {process, number};
    }
    noted_.notify_all();
  }
  void forget(const mmps_name& process) {
    std::lock_guard guard(lock_);
    if (find(process)) known_.erase(process.process_number());
  }

  // Empty: it is not announced yet, or it has ended.
  [[nodiscard]] std::optional<pid_t> number_of(const mmps_name& process) const {
    std::lock_guard guard(lock_);
    return find(process);
  }
  // The same, but waits for the announcement.
  [[nodiscard]] std::optional<pid_t> wait_for(const mmps_name& process,
                                              std::chrono::milliseconds longest) const {
    std::unique_lock guard(lock_);
    noted_.wait_for(guard, longest, [&] { return find(process).has_value(); });
    return find(process);
  }

 private:
  [[nodiscard]] std::optional<pid_t> find(const mmps_name& process) const {
    const auto at = known_.find(process.process_number());
    if (at == known_.end() || at->second.first != process) return std::nullopt;
    return at->second.second;
  }

  mutable std::mutex lock_;
  mutable std::condition_variable noted_;
  std::map<std::uint32_t, std::pair<mmps_name, pid_t>> known_;  // by number of the process
};

}  // namespace mentat::mmps::shm
