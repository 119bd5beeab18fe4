// Pieces of values that never change cross a link once: the receiver keeps those that came last,
// and the sender sends the number of one that the receiver still has, in its place.
//
// Both ends count the pieces in the order of the link, and drop the oldest by the same rule, so
// they agree without a message. Invariant: the sender names only pieces that the receiver has.
// Ownership: the receiver shares the bodies with the messages that brought them; the sender keeps
// none, and never names a piece whose memory has ended, since other values may be there now.
// Thread-safety: none. Limits: fixed.repeated_pieces for each link; smaller pieces than
// `least_bytes` are not kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "mmps/base/fixed_limits.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::mmps::net {

// The numbers of the pieces that the receiver has: from first() up to end().
class piece_window {
 public:
  static constexpr std::size_t max_bytes = fixed::repeated_pieces.value;

  [[nodiscard]] std::uint64_t first() const { return first_; }
  [[nodiscard]] std::uint64_t end() const { return first_ + sizes_.size(); }
  // Adds one at the end. Returns how many go at the beginning.
  std::size_t add(std::size_t size);

 private:
  std::uint64_t first_ = 0;
  std::deque<std::size_t> sizes_;
  std::size_t bytes_ = 0;
};

class sent_pieces {
 public:
  static constexpr std::size_t least_bytes = std::size_t{16} << 10;

  // The piece may be kept by its receiver.
  [[nodiscard]] static bool is_worth(const mentat_message& piece);
  [[nodiscard]] bool has(const mentat_message& piece) const { return find(piece) != nullptr; }
  // A message that names the piece, under the same header; none: the receiver does not have it.
  [[nodiscard]] std::optional<mentat_message> named(const mentat_message& piece) const;
  // The piece itself goes to the receiver now.
  void add(const mentat_message& piece);

 private:
  using place = std::pair<const std::byte*, std::size_t>;
  struct sent_piece {
    std::uint64_t number = 0;
    std::uint32_t crc = 0;
    std::weak_ptr<std::byte[]> memory;
  };

  // Null: the receiver does not have it.
  [[nodiscard]] const sent_piece* find(const mentat_message& piece) const;

  piece_window window_;
  std::deque<place> places_;  // of the pieces in the window
  std::map<place, sent_piece> pieces_;
};

class received_pieces {
 public:
  // Keeps the piece, or puts the one that the message names into its place. False: the sender is at
  // fault, because there is none.
  [[nodiscard]] bool take(mentat_message& message);

 private:
  piece_window window_;
  std::deque<mentat_message> pieces_;
};

}  // namespace mentat::mmps::net
