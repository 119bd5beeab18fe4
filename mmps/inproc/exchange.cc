#include "mmps/inproc/exchange.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "mmps/base/check.h"

namespace mentat::mmps::inproc {
namespace {

using base::duration;

std::string written(const mmps_name& name) {
  return "inproc:" + std::to_string(name.host) + "." + std::to_string(name.incarnation) + "." +
         std::to_string(name.slot) + "." + std::to_string(name.generation);
}

// A duration that is too long for the clock's arithmetic is as good as a year.
std::chrono::nanoseconds bounded(duration longest) {
  return std::chrono::nanoseconds(std::min(longest, 365 * 24 * 3600 * base::second));
}

}  // namespace

// ---- mailbox

bool mailbox::has_room(std::size_t bytes) const {
  return queue_.empty() ||
         (queue_.size() < limits_.most_messages && bytes_ + bytes <= limits_.most_bytes);
}

sent mailbox::put(const mmps_name& from, mentat_message& message, duration longest) {
  const std::size_t bytes = message.body().size();
  std::unique_lock held(lock_);
  if (longest > 0 && !closed_ && !has_room(bytes)) {
    ++senders_waiting_;
    room_.wait_for(held, bounded(longest), [&] { return closed_ || has_room(bytes); });
    --senders_waiting_;
  }
  if (closed_) return sent::gone;
  if (!has_room(bytes)) return sent::full;
  bytes_ += bytes;
  queue_.push_back({from, std::move(message)});
  signal_arrival(held);
  return sent::yes;
}

void mailbox::signal_arrival(std::unique_lock<std::mutex>& held) {
  const bool waiting = receiver_waiting_;
  held.unlock();
  if (waiting) arrival_.notify_one();
}

void mailbox::tell(peer_event event) {
  std::unique_lock held(lock_);
  if (closed_) return;
  events_.put(std::move(event));
  signal_arrival(held);
}

void mailbox::wake() {
  std::unique_lock held(lock_);
  woken_ = true;
  signal_arrival(held);
}

void mailbox::close() {
  std::unique_lock held(lock_);
  closed_ = true;
  queue_.clear();
  events_.clear();
  bytes_ = 0;
  room_.notify_all();
  signal_arrival(held);
}

std::deque<mailbox::delivery> mailbox::take() {
  std::deque<delivery> all;
  const std::lock_guard held(lock_);
  all.swap(queue_);
  bytes_ = 0;
  if (senders_waiting_ > 0) room_.notify_all();
  return all;
}

std::vector<peer_event> mailbox::take_events() {
  const std::lock_guard held(lock_);
  return events_.take();
}

bool mailbox::wait(duration longest) {
  std::unique_lock held(lock_);
  receiver_waiting_ = true;
  arrival_.wait_for(held, bounded(longest),
                    [&] { return closed_ || woken_ || !queue_.empty() || !events_.empty(); });
  receiver_waiting_ = false;
  if (!queue_.empty() || !events_.empty()) return true;
  woken_ = false;
  return false;
}

// ---- endpoint

std::unique_ptr<transport> exchange::open(const mmps_name& self) {
  return std::make_unique<endpoint>(*this, self);
}

endpoint::endpoint(exchange& world, const mmps_name& self)
    : world_(world), self_(self), box_(std::make_shared<mailbox>(world.limits_)) {
  const std::lock_guard held(world_.lock_);
  exchange::resident& here = world_.residents_[self_];
  MENTAT_CHECK(here.box == nullptr, "an endpoint is opened once at a time");
  here.box = box_;
  for (endpoint* const other : here.wanted_by) other->box_->tell({peer_event::kind::up, self_, {}});
}

std::string endpoint::address() const { return written(self_); }

std::string endpoint::connect(const mmps_name& peer, std::string_view address) {
  if (address != written(peer))
    return "\"" + std::string(address) + "\" is not the address of that endpoint, " + written(peer);
  const std::lock_guard held(world_.lock_);
  if (world_.residents_.at(self_).box != box_) return "the transport is closed";
  exchange::resident& there = world_.residents_[peer];
  there.wanted_by.insert(this);
  if (there.box != nullptr)
    box_->tell({peer_event::kind::up, peer, {}});
  else
    box_->tell({peer_event::kind::down, peer, "nobody answers at " + written(peer)});
  return {};
}

void endpoint::disconnect(const mmps_name& peer) {
  const std::lock_guard held(world_.lock_);
  const auto found = world_.residents_.find(peer);
  if (found == world_.residents_.end()) return;
  found->second.wanted_by.erase(this);
  if (found->second.box == nullptr && found->second.wanted_by.empty())
    world_.residents_.erase(found);
}

std::shared_ptr<mailbox> endpoint::box_of(const mmps_name& peer) {
  const std::shared_lock held(world_.lock_);
  const auto found = world_.residents_.find(peer);
  if (found == world_.residents_.end() || !found->second.wanted_by.contains(this)) return nullptr;
  return found->second.box;
}

sent endpoint::try_send(const mmps_name& peer, mentat_message& message) {
  return send(peer, message, 0);
}

sent endpoint::send(const mmps_name& peer, mentat_message& message, duration longest) {
  const std::shared_ptr<mailbox> box = box_of(peer);
  return box == nullptr ? sent::gone : box->put(self_, message, longest);
}

std::size_t endpoint::receive(std::size_t most, handler take) {
  if (taken_.empty()) taken_ = box_->take();
  std::size_t received = 0;
  for (; received < most && !taken_.empty(); ++received) {
    mailbox::delivery next = std::move(taken_.front());
    taken_.pop_front();
    take(next.from, std::move(next.message));
  }
  return received;
}

bool endpoint::wait(duration longest) { return !taken_.empty() || box_->wait(longest); }

void endpoint::close() {
  const std::lock_guard held(world_.lock_);
  const auto here = world_.residents_.find(self_);
  if (here == world_.residents_.end() || here->second.box != box_) return;
  here->second.box = nullptr;
  box_->close();
  taken_.clear();
  for (endpoint* const other : here->second.wanted_by)
    if (other != this)
      other->box_->tell({peer_event::kind::down, self_, "the endpoint has closed"});
  for (auto next = world_.residents_.begin(); next != world_.residents_.end();) {
    next->second.wanted_by.erase(this);
    const bool forgotten = next->second.box == nullptr && next->second.wanted_by.empty();
    next = forgotten ? world_.residents_.erase(next) : std::next(next);
  }
}

}  // namespace mentat::mmps::inproc
