// The instantiation manager of a host as a daemon: the machine of daemons/im behind daemon.h, and
// the facts that it needs about its session. It reads the loads of the processes of this host from
// their pages, identifies hosts by the names of their managers, and shows in its own page how many
// more units have room here and on other hosts.
//
// In front of the manager stands the keeper of durable objects: it makes requests of its own, whose
// answers come back to it.
//
// A request from a host that the supervisor has not reported yet waits for that report, 10 s at
// most. A request from a host that has left does not wait. Limits: 4,096 such requests, further
// ones are dropped and counted; 256 hosts that have left, then the oldest is forgotten.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "daemons/im/instantiation_manager.h"
#include "daemons/keeper/object_keeper.h"
#include "daemons/loader/daemon.h"
#include "daemons/loader/remote_creations.h"

namespace mentat::loader {

class instantiation_manager_daemon final : public daemon {
 public:
  // Asks the supervisor for a process of this host, which note_up() or note_refused() answers.
  using process_starter = std::function<void(node::role wanted)>;

  instantiation_manager_daemon(const im::settings& chosen, const mmps::mmps_name& driver,
                               process_starter start, session_access& through);

  [[nodiscard]] const im::instantiation_manager& manager() const { return manager_; }

 private:
  void step(base::instant now, mmps::mentat_message&& message) override;
  void process_up(base::instant now, const reachable_process& process) override;
  void start_refused(base::instant now, node::role wanted, const std::string& cause) override;
  void host_drains(base::instant now, const mmps::mmps_name& manager,
                   const std::string& why) override;
  void tick(base::instant now) override;
  [[nodiscard]] base::instant next_deadline() const override;
  std::vector<mmps::mentat_message> take_output() override;
  [[nodiscard]] bool is_busy() const override {
    return manager_.waiting() != 0 || !early_.empty() || keeper_.is_busy();
  }
  [[nodiscard]] dropped_messages dropped_by_machine() const override {
    return {.malformed = manager_.counted().malformed + keeper_.malformed(),
            .unexpected = manager_.counted().ignored,
            .early = early_dropped_};
  }

  bool step_keeper(base::instant now, const mmps::mentat_message& message);
  void work_for_keeper(base::instant now, bool by_end);
  void host_up(base::instant now, const mmps::mmps_name& manager);
  void process_down(base::instant now, const mmps::mentat_message& news);
  void set_members(base::instant now);
  [[nodiscard]] bool is_early(const mmps::mentat_message& message) const;
  void keep_early(base::instant now, mmps::mentat_message&& message);

  void read_loads(base::instant now);
  [[nodiscard]] std::int64_t far_room(base::instant now) const;
  void show_room(base::instant now);

  const im::settings chosen_;
  const process_starter start_;
  session_access& access_;
  im::instantiation_manager manager_;
  keeper::object_keeper keeper_;
  im::output output_;  // of the manager
  base::instant now_{};
  std::vector<mmps::mmps_name> processes_;             // processes of this host that execute calls
  std::map<std::uint32_t, mmps::mmps_name> managers_;  // by host
  std::deque<mmps::mmps_name> left_;                   // managers of hosts that have left
  std::deque<mmps::mentat_message> early_;
  base::instant forget_early_{};
  std::uint64_t early_dropped_ = 0;
  remote_creations remote_creations_;
  std::vector<mmps::mentat_message> lost_with_hosts_;  // answers for objects on lost hosts
  base::instant next_load_check_ = base::instant::never();
};

}  // namespace mentat::loader
