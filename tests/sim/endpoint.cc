#include "tests/sim/endpoint.h"

#include <algorithm>
#include <array>

#include "mmps/base/check.h"
#include "mmps/wire/codec.h"

namespace mentat::sim {

using base::instant;
using mmps::mentat_message;
using mmps::mmps_name;

endpoint::endpoint(mmps::sim::network& net, const mmps_name& self, std::uint64_t seed)
    : links_({}, mmps::custody::on_accept, seed), transport_(net.open(self)) {}

void endpoint::send(instant now, const mmps_name& to, mentat_message&& message, std::uint64_t id,
                    std::uint64_t unit) {
  std::deque<ticket>& waiting = tickets_[to];
  waiting.push_back({0, id, unit, message.header});
  const auto queued = links_.send(now, to, std::move(message), &waiting.back().sequence);
  if (queued == mmps::link_table::queued::yes) return;
  MENTAT_CHECK(queued == mmps::link_table::queued::stale, "the simulation stays below its limits");
  output_.returned.push_back({waiting.back(), std::move(message)});
  waiting.pop_back();
}

void endpoint::receive(instant now) {
  transport_->receive(64, [&](const mmps_name& from, mentat_message&& frame) {
    tickets_.try_emplace(from);
    links_.step(now, from, std::move(frame));
  });
}

void endpoint::tick(instant now) { links_.tick(now); }

void endpoint::accept(instant now, const mmps_name& from, std::uint64_t sequence) {
  links_.accept(now, from, sequence);
}

void endpoint::end() {
  transport_->close();
  tickets_.clear();
}

void endpoint::give_frame(const mmps_name& peer, mentat_message&& frame) {
  std::array<std::byte, mmps::header_size> bytes;
  mmps::encode_header(frame.header, bytes);
  const mmps::decode_result read = mmps::decode_header(bytes);
  if (!read || mmps::check_body(read.header, frame.body()) != mmps::decode_error::none) {
    bad_frame_ = true;
    return;
  }
  if (transport_->try_send(peer, frame) != mmps::sent::gone) return;
  if (transport_->connect(peer, "sim:").empty()) (void)transport_->try_send(peer, frame);
  (void)transport_->take_events();
}

endpoint::output endpoint::take_output() {
  mmps::link_table_output links = links_.take_output();
  for (auto& frame : links.frames) give_frame(frame.peer, std::move(frame.message));
  for (auto& message : links.delivered) output_.delivered.push_back(std::move(message));
  for (const auto& progress : links.acknowledged) {
    std::deque<ticket>& waiting = tickets_[progress.peer];
    for (; !waiting.empty() && waiting.front().sequence <= progress.acknowledged;
         waiting.pop_front())
      output_.released.push_back({progress.peer, waiting.front()});
  }
  for (auto& message : links.undelivered) {
    std::deque<ticket>& waiting = tickets_[message.peer];
    MENTAT_CHECK(!waiting.empty(), "only what was sent comes back");
    output_.returned.push_back({waiting.front(), std::move(message.message)});
    waiting.pop_front();
  }
  return std::exchange(output_, {});
}

bool endpoint::holds_of(std::uint64_t unit) const {
  return std::ranges::any_of(tickets_, [&](const auto& peer) {
    return std::ranges::any_of(
        peer.second, [&](const ticket& each) { return each.id != 0 && each.unit == unit; });
  });
}

std::size_t endpoint::unacknowledged() const {
  std::size_t all = 0;
  for (const auto& [peer, waiting] : tickets_) all += waiting.size();
  return all;
}

std::pair<mmps_name, mmps::message_header> endpoint::first_unacknowledged() const {
  const auto found =
      std::ranges::find_if(tickets_, [](const auto& peer) { return !peer.second.empty(); });
  return {found->first, found->second.front().header};
}

mmps::link_counters endpoint::counters() const {
  mmps::link_counters sum;
  for (const auto& [peer, waiting] : tickets_) {
    const mmps::link_end* link = links_.find(peer);
    if (link == nullptr) continue;
    sum.sent_again += link->counters().sent_again;
    sum.duplicates += link->counters().duplicates;
    sum.early += link->counters().early;
    sum.malformed += link->counters().malformed;
    sum.beyond_window += link->counters().beyond_window;
  }
  return sum;
}

}  // namespace mentat::sim
