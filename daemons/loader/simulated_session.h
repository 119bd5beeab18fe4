// Processes of a session on the virtual network, in one thread, for the tests of daemons: time
// passes in run(), where the daemons take their turns. Thread-safety: none.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "daemons/loader/daemon.h"
#include "daemons/loader/session_access.h"
#include "mmps/sim/network.h"
#include "mmps/wire/little_endian.h"
#include "mmps/wire/message_type.h"
#include "rts/session/members/termination_detector.h"

namespace mentat::loader {

// The processes of host h: its instantiation manager, its token-matching unit, and others.
inline mmps::mmps_name manager_of(std::uint32_t host) {
  return mmps::mmps_name::of_process(host, 1, 1, 1);
}
inline mmps::mmps_name unit_of(std::uint32_t host) {
  return mmps::mmps_name::of_process(host, 1, 2, 1);
}
inline mmps::mmps_name worker_of(std::uint32_t host, std::uint32_t number = 10) {
  return mmps::mmps_name::of_process(host, 1, number, 1);
}
inline constexpr std::size_t for_ever = SIZE_MAX;
inline const mmps::mmps_name driver = mmps::mmps_name::of_process(1, 1, 0, 1);

class simulated_session;

class simulated_process final : public session_access {
 public:
  simulated_process(simulated_session& in, const mmps::mmps_name& self);

  using session_access::send;
  bool send(mmps::message_header& header, std::span<const std::byte> body) override;
  bool receive(handler handle) override;
  std::vector<mmps::message_header> take_undelivered() override { return {}; }
  bool has_mail() const override { return !mail_.empty(); }
  bool has_mail_from(const mmps::mmps_name& process) const override {
    return std::ranges::any_of(mail_, [&](const auto& one) { return one.first == process; });
  }
  bool keeps_messages() const override { return false; }
  void note_up(const mmps::mmps_name& process, const std::string&) override {
    reachable_.insert(process);
  }
  void forget(const mmps::mmps_name& process) override { reachable_.erase(process); }
  mmps::shm::doorbell& own_page() override { return *page_; }
  const mmps::shm::doorbell* page_of(const mmps::mmps_name& process) override;

  // For a process that is not a daemon: sends a message; returns the arrived messages of a type.
  void say(mmps::mentat_message&& message, const mmps::mmps_name& to);
  void say(mmps::message_type type, const mmps::mmps_name& to, std::uint64_t tag,
           std::span<const std::byte> body = {}, std::uint16_t flags = 0);
  std::vector<mmps::mentat_message> take(mmps::message_type type);

  void take_in();
  // The number of sends to each process that are still refused for lack of room.
  std::map<mmps::mmps_name, std::size_t> refusals;

 private:
  simulated_session& session_;
  const mmps::mmps_name self_;
  const std::unique_ptr<mmps::transport> transport_;
  const std::unique_ptr<mmps::shm::doorbell> page_ = std::make_unique<mmps::shm::doorbell>();
  std::set<mmps::mmps_name> reachable_;
  std::deque<std::pair<mmps::mmps_name, mmps::mentat_message>> mail_;
};

class simulated_session {
 public:
  simulated_process& add(const mmps::mmps_name& name) {
    auto& place = processes_[name];
    place = std::make_unique<simulated_process>(*this, name);
    return *place;
  }
  simulated_process& operator[](const mmps::mmps_name& name) { return *processes_.at(name); }
  [[nodiscard]] bool contains(const mmps::mmps_name& name) const {
    return processes_.contains(name);
  }
  // The daemon takes turns from now on, while time passes.
  void give_turns_to(daemon& one) { daemons_.push_back(&one); }
  void run(base::duration length = 10 * base::millisecond);
  // A daemon's answer to the driver's query. `last_ended`: an end that the driver knows of.
  node::activity activity_of(const mmps::mmps_name& asked, const mmps::mmps_name& last_ended = {});
  [[nodiscard]] base::instant now() const { return network_.now(); }
  mmps::sim::network& network() { return network_; }

 private:
  base::instant take_turns();

  mmps::sim::network network_{1};
  std::map<mmps::mmps_name, std::unique_ptr<simulated_process>> processes_;
  std::vector<daemon*> daemons_;
};

// --- implementation

inline simulated_process::simulated_process(simulated_session& in, const mmps::mmps_name& self)
    : session_(in), self_(self), transport_(in.network().open(self)) {}

inline bool simulated_process::send(mmps::message_header& header, std::span<const std::byte> body) {
  const mmps::mmps_name to = header.destination.process();
  if (!session_.contains(to)) return false;
  if (std::size_t& left = refusals[to]; left > 0) {
    --left;
    return false;
  }
  if (!header.source.bound()) header.source = self_;
  mmps::mentat_message message(header, body);
  REQUIRE(transport_->connect(to, "sim:").empty());
  return transport_->try_send(to, message) == mmps::sent::yes;
}

inline void simulated_process::take_in() {
  transport_->receive(1'000, [&](const mmps::mmps_name& from, mmps::mentat_message&& message) {
    mail_.emplace_back(from, std::move(message));
  });
}

inline bool simulated_process::receive(handler handle) {
  auto mail = std::exchange(mail_, {});
  for (const auto& [from, message] : mail) handle(message.header, message.body());
  return !mail.empty();
}

inline const mmps::shm::doorbell* simulated_process::page_of(const mmps::mmps_name& process) {
  return process.host == self_.host && session_.contains(process) ? &session_[process].own_page()
                                                                  : nullptr;
}

inline void simulated_process::say(mmps::mentat_message&& message, const mmps::mmps_name& to) {
  message.header.destination = to;
  CHECK(send(message.header, message.body()));
}

inline void simulated_process::say(mmps::message_type type, const mmps::mmps_name& to,
                                   std::uint64_t tag, std::span<const std::byte> body,
                                   std::uint16_t flags) {
  mmps::mentat_message message(body);
  message.header.type = static_cast<std::uint8_t>(type);
  message.header.tag = {tag, 0};
  message.header.class_id = 7;
  message.header.flags = flags;
  say(std::move(message), to);
}

inline std::vector<mmps::mentat_message> simulated_process::take(mmps::message_type type) {
  std::vector<mmps::mentat_message> found;
  std::erase_if(mail_, [&](auto& one) {
    if (one.second.header.type != static_cast<std::uint8_t>(type)) return false;
    found.push_back(std::move(one.second));
    return true;
  });
  return found;
}

inline base::instant simulated_session::take_turns() {
  base::instant next = base::instant::never();
  for (daemon* one : daemons_) {
    base::instant wants = one->turn(now());
    for (int turns = 1; wants <= now(); ++turns) {
      REQUIRE(turns < 1'000);
      wants = one->turn(now());
    }
    next = std::min(next, wants);
  }
  return next;
}

inline void simulated_session::run(base::duration length) {
  const base::instant end = now() + length;
  for (;;) {
    const base::instant next = std::min(take_turns(), end);
    if (const auto at = network_.advance(next))
      processes_.at(*at)->take_in();
    else if (now() >= end)
      return;
  }
}

inline node::activity simulated_session::activity_of(const mmps::mmps_name& asked,
                                                     const mmps::mmps_name& last_ended) {
  simulated_process& asks = *processes_.at(driver);
  asks.say(mmps::message_type::query, asked, 0, mmps::bytes_of(last_ended));
  run();
  const auto answers = asks.take(mmps::message_type::pong);
  REQUIRE(answers.size() == 1);
  REQUIRE(answers[0].body().size() == sizeof(node::activity));
  return mmps::get_words<node::activity>(answers[0].body().data());
}

}  // namespace mentat::loader
