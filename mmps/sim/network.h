// A virtual network: thousands of processes in one thread, virtual time, and one seed that replays
// everything, faults included. It is the clock of its processes. Each process has a transport; the
// way between any two has latency, loss, duplication, reordering, or is cut.
//
// Time passes in advance(), wait() and send() only, from arrival to arrival. Cuts and losses are
// silent: they cause no event. When a process closes, its connected peers see it at once.
// Invariants: the same seed and the same calls give the same arrivals. A way without loss,
// duplication and reordering is FIFO. A message reaches only the opening of the process to which it
// was sent. Ownership: transports refer to the network, which outlives them. Thread-safety: none.
// Cost: O(log messages on the way).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mmps/base/clock.h"
#include "mmps/base/instant.h"
#include "mmps/base/random.h"
#include "mmps/transport/peer_events.h"
#include "mmps/transport/transport.h"

namespace mentat::mmps::sim {

// How the way from one process to another behaves. Chances are out of a million.
struct way {
  base::duration latency_least = 50 * base::microsecond;
  base::duration latency_most = 200 * base::microsecond;
  std::uint32_t loss = 0;
  std::uint32_t duplication = 0;
  bool reordering = false;
  bool cut = false;
};

class process;

class network final : public base::clock {
 public:
  static constexpr std::size_t max_on_a_way = 65536;  // messages, sent and not yet received

  explicit network(std::uint64_t seed) : random_(seed) {}

  // A transport of that process. REQUIRES: no other open transport has the name.
  [[nodiscard]] std::unique_ptr<transport> open(const mmps_name& self);

  void set_every_way(const way& behaviour);  // also overrides set_way()
  void set_way(const mmps_name& from, const mmps_name& to, const way& behaviour);

  // Silences the process after `messages` more messages: later ones are dropped.
  void silence_after(const mmps_name& process, std::uint64_t messages);
  [[nodiscard]] bool is_silent(const mmps_name& process) const;

  // Called for each sent message; `arrives` is never() if it is lost. Called twice for a repeated
  // one.
  using observer = std::function<void(const mmps_name& from, const mmps_name& to,
                                      const mentat_message& message, base::instant arrives)>;
  void observe(observer hear) { observe_ = std::move(hear); }

  [[nodiscard]] base::instant now() const override { return now_; }
  [[nodiscard]] base::instant coarse() const override { return now_; }
  [[nodiscard]] base::instant next_arrival() const;
  // Advances to the next arrival, if it is not after `until`, and returns its receiver; else to
  // `until`.
  std::optional<mmps_name> advance(base::instant until);

 private:
  friend class process;
  using pair = std::pair<mmps_name, mmps_name>;  // from, to
  struct hash_of_pair {
    std::size_t operator()(const pair& on) const {
      std::uint64_t hash = 0;
      for (const mmps_name& one : {on.first, on.second})
        for (const std::uint64_t part : {std::uint64_t{one.host} << 32 | one.incarnation,
                                         std::uint64_t{one.slot} << 32 | one.generation})
          hash = (hash ^ part) * 0x9e3779b97f4a7c15u ^ hash >> 29;
      return hash ^ hash >> 32;
    }
  };

  struct arrival {
    pair on;
    std::uint64_t opening;  // of the receiver
    mentat_message message;
  };
  struct traffic {
    std::size_t on_the_way = 0;
    base::instant last_arrival;
  };

  [[nodiscard]] const way& behaviour_of(const pair& on) const;
  [[nodiscard]] bool full(const pair& on) const;
  void transmit(const pair& on, mentat_message& message);
  void schedule(const pair& on, const way& behaviour, mentat_message&& message);

  observer observe_;
  base::random random_;
  base::instant now_;
  way every_way_;
  std::unordered_map<pair, way, hash_of_pair> ways_;
  std::unordered_map<pair, traffic, hash_of_pair> traffic_;
  std::map<std::pair<base::instant, std::uint64_t>, arrival> arrivals_;  // by time, then by sending
  std::uint64_t scheduled_ = 0;
  std::map<mmps_name, process*> open_;
  std::uint64_t openings_ = 0;
};

// The transport of one process; made by network::open().
class process final : public transport {
 public:
  process(network& net, const mmps_name& self);
  ~process() override { close(); }

  [[nodiscard]] mmps_name self() const override { return self_; }
  [[nodiscard]] std::string address() const override;
  [[nodiscard]] std::string connect(const mmps_name& peer, std::string_view address) override;
  void disconnect(const mmps_name& peer) override { wanted_.erase(peer); }
  [[nodiscard]] sent try_send(const mmps_name& peer, mentat_message& message) override;
  [[nodiscard]] sent send(const mmps_name& peer, mentat_message& message,
                          base::duration longest) override;
  std::size_t receive(std::size_t most, handler take) override;
  bool wait(base::duration longest) override;
  void wake() override { woken_ = true; }
  [[nodiscard]] std::vector<peer_event> take_events() override { return events_.take(); }
  void close() override;

 private:
  friend class network;

  network& net_;
  mmps_name self_;
  std::uint64_t opening_;
  bool closed_ = false;
  bool woken_ = false;
  std::optional<std::uint64_t> messages_left_;  // before it falls silent; 0: it is silent
  std::set<mmps_name> wanted_;
  std::deque<std::pair<mmps_name, mentat_message>> inbox_;
  peer_events events_;
};

}  // namespace mentat::mmps::sim
