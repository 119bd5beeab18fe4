// The sender's knowledge of where a piece of a buffer is, so that the piece crosses the network
// once for each host, and leaves this process for two hosts.
//
// The first process of a host to which a piece goes gets its bytes, and puts them into the memory
// of its host (shared_pieces.h). A frame with the same piece for another process there names that
// message instead: at once if the first process has acknowledged it, else as soon as it does. Once
// two hosts get the bytes from here, the first process of a further host gets a name, too, of the
// message to a process of another host, which it asks for the bytes (fetched_pieces.h). So the
// hosts are a binary tree for each piece. docs/adr/0045 tells of it.
//
// A frame that waits longer than `patience` without progress of the process that it waits for
// carries bytes. So does one whose source has ended, and one whose receiver does not get the piece
// and says so: a name may fail, a piece is never lost. The frame counts as sent for its link all
// the time, which keeps the bytes until they are acknowledged.
//
// Invariants: 1. A frame waits only for one that came here before it, so no circle of frames
// waits. 2. A frame goes out with a name only if the process that it names has acknowledged the
// piece. 3. A frame whose piece was missing carries bytes from then on.
// Limits: known pieces: fixed.shared_pieces for each host; frames that wait or are named: the
// windows of their links. A process in which too many pieces were missing gets bytes for a while,
// and is not told to ask one that did not answer.
// Thread-safety: none. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/net/missed_pieces.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::net {

class spread_pieces {
 public:
  static constexpr base::duration patience = base::second;
  static constexpr unsigned fan_out = 2;  // hosts that get a piece from one host

  explicit spread_pieces(base::seeded_bug bug = base::seeded_bug::none) : bug_(bug) {}

  struct frame_id {
    mmps_name to;
    std::uint64_t sequence = 0;
    friend auto operator<=>(const frame_id&, const frame_id&) = default;
  };
  using frames = std::vector<frame_id>;  // to be sent again, which calls pass() again

  // Whether pass() has to be asked.
  [[nodiscard]] static bool concerns(const mentat_message& frame);
  // A frame is about to go to a process of another host. False: not now. May replace it by a name.
  [[nodiscard]] bool pass(base::instant now, const mmps_name& to, mentat_message& frame);
  [[nodiscard]] frames note_acknowledged(base::instant now, const mmps_name& by,
                                         std::uint64_t sequence);
  // The process has ended.
  [[nodiscard]] frames forget(const mmps_name& process);
  // The connection to the process has broken.
  [[nodiscard]] frames note_unreachable(const mmps_name& process);
  // The receiver has not got the piece that the frame names. False: it was not named, or has been
  // reported already.
  [[nodiscard]] bool note_missing(const frame_id& frame);
  // So many were missing on its own host that the process gets bytes now.
  [[nodiscard]] bool gets_bytes(const mmps_name& to) const;
  [[nodiscard]] frames take_overdue(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;
  // From now on no frame waits. Returns those that do.
  [[nodiscard]] frames wait_no_more();

 private:
  using place = std::pair<const std::byte*, std::size_t>;
  struct known_piece {
    frame_id brought_by;
    std::uint64_t order = 0;  // of that frame if it waits; 0: it has gone out
    std::weak_ptr<std::byte[]> memory;
    std::optional<frame_id> source;  // on another host; none: the bytes went from here
    unsigned depth = 0;              // of that host in the tree of the piece
    unsigned serves = 0;             // hosts, with the piece
    bool is_unreachable = false;     // for a process of another host
  };
  struct host {
    std::map<place, known_piece> pieces;
    std::deque<place> order;  // of the pieces, the oldest first
    std::size_t bytes = 0;
  };
  struct process {
    std::uint64_t acknowledged = 0;
    std::uint64_t sent = 0;                   // the last frame that was passed, or waits
    std::map<std::uint64_t, frame_id> named;  // frames that name a piece, and which one
    missed_pieces at_home;
    std::map<mmps_name, missed_pieces> elsewhere;  // by the process that was to be asked
    base::instant progress{};
    bool is_slow = false;  // a frame has waited for it too long
  };
  struct waiting_frame {
    frame_id awaits;
    std::uint64_t order = 0;
    base::instant since{};
    bool was_overdue = false;
  };
  struct going {  // about to go
    frame_id id;
    const mentat_message& frame;
    std::uint64_t order = 0;
  };

  // tree_of_pieces.cc
  [[nodiscard]] const frame_id* source_of(const going& one);
  [[nodiscard]] known_piece* find(std::uint32_t on_host, const mentat_message& piece);
  [[nodiscard]] bool is_usable(const frame_id& source) const;
  [[nodiscard]] known_piece* host_to_ask(const going& one);
  [[nodiscard]] bool may_ask(const going& one, const known_piece& holder);
  known_piece& note_piece(const going& one);
  [[nodiscard]] known_piece* find(const frame_id& brought_by);
  void forget_piece(const frame_id& brought_by);

  void send_later(base::instant now, const going& one, const frame_id& source);
  void note_gone(base::instant now, const frame_id& id);
  static void name(mentat_message& frame, const frame_id& source);
  [[nodiscard]] frames awaiting(const mmps_name& process) const;
  [[nodiscard]] base::instant deadline_of(const waiting_frame& one) const;

  const base::seeded_bug bug_;
  bool is_closing_ = false;
  std::uint64_t last_order_ = 0;
  std::map<std::uint32_t, host> hosts_;
  std::map<mmps_name, process> processes_;
  std::map<frame_id, waiting_frame> waiting_;
};

}  // namespace mentat::mmps::net
