#include "mmps/sim/network.h"

#include <algorithm>

#include "mmps/base/check.h"

namespace mentat::mmps::sim {

using base::duration;
using base::instant;

// ---- the network

std::unique_ptr<transport> network::open(const mmps_name& self) {
  return std::make_unique<process>(*this, self);
}

void network::set_every_way(const way& behaviour) {
  every_way_ = behaviour;
  ways_.clear();
}

void network::set_way(const mmps_name& from, const mmps_name& to, const way& behaviour) {
  ways_[{from, to}] = behaviour;
}

const way& network::behaviour_of(const pair& on) const {
  const auto own = ways_.find(on);
  return own == ways_.end() ? every_way_ : own->second;
}

instant network::next_arrival() const {
  return arrivals_.empty() ? instant::never() : arrivals_.begin()->first.first;
}

void network::silence_after(const mmps_name& process, std::uint64_t messages) {
  open_.at(process)->messages_left_ = messages;
}

bool network::is_silent(const mmps_name& process) const {
  const auto found = open_.find(process);
  return found != open_.end() && found->second->messages_left_ == 0;
}

bool network::full(const pair& on) const {
  const auto found = traffic_.find(on);
  return found != traffic_.end() && found->second.on_the_way >= max_on_a_way;
}

void network::transmit(const pair& on, mentat_message& message) {
  const way& behaviour = behaviour_of(on);
  if (behaviour.cut || random_.below(1'000'000) < behaviour.loss) {
    if (observe_) observe_(on.first, on.second, message, instant::never());
    message = mentat_message{};
    return;
  }
  if (random_.below(1'000'000) < behaviour.duplication) schedule(on, behaviour, message.again());
  schedule(on, behaviour, std::move(message));
}

void network::schedule(const pair& on, const way& behaviour, mentat_message&& message) {
  traffic& pipe = traffic_[on];
  const auto spread = static_cast<std::uint64_t>(behaviour.latency_most - behaviour.latency_least);
  instant at = now_ + (behaviour.latency_least + static_cast<duration>(random_.below(spread + 1)));
  if (!behaviour.reordering) at = std::max(at, pipe.last_arrival);
  pipe.last_arrival = std::max(pipe.last_arrival, at);
  ++pipe.on_the_way;
  if (observe_) observe_(on.first, on.second, message, at);
  arrivals_.try_emplace({at, ++scheduled_},
                        arrival{on, open_.at(on.second)->opening_, std::move(message)});
}

std::optional<mmps_name> network::advance(instant until) {
  while (next_arrival() <= until) {
    auto first = arrivals_.extract(arrivals_.begin());
    now_ = std::max(now_, first.key().first);
    arrival& arrived = first.mapped();
    const auto receiver = open_.find(arrived.on.second);
    if (receiver == open_.end() || receiver->second->opening_ != arrived.opening) {
      --traffic_[arrived.on].on_the_way;
      continue;
    }
    receiver->second->inbox_.emplace_back(arrived.on.first, std::move(arrived.message));
    return arrived.on.second;
  }
  now_ = std::max(now_, until);
  return std::nullopt;
}

// ---- a process in it

process::process(network& net, const mmps_name& self)
    : net_(net), self_(self), opening_(++net.openings_) {
  MENTAT_CHECK(net_.open_.try_emplace(self, this).second, "a process is opened once at a time");
  for (const auto& [name, other] : net_.open_)
    if (other->wanted_.contains(self)) other->events_.put({peer_event::kind::up, self, {}});
}

std::string process::address() const {
  return "sim:" + std::to_string(self_.host) + "." + std::to_string(self_.incarnation) + "." +
         std::to_string(self_.slot) + "." + std::to_string(self_.generation);
}

std::string process::connect(const mmps_name& peer, std::string_view address) {
  if (!address.starts_with("sim:"))
    return "\"" + std::string(address) + "\" is not the address of a simulated process";
  if (closed_) return "the transport is closed";
  wanted_.insert(peer);
  if (net_.open_.contains(peer))
    events_.put({peer_event::kind::up, peer, {}});
  else
    events_.put({peer_event::kind::down, peer, "nobody answers at " + std::string(address)});
  return {};
}

sent process::try_send(const mmps_name& peer, mentat_message& message) {
  if (closed_ || !wanted_.contains(peer) || !net_.open_.contains(peer)) return sent::gone;
  if (net_.full({self_, peer})) return sent::full;
  if (messages_left_) {
    if (*messages_left_ == 0) {
      message = mentat_message{};
      return sent::yes;
    }
    --*messages_left_;
  }
  net_.transmit({self_, peer}, message);
  return sent::yes;
}

sent process::send(const mmps_name& peer, mentat_message& message, duration longest) {
  const instant until = net_.now() + longest;
  for (;;) {
    const sent result = try_send(peer, message);
    if (result != sent::full || net_.next_arrival() > until) return result;
    net_.advance(until);
  }
}

std::size_t process::receive(std::size_t most, handler take) {
  std::size_t received = 0;
  for (; received < most && !inbox_.empty(); ++received) {
    auto [from, message] = std::move(inbox_.front());
    inbox_.pop_front();
    --net_.traffic_[{from, self_}].on_the_way;
    take(from, std::move(message));
  }
  return received;
}

bool process::wait(duration longest) {
  const instant until = net_.now() + longest;
  for (;;) {
    if (!inbox_.empty() || !events_.empty()) return true;
    if (std::exchange(woken_, false) || closed_ || net_.now() >= until) return false;
    net_.advance(until);
  }
}

void process::close() {
  if (std::exchange(closed_, true)) return;
  net_.open_.erase(self_);
  for (const auto& [from, message] : inbox_) --net_.traffic_[{from, self_}].on_the_way;
  inbox_.clear();
  wanted_.clear();
  for (const auto& [name, other] : net_.open_)
    if (other->wanted_.contains(self_))
      other->events_.put({peer_event::kind::down, self_, "the process has closed"});
}

}  // namespace mentat::mmps::sim
