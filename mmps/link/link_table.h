// The links of one process, one for each of its peers.
//
// A slot identifies a process; the peer is the newest incarnation that we have heard of or sent to.
// When a newer one appears, the old one has ended: its unacknowledged messages come back as
// `undelivered`, and the link begins anew. Once an incarnation has ended, so or by close(), its
// frames are dropped, and sends to it are `stale`.
//
// Invariant: at most one link to a slot. Limits: `peers` slots ("fixed.peers"); closed slots make
// room for new ones. Ownership: of the links and their messages. Thread-safety: none. Pure. Cost:
// O(log peers) beside the link's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/instant.h"
#include "mmps/base/random.h"
#include "mmps/link/link.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps {

struct link_table_limits {
  link_limits link;
  std::size_t peers = fixed::peers.value;
};

struct link_table_output {
  struct addressed {
    mmps_name peer;
    mentat_message message;
  };
  struct progress {
    mmps_name peer;
    std::uint64_t acknowledged;  // everything up to it is in the peer's custody
  };
  std::vector<addressed> frames;       // to give to the transport, in this order
  std::vector<addressed> delivered;    // from that peer, for the owner
  std::vector<addressed> undelivered;  // to that peer, which has ended before it acknowledged them
  std::vector<progress> acknowledged;
};

class link_table {
 public:
  enum class queued : std::uint8_t {
    yes,
    full,            // fixed.link_queue of this peer
    stale,           // that incarnation has ended
    too_many_peers,  // fixed.peers
  };

  link_table(const link_table_limits& limits, std::uint64_t seed)
      : limits_(limits), random_(seed) {}

  // The message's sequence number is written to `sequence`, if it is given. Unless `yes`, the
  // message is untouched. REQUIRES: peer.is_process().
  [[nodiscard]] queued send(base::instant now, const mmps_name& peer, mentat_message&& message,
                            std::uint64_t* sequence = nullptr);
  void step(base::instant now, const mmps_name& from, mentat_message&& frame);
  void tick(base::instant now);
  // The time of the next tick(), which may find that the deadline was put off.
  [[nodiscard]] base::instant next_deadline() const;
  [[nodiscard]] bool has_output() const {
    return !output_.frames.empty() || !output_.delivered.empty() || !output_.acknowledged.empty();
  }
  [[nodiscard]] link_table_output take_output() { return std::exchange(output_, {}); }
  // The same into `to`, whose content is dropped and whose memory the next output reuses.
  void take_output(link_table_output& to);

  // As in link_end; does nothing if there is no link to the peer.
  void set_credit(base::instant now, const mmps_name& peer, std::size_t bytes);
  void repeat(const mmps_name& peer, std::uint64_t sequence);
  // The same of a link that the peer's first frame would make.
  [[nodiscard]] bool expects(const mmps_name& peer, std::uint64_t sequence) const;
  void note_withheld(base::instant now, const mmps_name& peer);
  // As in link_end, but makes the link if there is none, so that the peer learns our name.
  void pipe_up(base::instant now, const mmps_name& peer);
  // That incarnation has ended, whether there was a link to it or not.
  void close(const mmps_name& peer);

  [[nodiscard]] const link_end* find(const mmps_name& peer) const;
  // Whether that incarnation is known to have ended.
  [[nodiscard]] bool has_ended(const mmps_name& peer) const;
  // The number of frames dropped since the start: of stale or too many peers, with impossible
  // numbers, and beyond the window.
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  using slot = std::pair<std::uint32_t, std::uint32_t>;  // host, slot
  struct entry {
    mmps_name name;
    std::optional<link_end> end;  // none: that incarnation has ended
    std::uint64_t acknowledged = 0;
    base::instant deadline = base::instant::never();
  };

  static slot slot_of(const mmps_name& name) { return {name.host, name.slot}; }
  [[nodiscard]] entry* live(const mmps_name& peer);
  [[nodiscard]] std::pair<queued, entry*> live_or_new(const mmps_name& peer);
  bool make_room();
  void end(entry& old);
  void collect(entry& changed);
  void set_deadline(entry& of, base::instant deadline);

  link_table_limits limits_;
  base::random random_;
  std::map<slot, entry> entries_;
  std::set<std::pair<base::instant, slot>> deadlines_;
  link_table_output output_;
  link_output collected_;      // empty between two calls
  std::uint64_t dropped_ = 0;  // but for those that living links have counted
};

}  // namespace mentat::mmps
