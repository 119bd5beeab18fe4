// The token-matching unit of a host as a daemon: the machine of daemons/tmu behind daemon.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
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
    const auto type = static_cast<mmps::message_type>(message.header.type);
    if (type == mmps::message_type::claims) note_page_of(message.header.source.process());
    if (type != mmps::message_type::down) return unit_.step(now, std::move(message));
    unit_.on_down(now, message, begun_ ? &*begun_ : nullptr);
    begun_.reset();
  }
  void process_ends(const mmps::mmps_name& process) override {
    const auto known = pages_.find(process);
    if (known == pages_.end()) return;
    begun_ = known->second->begun.all();
    pages_.erase(known);
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
  std::vector<mmps::mentat_message> take_output() override {
    std::vector<mmps::mentat_message> all = unit_.take_output();
    for (const mmps::mentat_message& one : all) note_page_of_receiver(one.header);
    return all;
  }
  [[nodiscard]] bool is_busy() const override { return unit_.acquires(); }
  [[nodiscard]] dropped_messages dropped_by_machine() const override {
    return {.malformed = unit_.counted().malformed,
            .unexpected = unit_.counted().unexpected,
            .tombstones = unit_.database().tombstones_dropped()};
  }

  void note_page_of_receiver(const mmps::message_header& header) {
    if (static_cast<mmps::message_type>(header.type) == mmps::message_type::exec)
      note_page_of(header.destination.process());
  }
  // Of a process that gets a unit, or has one: when it has ended it cannot be asked for.
  void note_page_of(const mmps::mmps_name& process) {
    if (pages_.contains(process)) return;
    if (const auto* page = access_.page_of(process)) pages_.emplace(process, page);
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
  std::optional<std::vector<std::uint64_t>> begun_;  // in the process whose `down` follows
  std::map<mmps::mmps_name, const mmps::shm::doorbell*> pages_;  // of processes that got units
};

}  // namespace mentat::loader
