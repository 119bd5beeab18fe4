// The sender's knowledge of which process of another host has received a piece of a buffer, so that
// the piece crosses the network once for each host.
//
// The first process of a host to which a piece goes gets its bytes, and puts them into the memory
// of its host (shared_pieces.h). A frame with the same piece for another process there names that
// message instead: at once if the first process has acknowledged it, else as soon as it does. A
// frame that waits longer than `patience` without progress of the first process carries bytes. So
// does one whose first process has ended, and one whose receiver does not find the piece and says
// so: a name may fail, a piece is never lost. The frame counts as sent for its link all the
// time, which keeps the bytes until they are acknowledged.
//
// Invariant: a frame waits only for one that went out before it, so no circle of frames waits.
// Limits: known pieces: fixed.shared_pieces for each host; frames that wait or are named: the
// windows of their links. A process in which too many pieces were missing gets bytes for a while.
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
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::net {

// The body of a frame with flag::elsewhere.
struct piece_elsewhere {
  mmps_name receiver;  // of the bytes, on the host of the frame's receiver
  std::uint64_t sequence = 0;
  std::uint32_t size = 0;
  std::uint32_t crc = 0;

  // Under the header of that frame, whose body it replaces.
  [[nodiscard]] mentat_message in_place_of(const mentat_message& piece) const;
  // What a frame to `self` says. Empty: its sender is at fault.
  static std::optional<piece_elsewhere> read(const mentat_message& frame, const mmps_name& self);
};

class spread_pieces {
 public:
  static constexpr base::duration patience = base::second / 2;

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
  // The receiver has not found the piece that the frame names. False: it was not named, or has been
  // reported already.
  [[nodiscard]] bool note_missing(const frame_id& frame);
  // So many were missing that the process gets bytes now.
  [[nodiscard]] bool gets_bytes(const mmps_name& to) const;
  [[nodiscard]] frames take_overdue(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;

 private:
  using place = std::pair<const std::byte*, std::size_t>;
  struct known_piece {
    frame_id with_bytes;
    std::weak_ptr<std::byte[]> memory;
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
    std::uint64_t named_ever = 0, missing_ever = 0, unnamed = 0;
    base::instant progress{};
    bool is_slow = false;  // a frame has waited for it too long
  };
  struct waiting_frame {
    frame_id awaits;
    base::instant since{};
  };

  [[nodiscard]] const known_piece* find(const mmps_name& to, const mentat_message& piece) const;
  void note_bytes(const mmps_name& to, const mentat_message& piece);
  void forget_piece(std::uint32_t on_host, const frame_id& with_bytes);
  static void note_unnamed(process& to);
  static void name(mentat_message& frame, const frame_id& with_bytes);
  [[nodiscard]] base::instant deadline_of(const waiting_frame& one) const;

  std::map<std::uint32_t, host> hosts_;
  std::map<mmps_name, process> processes_;
  std::map<frame_id, waiting_frame> waiting_;
};

}  // namespace mentat::mmps::net
