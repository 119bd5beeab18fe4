// The message cases of the suite of all transports. A shm_transport has no addresses and no peers
// that return under one name, because the supervisor announces the processes. So the test uses an
// adapter and omits the cases about connecting. It also omits `full`: messages without room wait in
// the sender.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>

#include "mmps/futex/futex.h"
#include "mmps/shm/shm_transport.h"
#include "mmps/transport/conformance.h"

using namespace mentat;
using namespace mentat::mmps;

namespace {

class adapter final : public transport {
 public:
  adapter(const std::string& folder, const mmps_name& self)
      : self_(self),
        here_({.folder = folder, .self = self, .forwarder = {}}),
        pump_([this] { pump(); }) {}
  ~adapter() override {
    over_ = true;
    here_.bell().ring();
    pump_.join();
  }

  mmps_name self() const override { return self_; }
  std::string address() const override { return "here"; }
  std::string connect(const mmps_name& peer, std::string_view) override {
    connected_.insert(peer);
    events_.push_back({peer_event::kind::up, peer, ""});
    return "";
  }
  void disconnect(const mmps_name& peer) override { connected_.erase(peer); }

  sent try_send(const mmps_name& peer, mentat_message& message) override {
    if (!connected_.contains(peer)) return sent::gone;
    message_header header = message.header;
    header.source = self_;
    header.destination = peer;
    if (here_.send(header, message.body()) != shm::shm_transport::sent::yes) return sent::gone;
    message = mentat_message();
    return sent::yes;
  }
  sent send(const mmps_name& peer, mentat_message& message, base::duration) override {
    return try_send(peer, message);
  }

  std::size_t receive(std::size_t most, handler take) override {
    std::deque<arrival> some;
    {
      std::lock_guard guard(lock_);
      for (; some.size() < most && !arrived_.empty(); arrived_.pop_front())
        some.push_back(std::move(arrived_.front()));
    }
    for (auto& [from, message] : some) take(from, std::move(message));
    return some.size();
  }
  bool wait(base::duration longest) override {
    std::unique_lock guard(lock_);
    const bool there = changed_.wait_for(guard, std::chrono::nanoseconds(longest), [&] {
      return woken_ || !arrived_.empty() || !events_.empty();
    });
    return !std::exchange(woken_, false) && there;
  }
  void wake() override {
    std::lock_guard guard(lock_);
    woken_ = true;
    changed_.notify_all();
  }
  std::vector<peer_event> take_events() override { return std::exchange(events_, {}); }
  void close() override {}

 private:
  using arrival = std::pair<mmps_name, mentat_message>;

  // Does the work of a process's workers: receive, send waiting messages, and sleep on the bell.
  void pump() {
    shm::doorbell& bell = here_.bell();
    while (!over_) {
      const bool any =
          here_.receive([&](const message_header& header, std::span<const std::byte> body) {
            mentat_message message(body);
            message.header = header;
            std::lock_guard guard(lock_);
            arrived_.emplace_back(header.source, std::move(message));
            changed_.notify_all();
          });
      if (any) continue;
      const std::uint32_t before = bell.words[0].load();
      bell.listen(0);
      if (!here_.has_mail() && !over_)
        base::futex_wait(bell.words[0], before, 0, true);
      bell.stop_listening(0);
    }
  }

  const mmps_name self_;
  shm::shm_transport here_;
  std::set<mmps_name> connected_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::vector<peer_event> events_;
  std::deque<arrival> arrived_;
  bool woken_ = false;
  std::atomic<bool> over_{false};
  std::thread pump_;
};

struct world {
  static constexpr bool threads = true;
  world() {
    char name[] = "/tmp/mentat_shm_conformance_XXXXXX";
    REQUIRE(mkdtemp(name));
    folder = name;
  }
  ~world() { std::filesystem::remove_all(folder); }
  std::unique_ptr<transport> open(const mmps_name& self) {
    return std::make_unique<adapter>(folder, self);
  }
  std::string folder;
};

}  // namespace

TEST_CASE_TEMPLATE_INVOKE(conformance_order, world);
TEST_CASE_TEMPLATE_INVOKE(conformance_sizes, world);
TEST_CASE_TEMPLATE_INVOKE(conformance_several, world);
TEST_CASE_TEMPLATE_INVOKE(conformance_self, world);
TEST_CASE_TEMPLATE_INVOKE(conformance_unconnected, world);
TEST_CASE_TEMPLATE_INVOKE(conformance_million, world);
TEST_CASE_TEMPLATE_INVOKE(conformance_wake, world);
TEST_CASE_TEMPLATE_INVOKE(conformance_handler, world);
TEST_CASE_TEMPLATE_INVOKE(conformance_threads, world);
TEST_CASE_TEMPLATE_INVOKE(conformance_wake_across, world);
