// Messages to processes that are not known yet. An argument or an arc can name a process before
// this one learns of it. Messages to it wait here until it is reported as present or as ended, or
// until they are overdue.
//
// Invariants: 1. Messages to one process stay in the order in which they were put. 2. At most
// `max_messages`, and at most `max_bytes` or one message, for all processes together; put()
// refuses more. 3. Each letter leaves once: by take() or by take_overdue().
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

  struct letter {
    mentat_message message;
    std::vector<mentat_message> rest;  // the other pieces of a large message
    std::function<void()> when_out;

    [[nodiscard]] std::size_t size() const;  // bytes of headers and bodies
  };

  // False: a limit; the letter is untouched.
  [[nodiscard]] bool put(base::instant now, const mmps_name& to, letter&& what);
  // Removes and returns the letters for that process, in order.
  std::vector<letter> take(const mmps_name& to);
  // Removes and returns all letters of each process that has an overdue one.
  std::vector<letter> take_overdue(base::instant now);
  // Nothing is overdue before it.
  [[nodiscard]] base::instant next_deadline() const { return first_deadline_; }
  [[nodiscard]] bool empty() const { return messages_ == 0; }

 private:
  struct waiting {
    base::instant until;
    std::vector<letter> letters;
  };
  using place = std::map<mmps_name, waiting>::iterator;
  void take(place from, std::vector<letter>& to);

  std::map<mmps_name, waiting> all_;
  std::size_t messages_ = 0, bytes_ = 0;
  base::instant first_deadline_ = base::instant::never();
};

}  // namespace mentat::mmps::net
