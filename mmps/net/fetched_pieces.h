// The pieces of buffers for which a process has asked processes of other hosts, because frames of
// their sender name them there (spread_pieces.h).
//
// Each is asked for once; the answer is put in the place of the frame, which the link has not seen
// yet. A piece whose holder has ended, or has answered nothing for `patience`, is given up: then
// its sender is told that it is missing, and sends the bytes. So a holder can delay a piece, and
// never lose it. Limits: the windows of the senders' links, beyond which no frame is looked at.
// Thread-safety: none. Pure. Cost: O(pieces) for an end, O(log pieces) otherwise.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/base/seeded_bug.h"
#include "mmps/net/piece_elsewhere.h"
#include "mmps/net/spread_pieces.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::net {

class fetched_pieces {
 public:
  // Less than that with which other frames of the sender wait for this process.
  static constexpr base::duration patience = spread_pieces::patience / 2;

  struct wanted_piece {
    mmps_name sender;
    message_header header;  // of the frame that names it
    piece_elsewhere piece;
  };
  using pieces = std::vector<wanted_piece>;

  explicit fetched_pieces(base::seeded_bug bug = base::seeded_bug::none) : bug_(bug) {}

  // The number of the question. None: it has been asked.
  [[nodiscard]] std::optional<std::uint64_t> ask(base::instant now, const wanted_piece& one);
  // `by` has answered that question. None: it was not asked, or has been given up.
  [[nodiscard]] std::optional<wanted_piece> take(base::instant now, const mmps_name& by,
                                                 std::uint64_t number);
  // That question could not be sent.
  std::optional<wanted_piece> take_back(std::uint64_t number);
  // The process cannot be asked any more. Returns the pieces that are given up.
  [[nodiscard]] pieces give_up(const mmps_name& holder);
  // The process has ended: nobody waits for what it sent.
  void forget_sender(const mmps_name& sender);
  [[nodiscard]] pieces take_overdue(base::instant now);
  [[nodiscard]] base::instant next_deadline() const;

 private:
  using frame = std::pair<mmps_name, std::uint64_t>;  // sender, number on its link
  struct question {
    wanted_piece what;
    base::instant since{};
  };
  struct holder {
    std::uint64_t unanswered = 0;
    base::instant progress{};
  };

  static frame frame_of(const wanted_piece& one);
  template <typename Condition>
  pieces remove_if(const Condition& is_over);
  void note_over(const wanted_piece& one);
  [[nodiscard]] base::instant deadline_of(const question& one) const;

  const base::seeded_bug bug_;
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, question> questions_;
  std::map<frame, std::uint64_t> numbers_;
  std::map<mmps_name, holder> holders_;  // of unanswered questions
};

}  // namespace mentat::mmps::net
