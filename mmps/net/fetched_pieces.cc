#include "mmps/net/fetched_pieces.h"

#include <algorithm>

namespace mentat::mmps::net {

fetched_pieces::frame fetched_pieces::frame_of(const wanted_piece& one) {
  return {one.sender, one.header.link_sequence};
}

std::optional<std::uint64_t> fetched_pieces::ask(base::instant now, const wanted_piece& one) {
  const auto [noted, is_new] = numbers_.try_emplace(frame_of(one), last_number_ + 1);
  if (!is_new) return std::nullopt;
  questions_.try_emplace(++last_number_, question{one, now});
  ++holders_[one.piece.receiver].unanswered;
  return last_number_;
}

std::optional<fetched_pieces::wanted_piece> fetched_pieces::take(base::instant now,
                                                                 const mmps_name& by,
                                                                 std::uint64_t number) {
  const auto found = questions_.find(number);
  if (found == questions_.end() || found->second.what.piece.receiver != by) return std::nullopt;
  holders_[by].progress = now;
  return take_back(number);
}

std::optional<fetched_pieces::wanted_piece> fetched_pieces::take_back(std::uint64_t number) {
  const auto found = questions_.find(number);
  if (found == questions_.end()) return std::nullopt;
  const wanted_piece over = found->second.what;
  questions_.erase(found);
  note_over(over);
  return over;
}

void fetched_pieces::note_over(const wanted_piece& one) {
  numbers_.erase(frame_of(one));
  const auto of = holders_.find(one.piece.receiver);
  if (--of->second.unanswered == 0) holders_.erase(of);
}

template <typename Condition>
fetched_pieces::pieces fetched_pieces::remove_if(const Condition& is_over) {
  pieces removed;
  std::erase_if(questions_, [&](const auto& one) {
    if (!is_over(one.second)) return false;
    removed.push_back(one.second.what);
    return true;
  });
  for (const wanted_piece& one : removed) note_over(one);
  return removed;
}

fetched_pieces::pieces fetched_pieces::give_up(const mmps_name& holder) {
  if (bug_ == base::seeded_bug::unanswered_pieces_awaited) return {};
  return remove_if([&](const question& one) { return one.what.piece.receiver == holder; });
}

void fetched_pieces::forget_sender(const mmps_name& sender) {
  static_cast<void>(remove_if([&](const question& one) { return one.what.sender == sender; }));
}

fetched_pieces::pieces fetched_pieces::take_overdue(base::instant now) {
  if (bug_ == base::seeded_bug::unanswered_pieces_awaited) return {};
  return remove_if([&](const question& one) { return deadline_of(one) <= now; });
}

base::instant fetched_pieces::deadline_of(const question& one) const {
  return std::max(one.since, holders_.at(one.what.piece.receiver).progress) + patience;
}

base::instant fetched_pieces::next_deadline() const {
  base::instant next = base::instant::never();
  if (bug_ == base::seeded_bug::unanswered_pieces_awaited) return next;
  for (const auto& [number, one] : questions_) next = std::min(next, deadline_of(one));
  return next;
}

}  // namespace mentat::mmps::net
