// Messages to processes that are not known yet. An argument or an arc can name a process before
// this one learns of it. Messages to it wait here until it is reported as present or as ended, or
// until they are overdue.
//
// Invariants: 1. Messages to one process stay in the order in which they were put. 2. At most
// `max_messages`, and fewer than `max_bytes` with one message more, for all processes together: a
// sender that finds room may send a whole message. put() refuses more. 3. Each outbound_message
// leaves once: by take() or by take_overdue().
// Thread-safety: none. Time is an argument. Cost: O(log processes) a message.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "mmps/base/fixed_limits.h"
#include "mmps/base/instant.h"
#include "mmps/wire/mentat_message.h"
#include "mmps/wire/mmps_name.h"

namespace mentat::mmps::net {

class unknown_peers {
 public:
  static constexpr std::size_t max_messages = 4096;
  static constexpr std::size_t max_bytes = fixed::unknown_processes.value;
  static constexpr base::duration longest_wait = 10 * base::second;

  struct outbound_message {
    mentat_message message;
    std::vector<mentat_message> rest;  // the other pieces of a large message
    std::function<void()> when_out;

    [[nodiscard]] std::size_t size() const;  // bytes of headers and bodies
  };

  // False: a limit; the outbound_message is untouched.
  [[nodiscard]] bool put(base::instant now, const mmps_name& to, outbound_message&& what);
  // `out` becomes a `when_out` of the last message for that process. REQUIRES: there is one.
  void add_when_out(const mmps_name& to, std::function<void()>&& out);
  // Removes and returns the messages for that process, in order.
  std::vector<outbound_message> take(const mmps_name& to);
  // Removes and returns all messages of each process that has an overdue one.
  std::vector<outbound_message> take_overdue(base::instant now);
  // Nothing is overdue before it.
  [[nodiscard]] base::instant next_deadline() const { return first_deadline_; }
  [[nodiscard]] bool empty() const { return messages_ == 0; }

 private:
  struct waiting {
    base::instant until;
    std::vector<outbound_message> messages;
  };
  using place = std::map<mmps_name, waiting>::iterator;
  void take(place from, std::vector<outbound_message>& to);

  std::map<mmps_name, waiting> all_;
  std::size_t messages_ = 0, bytes_ = 0;
  base::instant first_deadline_ = base::instant::never();
};

}  // namespace mentat::mmps::net
