// The instantiation manager [TOCS96 3.2.6]: finds the place where a member function of a regular
// class is executed, and the process in which a persistent object is made. One for each host; a
// machine: messages and points in time go in, messages and decisions come out.
//
// A request that arrives is accepted or transferred by FALCON (daemons/falcon). A regular one that
// is accepted gets a place in a process that has room; if none has, it waits, first come first
// served, and is bound to a process only when that one has room. A persistent one is passed to the
// chosen process, which answers the caller itself and tells this manager (`instantiated`, flag
// persistent).
//
// Invariants: (1) a request that was accepted is answered exactly once, with a name or with an
// error that says why, unless its sender has ended. (2) hops never pass the transfer limit, except
// for the one hop to a host that a hint names. A request for a host that takes part and has not
// come yet waits for it. (3) A place that was given out stays taken until it is
// given back (`finished`), its process has ended, or its holder is gone; a lent one for
// `longest_lent` at most. A repetition after a silence may be answered twice, by two hosts; it
// gives the place that it does not need back.
//
// Takes: instantiate, instantiated (of a persistent object made here), finished, down, pong. Sends:
// instantiated, instantiate (to a manager or a process), finished (passed on to the host it belongs
// to), down (to token-matching units of other hosts that had places in the process), pong (a load;
// without one: no request follows to the receiver, whose host is being drained).
// Thread-safety: none. Ownership: its own tables; shares the member list. Errors: values; bytes
// that make no sense are counted and ignored. Cost: some look-ups for each message; linear in the
// processes of this host.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemons/falcon/scheduler.h"
#include "daemons/im/announcements.h"
#include "daemons/im/description.h"
#include "daemons/im/limits.h"
#include "daemons/im/location_wish.h"
#include "daemons/im/member_list.h"
#include "daemons/im/object_processes.h"
#include "daemons/im/process_table.h"
#include "daemons/im/waiting_requests.h"
#include "mmps/base/instant.h"
#include "mmps/base/random.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/wire/hint.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::im {

struct settings {
  mmps::mmps_name self;
  std::vector<named_host> hosts;  // hosts that take part, with this one; some may not have come yet
  std::uint32_t cores = 1;        // of this host
  std::uint64_t seed = 0;
  falcon::settings falcon;
  im::limits limits;
  bool isolation = false;             // every persistent object in a process of its own
  std::uint32_t spare_processes = 2;  // kept ready for new objects
  base::duration news_interval =
      10 * base::millisecond;  // between two announcements that this host has room, or none
  std::uint32_t news_to = 4;   // hosts that hear such an announcement
  // waiting time for a host that has not come yet
  base::duration host_patience = 20 * base::second;
  base::duration start_retry = 100 * base::millisecond;  // after the loader has failed
  base::seeded_bug bug = base::seeded_bug::none;
};

// The owner asks the loader for a process that can execute `class_hash`, and answers with
// process_started or start_failed.
struct start_process {
  std::uint64_t class_hash = 0;
  bool for_object = false;  // for one object alone; answered with object_process_started or _failed
};

struct output {
  std::vector<mmps::mentat_message> messages;  // header.destination names the receiver
  std::vector<start_process> starts;
};

class instantiation_manager {
 public:
  // A borrower gives a place back sooner (rts/session/calls/leases.h), unless it computes all the
  // time and does not call the run-time system.
  static constexpr base::duration longest_lent = 250 * base::millisecond;

  // REQUIRES: self is a process; cores, limits > 0.
  explicit instantiation_manager(const settings& chosen);

  // Hosts of the previous list that are missing in this one, in that incarnation, are gone.
  void set_members(base::instant now, std::shared_ptr<const member_list> members);
  // The host of this manager, which may be this one, gets no further requests; its own and those
  // that wait there go to other hosts. It stays a member until it leaves.
  void host_drains(base::instant now, const mmps::mmps_name& manager, std::string_view why);
  void process_started(base::instant now, const mmps::mmps_name& process, std::uint32_t cores);
  void start_failed(base::instant now, std::string_view why);
  void object_process_started(base::instant now, const mmps::mmps_name& process);
  void object_process_failed(base::instant now, std::string_view why);
  // The process's report of itself; see process_state.
  void note_load(base::instant now, const mmps::mmps_name& process, std::uint32_t runnable,
                 std::uint32_t parked);

  void step(base::instant now, mmps::mentat_message&& message);
  void tick(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;
  output take_output();

  [[nodiscard]] im::description describe() const;
  [[nodiscard]] const counters& counted() const { return counted_; }
  // Requests for which no process has room, or whose host has not come yet.
  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  [[nodiscard]] std::uint64_t free_places() const {
    return is_drained() ? 0 : processes_.free_places();
  }
  // This host is being drained, and no process was promised to a request any more.
  [[nodiscard]] bool promises_nothing() const {
    return is_drained() && processes_.places() == 0 && being_made_.empty() && waiting() == 0 &&
           all_have_parted();
  }
  [[nodiscard]] bool is_drained() const { return drains(chosen_.self.host); }
  [[nodiscard]] bool drains(falcon::host_id host) const { return drained_.contains(host); }
  [[nodiscard]] falcon::load load() const;
  [[nodiscard]] const falcon::load_view& view() const { return view_; }

 private:
  struct object_being_made {
    std::uint64_t class_hash = 0;
    mmps::mmps_name caller;
    mmps::message_header header;
  };
  using request_key = std::pair<mmps::tag, mmps::mmps_name>;  // tag and sender; or tag and process

  void on_instantiate(base::instant now, mmps::mentat_message&& message);
  void on_instantiated(const mmps::mentat_message& message);
  void on_finished(mmps::mentat_message&& message);
  void on_down(const mmps::mentat_message& message);
  void on_pong(base::instant now, const mmps::mentat_message& message);
  void remember_end(const mmps::mmps_name& process);
  void process_ended(const mmps::mmps_name& process, std::string_view cause);
  void holders_gone(const std::function<bool(const mmps::mmps_name& holder)>& gone);

  [[nodiscard]] known_hosts hosts() const {
    return {chosen_.self.host, chosen_.hosts, *members_, left_};
  }
  void keep_absent(base::instant now, mmps::mentat_message&& message, falcon::host_id on);
  void retry_absent(base::instant now);
  void expire_absent(base::instant now);
  // A borrower that computes and does not call the run-time system gives nothing back.
  void take_back_lent(base::instant now);
  bool answered_before(const mmps::message_header& header);
  [[nodiscard]] falcon::decision decide(base::instant now, const mmps::message_header& header,
                                        const location_wish& wanted);
  void transfer(mmps::mentat_message&& message, falcon::host_id to);
  void accept(base::instant now, mmps::mentat_message&& message, location_wish&& wanted);
  // Whether the request was handled; if not, it has to wait.
  bool grant(base::instant now, mmps::mentat_message& message, const location_wish& wanted);
  bool grant_object(mmps::mentat_message& message, const location_wish& wanted);
  bool grant_isolated(mmps::mentat_message& message, const location_wish& wanted);
  bool make_object(mmps::mentat_message& message, const mmps::mmps_name& process);
  void not_made(const mmps::mmps_name& process);
  [[nodiscard]] bool is_isolated(const mmps::message_header& header,
                                 const location_wish& wanted) const;
  void want_object_processes(base::instant now);
  // For the requests that wait for one. Those for the keeper need one process together.
  [[nodiscard]] std::size_t needed_object_processes() const {
    return chosen_.isolation ? waiting_.isolated() : std::min<std::size_t>(waiting_.isolated(), 1);
  }
  void grant_waiting(base::instant now);
  void refuse_waiting(std::string_view why, bool isolated);
  [[nodiscard]] bool all_have_parted() const;
  void note_open_hosts();
  void pass_waiting_on(base::instant now);
  void drain(base::instant now, const mmps::mmps_name& manager, std::string_view why);
  [[nodiscard]] std::string why_drained(const location_wish& wanted) const;
  [[nodiscard]] bool may_start() const {
    return !is_drained() && starting_ + processes_.all().size() < chosen_.limits.processes;
  }
  void want_process(base::instant now, std::uint64_t class_hash);
  void end_step(base::instant now);

  void answer(const mmps::message_header& asked, const mmps::mmps_name& process);
  void refuse(const mmps::message_header& asked, std::string_view why);
  void reply(const mmps::message_header& asked, std::span<const std::byte> body,
             std::uint16_t flags);
  // The other location policies read no loads, so loads are not announced.
  [[nodiscard]] bool tells_loads() const {
    return chosen_.falcon.where == falcon::location::best_most_recently;
  }
  void tell_load(falcon::host_id host);
  [[nodiscard]] bool has_to_announce() const;
  void announce(base::instant now);
  [[nodiscard]] falcon::load load_for(const mmps::message_header& header) const;

  settings chosen_;
  falcon::scheduler falcon_;
  base::random chance_;
  std::shared_ptr<const member_list> members_;
  process_table processes_;
  falcon::load_view view_;

  waiting_requests waiting_;
  std::set<falcon::host_id> left_;                       // hosts that were members
  std::map<falcon::host_id, std::string> drained_;       // members; why
  std::vector<falcon::host_id> open_hosts_;              // the other members
  std::map<mmps::mmps_name, std::string> early_drains_;  // of managers that are no members yet
  std::set<mmps::mmps_name> parted_;  // managers that pass no request on to this host any more
  bool may_grant_ = false;            // an event occurred for which they wait
  std::map<request_key, object_being_made> being_made_;  // by tag and process
  std::map<mmps::mmps_name, std::uint64_t> objects_;     // their classes

  std::set<mmps::mmps_name> ended_;  // processes, of any host
  std::deque<mmps::mmps_name> ended_in_order_;

  std::uint32_t starting_ = 0;
  std::uint32_t start_failures_ = 0;
  base::instant no_start_before_;

  object_processes apart_;
  std::uint32_t object_failures_ = 0;
  base::instant no_object_process_before_;

  announcements announcements_;

  counters counted_;
  output output_;
};

}  // namespace mentat::im
