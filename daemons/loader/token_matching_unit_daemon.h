// The token-matching unit of a host as a daemon: the machine of daemons/tmu behind daemon.h.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "daemons/loader/daemon.h"
#include "daemons/tmu/token_matching_unit.h"

namespace mentat::loader {

class token_matching_unit_daemon final : public daemon {
 public:
  // `store`: null, or outlives the daemon.
  token_matching_unit_daemon(const tmu::identity& who, const mmps::mmps_name& driver,
                             const tmu::limits& limits, tmu::spill_store* store,
                             session_access& through)
      : daemon(who.self, driver, through), unit_(who, limits, store) {}

  [[nodiscard]] const tmu::token_matching_unit& unit() const { return unit_; }

 private:
  void step(base::instant now, mmps::mentat_message&& message) override {
    unit_.step(now, std::move(message));
  }
  void process_up(base::instant, const reachable_process&) override {}
  void start_refused(base::instant, node::role, const std::string&) override {}
  void tick(base::instant now) override { unit_.tick(now); }
  [[nodiscard]] base::instant next_deadline() const override { return unit_.next_deadline(); }
  std::vector<mmps::mentat_message> take_output() override { return unit_.take_output(); }
  [[nodiscard]] bool is_busy() const override { return unit_.acquires(); }
  [[nodiscard]] dropped_messages dropped_by_machine() const override {
    return {.malformed = unit_.counted().malformed,
            .unexpected = unit_.counted().unexpected,
            .tombstones = unit_.database().tombstones_dropped()};
  }

  tmu::token_matching_unit unit_;
};

}  // namespace mentat::loader
