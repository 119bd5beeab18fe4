// Processes that are really one: queues between endpoints of the same program, for tests and for
// nodes that share a process.
//
// An exchange is a world of its own: its endpoints find each other by name, and an address is the
// name in writing. Bodies are moved, not copied. What is on the way to an endpoint lies in one
// queue there. Limits: limits of the queue, then `sent::full`; what the receiver has begun to take
// does not count. Ownership: endpoints refer to their exchange, which outlives them. Thread-safety:
// as transport.h says. Cost: some 0.15 us a message; a wake-up only if the receiver waits.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <vector>

#include "mmps/transport/peer_events.h"
#include "mmps/transport/transport.h"

namespace mentat::mmps::inproc {

struct limits {
  std::size_t most_messages = 65536;
  std::size_t most_bytes = std::size_t{256} << 20;  // of bodies; one that is larger is taken alone
};

// What has arrived at one endpoint. Thread-safe.
class mailbox {
 public:
  struct delivery {
    mmps_name from;
    mentat_message message;
  };

  explicit mailbox(const limits& most) : limits_(most) {}

  sent put(const mmps_name& from, mentat_message& message, base::duration longest);
  void tell(peer_event event);
  void wake();
  void close();

  // For the receiver's thread.
  std::deque<delivery> take();
  std::vector<peer_event> take_events();
  bool wait(base::duration longest);

 private:
  [[nodiscard]] bool has_room(std::size_t bytes) const;
  void signal_arrival(std::unique_lock<std::mutex>& held);

  const limits limits_;
  std::mutex lock_;
  std::condition_variable arrival_;
  std::condition_variable room_;
  std::deque<delivery> queue_;
  std::size_t bytes_ = 0;
  peer_events events_;
  std::size_t senders_waiting_ = 0;
  bool receiver_waiting_ = false;
  bool woken_ = false;
  bool closed_ = false;
};

class endpoint;

class exchange {
 public:
  explicit exchange(const limits& most = {}) : limits_(most) {}

  // REQUIRES: no open endpoint has the name.
  [[nodiscard]] std::unique_ptr<transport> open(const mmps_name& self);

 private:
  friend class endpoint;

  struct resident {
    std::shared_ptr<mailbox> box;  // null while it is not open
    std::set<endpoint*> wanted_by;
  };

  limits limits_;
  std::shared_mutex lock_;  // of residents_
  std::map<mmps_name, resident> residents_;
};

class endpoint final : public transport {
 public:
  endpoint(exchange& world, const mmps_name& self);
  ~endpoint() override { close(); }

  [[nodiscard]] mmps_name self() const override { return self_; }
  [[nodiscard]] std::string address() const override;
  [[nodiscard]] std::string connect(const mmps_name& peer, std::string_view address) override;
  void disconnect(const mmps_name& peer) override;
  [[nodiscard]] sent try_send(const mmps_name& peer, mentat_message& message) override;
  [[nodiscard]] sent send(const mmps_name& peer, mentat_message& message,
                          base::duration longest) override;
  std::size_t receive(std::size_t most, handler take) override;
  bool wait(base::duration longest) override;
  void wake() override { box_->wake(); }
  [[nodiscard]] std::vector<peer_event> take_events() override { return box_->take_events(); }
  void close() override;

 private:
  std::shared_ptr<mailbox> box_of(const mmps_name& peer);

  exchange& world_;
  const mmps_name self_;
  const std::shared_ptr<mailbox> box_;
  std::deque<mailbox::delivery> taken_;  // of the receiver's thread
};

}  // namespace mentat::mmps::inproc
