#include "rts/durable/origin_table.h"

#include <algorithm>

namespace mentat::durable {

std::uint64_t origin_table::last(origin of) const {
  const auto found = origins_.find(of);
  return found == origins_.end() ? 0 : found->second.last;
}

const answer* origin_table::find(origin of, std::uint64_t number) const {
  const auto found = origins_.find(of);
  if (found == origins_.end()) return nullptr;
  const auto kept = found->second.answers.find(number);
  return kept == found->second.answers.end() ? nullptr : &kept->second;
}

const answer* origin_table::find(const repetition& of) const {
  if (!of.possible()) return nullptr;
  const auto found = repetitions_.find(of);
  return found == repetitions_.end() ? nullptr : &found->second;
}

void origin_table::apply(const effect& one) {
  state& mine = origins_[one.origin];
  for (const numbered_answer& each : one.answers) {
    mine.last = std::max(mine.last, each.number);
    mine.answers.insert_or_assign(each.number, each.answer);
    if (each.name.possible()) keep_for_repetition(each.name, each.answer);
  }
  settle(one.origin, one.settled);
}

void origin_table::keep_for_repetition(const repetition& name, const answer& what) {
  if (!repetitions_.emplace(name, what).second) return;
  in_order_.push_back(name);
  if (in_order_.size() <= max_repetitions) return;
  repetitions_.erase(in_order_.front());
  in_order_.pop_front();
}

void origin_table::settle(origin of, std::uint64_t up_to) {
  const auto found = origins_.find(of);
  if (found == origins_.end()) return;
  auto& kept = found->second.answers;
  kept.erase(kept.begin(), kept.upper_bound(up_to));
}

std::size_t origin_table::kept() const {
  std::size_t sum = 0;
  for (const auto& [of, mine] : origins_) sum += mine.answers.size();
  return sum;
}

std::size_t origin_table::bytes() const {
  constexpr std::size_t frame = 32;
  std::size_t sum = 0;
  for (const auto& [of, mine] : origins_) {
    sum += frame;
    for (const auto& [number, what] : mine.answers) sum += frame + what.value.size();
  }
  for (const auto& [name, what] : repetitions_) sum += frame + what.value.size();
  return sum;
}

void origin_table::encode(byte_sink& into) const {
  into.put(static_cast<std::uint32_t>(origins_.size()));
  for (const auto& [of, mine] : origins_) {
    into.put(of);
    into.put(mine.last);
    into.put(static_cast<std::uint32_t>(mine.answers.size()));
    for (const auto& [number, what] : mine.answers)
      durable::encode(numbered_answer{number, {}, what}, into);
  }
  into.put(static_cast<std::uint32_t>(in_order_.size()));
  for (const repetition& name : in_order_)
    durable::encode(numbered_answer{0, name, repetitions_.at(name)}, into);
}

// In order and each once, as encode() has written them.
std::optional<origin_table> origin_table::decode(byte_cursor& from) {
  constexpr std::size_t least_origin_size = 8 + 8 + 4;
  origin_table made;
  for (std::uint32_t left = from.count(least_origin_size); left > 0 && from.ok(); --left) {
    const auto of = from.number<origin>();
    if (!made.origins_.empty() && of <= made.origins_.rbegin()->first) from.fail();
    state& mine = made.origins_[of];
    mine.last = from.number<std::uint64_t>();
    for (std::uint32_t of_it = from.count(least_answer_size); of_it > 0 && from.ok(); --of_it) {
      numbered_answer one = decode_answer(from);
      const bool follows = mine.answers.empty() || one.number > mine.answers.rbegin()->first;
      if (one.name != repetition() || !follows) from.fail();
      mine.answers.emplace_hint(mine.answers.end(), one.number, std::move(one.answer));
    }
  }
  for (std::uint32_t left = from.count(least_answer_size); left > 0 && from.ok(); --left) {
    const numbered_answer one = decode_answer(from);
    const std::size_t before = made.in_order_.size();
    if (one.name.possible()) made.keep_for_repetition(one.name, one.answer);
    if (one.number != 0 || made.in_order_.size() == before) from.fail();
  }
  if (!from.ok()) return std::nullopt;
  return made;
}

}  // namespace mentat::durable
