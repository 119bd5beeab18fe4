// The hosts of a session [TOCS96 3.2.5: the hosts that FALCON chooses from], as one host knows
// them. A pure machine.
//
// The first host, the founder, numbers the hosts, admits them, and sends the list whenever it
// changes; the others adopt it. A restarted host joins anew, under the number of its key and with
// the next incarnation. Every host sends a heartbeat each second; one that is not heard for
// `lost_after` is lost. The founder decides; another host tells it which hosts it does not hear.
// When the founder itself is gone, each host decides for itself, and no host can join any more. A
// living host that was declared lost, or that has lost the founder, is cut off: it asks the founder
// for its place again, and comes back as the next incarnation under its old number.
//
// Invariants:
//  1. An incarnation that is not up never is again.
//  2. Of each number one incarnation is known, the newest; its changes are reported in order: up,
//  down, up.
//  3. A host never reports itself down; it learns that it was put out (`expelled`).
// Limits: `hosts` in the list, including those that are gone (the oldest of those makes room).
// Ownership: of the list. Thread-safety: none. Cost: O(hosts) a step.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemons/host/wire/host_message.h"
#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"

namespace mentat::host {

struct membership_limits {
  std::size_t hosts = max_hosts;
  base::duration beat_every = base::second;
  base::duration silent_after = 3 * base::second;
  base::duration lost_after = 5 * base::second;
  base::duration lost_after_word = 2 * base::second;  // its engine has said that it is lost
  base::duration forsaken_after = 0;  // cut off for so long, this host leaves; 0: it stays
  base::seeded_bug bug = base::seeded_bug::none;
};

struct membership_output {
  struct change {
    host_info host;  // as it is now
  };
  std::vector<change> changes;
  std::vector<suspect_form> suspicions;  // to the founder
  bool tell_list = false;                // founder: to every host
  bool beat = false;                     // to every host
  std::string expelled;  // not empty: this host is not in the session any more, for this reason
};

class membership {
 public:
  static constexpr std::uint32_t founder_number = 1;

  // For the founder: its name, address, key, cores. For an admitted guest: the founder's answer.
  membership(const membership_limits& limits, base::instant now, host_info founder);
  membership(const membership_limits& limits, base::instant now, const joined_form& told);

  // For the founder: the guest's place, or the reason for its refusal (a text). A guest that
  // repeats its request (same key and nonce) gets the same answer.
  struct admission {
    joined_form as;
    std::string refused;
  };
  [[nodiscard]] admission admit(base::instant now, const join_form& guest, std::uint32_t session);

  // A message of any kind arrived from that incarnation.
  void hear(base::instant now, std::uint32_t number, std::uint32_t incarnation);
  void take_load(std::uint32_t number, std::uint32_t load);
  void take_list(base::instant now, const members_form& list);  // from the founder
  void take_suspicion(base::instant now, const suspect_form& about);
  void take_leave(base::instant now, std::uint32_t number, std::uint32_t incarnation,
                  bool is_cut_short = false);
  // That host, which may be this one, is being drained. Until it has left it stays up, and the list
  // says so.
  void take_draining(std::uint32_t number, std::uint32_t incarnation, std::uint64_t until,
                     const std::string& why);
  // The engine that has started this host says that it is lost, and why: for the founder. A host
  // that is silent then is lost sooner, with that cause; a living one is kept.
  void take_word_of_loss(std::uint32_t number, const std::string& why);
  void tick(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;
  [[nodiscard]] membership_output take_output() { return std::exchange(output_, {}); }

  [[nodiscard]] bool is_founder() const { return self_ == founder_number; }
  [[nodiscard]] bool founder_is_up() const;
  // The founder is lost, or has declared this host lost.
  [[nodiscard]] bool is_cut_off() const;
  [[nodiscard]] const membership_limits& limits() const { return limits_; }
  [[nodiscard]] const host_info& self() const { return hosts_.at(self_).info; }
  [[nodiscard]] const host_info* find(std::uint32_t number) const;
  [[nodiscard]] bool is_up(std::uint32_t number, std::uint32_t incarnation) const;
  [[nodiscard]] members_form list() const;
  [[nodiscard]] std::vector<host_info> others_up() const;
  [[nodiscard]] std::vector<host_info> others_for_work() const;  // up, and not being drained
  [[nodiscard]] bool is_silent(base::instant now, std::uint32_t number) const;
  [[nodiscard]] std::uint32_t load_of(std::uint32_t number) const;

 private:
  struct entry {
    host_info info;
    base::instant heard;
    std::uint64_t nonce = 0;  // for the founder: the nonce of the admitted start
    std::uint32_t load = 0;
    bool suspected = false;
    std::string word_of_loss{};  // of its engine; empty: it has said nothing
  };

  void watch_founder(base::instant now);
  void put_up(base::instant now, const host_info& host, std::uint64_t nonce);
  void put_down(entry& of, host_state state, const std::string& cause);
  bool make_room();
  [[nodiscard]] base::duration lost_after(const entry& of) const {
    return of.word_of_loss.empty() ? limits_.lost_after : limits_.lost_after_word;
  }
  [[nodiscard]] std::string free_name(const std::string& wanted, const entry* before) const;
  [[nodiscard]] bool judges(std::uint32_t number) const;

  membership_limits limits_;
  std::uint32_t self_;
  std::map<std::uint32_t, entry> hosts_;  // by number; self included
  std::uint32_t last_number_ = founder_number;
  std::uint64_t version_ = 1;
  base::instant next_beat_;
  base::instant cut_off_at_ = base::instant::never();
  membership_output output_;
};

}  // namespace mentat::host
