// The token-matching unit of a host as a daemon: the machine of daemons/tmu behind daemon.h.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "daemons/loader/daemon.h"
#include "daemons/tmu/token_matching_unit.h"
#include "mmps/shm/bell.h"
#include "mmps/wire/message_type.h"

namespace mentat::loader {

class token_matching_unit_daemon final : public daemon {
 public:
  // `store`: null, or outlives the daemon.
  token_matching_unit_daemon(const tmu::identity& who, const mmps::mmps_name& driver,
                             const tmu::limits& limits, tmu::spill_store* store,
                             session_access& through)
      : daemon(who.self, driver, through), unit_(who, limits, store), access_(through) {}

  [[nodiscard]] const tmu::token_matching_unit& unit() const { return unit_; }

 private:
  void step(base::instant now, mmps::mentat_message&& message) override {
    unit_.step(now, std::move(message));
  }
  void process_down(base::instant now, mmps::mentat_message&& down,
                    const node::suspects_of_end& suspects) override {
    unit_.on_down(now, down, suspects ? &*suspects : nullptr);
  }
  void process_up(base::instant now, const reachable_process& process) override {
    const bool is_driver = process.role == node::role::driver;
    if (is_driver || process.role == node::role::worker || process.role == node::role::object)
      unit_.on_up(now, process.name, is_driver);
  }
  void start_refused(base::instant, node::role, const std::string&) override {}
  void tick(base::instant now) override {
    if (unit_.taking_over().is_due(now)) presume_what_pages_list();
    unit_.tick(now);
  }
  [[nodiscard]] base::instant next_deadline() const override { return unit_.next_deadline(); }
  std::vector<mmps::mentat_message> take_output() override { return unit_.take_output(); }
  [[nodiscard]] bool is_busy() const override { return unit_.acquires(); }
  [[nodiscard]] dropped_messages dropped_by_machine() const override {
    return {.malformed = unit_.counted().malformed,
            .unexpected = unit_.counted().unexpected,
            .tombstones = unit_.database().tombstones_dropped()};
  }

  // All threads of a process may run functions, so that none tells which units it executes.
  void presume_what_pages_list() {
    const std::set<mmps::mmps_name> silent = unit_.taking_over().awaited();
    for (const mmps::mmps_name& process : silent)
      if (const auto* page = access_.page_of(process))
        if (auto begun = page->begun.all()) unit_.presume(process, std::move(*begun));
  }

  tmu::token_matching_unit unit_;
  session_access& access_;
};

}  // namespace mentat::loader
