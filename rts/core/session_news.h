// What a process knows of the others of its session, for objects that depend on them: which other
// hosts take part, which processes have ended and why, and the homes of objects that have several.
// In one process it is empty. Thread-safety: all functions. Ownership: names and watches; a watch
// lives until unwatch(). Of ended processes the last 4,096 are remembered, of homes at most 4,096.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mmps_name.h"

namespace mentat {

class scheduler;
class server_object;

// An object with guards that depends on other processes. When the first of them has ended, the
// object tests its guards again.
struct process_watch {
  process_watch(server_object& of, std::vector<mmps::mmps_name> on)
      : object(of), processes(std::move(on)) {}
  process_watch(const process_watch&) = delete;
  process_watch& operator=(const process_watch&) = delete;

  server_object& object;
  const std::vector<mmps::mmps_name> processes;
  std::string cause;  // of the end; constant once `has_ended` is set
  std::atomic<bool> has_ended{false};
};

class session_news {
 public:
  static constexpr std::size_t max_remembered = 4'096;
  using names = std::vector<mmps::mmps_name>;

  void plant(base::seeded_bug bug) { bug_ = bug; }
  [[nodiscard]] bool has(base::seeded_bug bug) const { return bug_ == bug; }

  void note_host(std::uint32_t host);
  void note_host_left(std::uint32_t host);
  [[nodiscard]] std::vector<std::uint32_t> other_hosts() const;  // ascending

  // Activates the objects that watch it; `on` runs them.
  void note_end(const mmps::mmps_name& process, const std::string& cause, scheduler& on);
  // Empty: it lives, or is not known.
  [[nodiscard]] std::optional<std::string> cause_of_end(const mmps::mmps_name& process) const;
  // If one of the processes has ended before, `has_ended` is set at once.
  void watch(process_watch& by);
  void unwatch(process_watch& by);

  // Null: they are not known here.
  [[nodiscard]] std::shared_ptr<const names> homes_of(const mmps::mmps_name& object) const;
  std::shared_ptr<const names> note_homes(const mmps::mmps_name& object, names homes);
  void forget_homes(const mmps::mmps_name& object);

 private:
  base::seeded_bug bug_ = base::seeded_bug::none;
  mutable std::mutex lock_;
  std::set<std::uint32_t> hosts_;
  std::map<mmps::mmps_name, std::string> ended_;
  std::deque<mmps::mmps_name> ended_in_order_;
  std::set<process_watch*> watches_;
  std::map<mmps::mmps_name, std::shared_ptr<const names>> homes_;
};

}  // namespace mentat
