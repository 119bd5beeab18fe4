// The common part of the two daemons of a host. They handle messages and the supervisor's news in
// causal order, keep messages for receivers that have no room, and answer the driver's query
// whether the session is quiet.
//
// A daemon acts only in turn(), at the instant given there: it has no clock and no thread, and
// never ends its process. Many may live in one thread. The end of a process is handled after
// everything that the process had sent. Thread-safety: dropped() for any thread, the rest none.
// Errors: messages that make no sense, or that their sender may not send, are dropped and counted.
// Limits: the messages that wait for room are not
// bounded; the processes that send to a daemon are.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "daemons/loader/session_access.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mentat_message.h"
#include "rts/session/endpoint/kept_tokens.h"
#include "rts/session/endpoint/notice.h"
#include "rts/session/members/authority.h"

namespace mentat::loader {

// A process of the session that can be reached from now on.
struct reachable_process {
  mmps::mmps_name name;
  node::role role{};
  std::uint32_t cores = 0;  // worker threads for calls that are placed there
  std::string address;      // in the network; empty: none
};

// Messages that a daemon has dropped since its start.
struct dropped_messages {
  std::uint64_t malformed = 0;
  std::uint64_t unexpected = 0;  // late or repeated, or not for this daemon
  std::uint64_t forbidden = 0;   // their sender may not send them
  std::uint64_t early = 0;       // requests of hosts that did not come in time, or were too many
  std::uint64_t tombstones = 0;  // calls that are done, forgotten before their time
};

class daemon {
 public:
  // `driver`: unbound if it is on the host of `self`.
  daemon(const mmps::mmps_name& self, const mmps::mmps_name& driver, session_access& through)
      : self_(self), authority_(self, driver), access_(through) {}
  daemon(const daemon&) = delete;
  daemon& operator=(const daemon&) = delete;

  // News from the supervisor, in their order. The next turn handles them.
  void note_up(reachable_process process) { news_.emplace_back(std::move(process)); }
  void note_down(const mmps::mmps_name& process, std::string cause,
                 node::suspects_of_end suspects = {}) {
    news_.emplace_back(ended_process{process, std::move(cause), std::move(suspects)});
  }
  // The host of this manager is being drained.
  void note_drains(const mmps::mmps_name& manager, std::string why) {
    news_.emplace_back(drained_host{manager, std::move(why)});
  }
  // A process that this daemon asked for cannot be started.
  void note_refused(node::role wanted, std::string cause) {
    news_.emplace_back(refused_process{wanted, std::move(cause)});
  }

  // Handles arrived messages and due work. Returns the time of the next turn: `now` or earlier if
  // more can be done at once, never() if nothing can be done before a message or news.
  base::instant turn(base::instant now);

  // As of the end of the last turn.
  [[nodiscard]] dropped_messages dropped() const;

 protected:
  ~daemon() = default;
  [[nodiscard]] bool holds_messages() const { return !held_.empty(); }

 private:
  struct ended_process {
    mmps::mmps_name name;
    std::string cause;
    node::suspects_of_end suspects;
  };
  struct refused_process {
    node::role wanted{};
    std::string cause;
  };
  struct drained_host {
    mmps::mmps_name manager;
    std::string why;
  };
  // Exists while an error of a batch, made between two messages `settled`, would be lost with this
  // process. Then another process must still be able to make the error again: it has what `settled`
  // allows it to drop.
  using unsafe_errors = std::shared_ptr<const void>;
  struct held_message {
    mmps::mentat_message message;
    unsafe_errors among;  // null: it is no error
  };
  struct settled_message {
    mmps::mentat_message message;
    std::weak_ptr<const void> after;
  };
  using news = std::variant<reachable_process, ended_process, refused_process, drained_host>;

  // Implemented by each daemon.
  virtual void step(base::instant now, mmps::mentat_message&& message) = 0;
  virtual void process_up(base::instant now, const reachable_process& process) = 0;
  // The process that the message names has ended.
  virtual void process_down(base::instant now, mmps::mentat_message&& down,
                            const node::suspects_of_end&) {
    step(now, std::move(down));
  }
  virtual void start_refused(base::instant now, node::role wanted, const std::string& cause) = 0;
  virtual void host_drains(base::instant, const mmps::mmps_name&, const std::string&) {}
  virtual void tick(base::instant now) = 0;
  [[nodiscard]] virtual base::instant next_deadline() const = 0;
  virtual std::vector<mmps::mentat_message> take_output() = 0;
  // Whether it holds something that will lead to a message.
  [[nodiscard]] virtual bool is_busy() const = 0;
  // All but those forbidden ones that the daemon's machine never sees.
  [[nodiscard]] virtual dropped_messages dropped_by_machine() const = 0;

  base::instant work(base::instant now);
  bool take_news(base::instant now);
  void handle_news(base::instant now, const reachable_process& process);
  void handle_news(base::instant now, const ended_process& process);
  void handle_news(base::instant now, const refused_process& process);
  void handle_news(base::instant now, const drained_host& host) {
    host_drains(now, host.manager, host.why);
  }
  void receive(base::instant now, const mmps::message_header& header,
               std::span<const std::byte> body);
  void answer_query(const mmps::message_header& query, std::span<const std::byte> body);
  void take_undelivered();
  void note_unit_ended(const mmps::mmps_name& ended);
  void take_over(const mmps::mmps_name& next);
  void send_output();
  void hold(mmps::mentat_message&& message);
  void send_held();
  [[nodiscard]] bool send(held_message& held);

  const mmps::mmps_name self_;
  node::authority authority_;
  session_access& access_;
  std::vector<news> news_;
  std::map<mmps::mmps_name, node::role> living_;  // as far as the news have been handled
  node::kept_tokens kept_;                        // errors for units of other hosts
  std::deque<held_message> held_;                 // messages whose receivers have no room
  unsafe_errors errors_;                          // since the last message `settled`
  std::deque<settled_message> settled_;           // until the errors before them are safe
  std::uint64_t sent_ = 0, received_ = 0;         // messages, for the driver's questions
  std::atomic<std::uint64_t> malformed_{0}, unexpected_{0}, forbidden_{0}, early_{0},
      tombstones_{0};
};

}  // namespace mentat::loader
