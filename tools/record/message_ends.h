// The ends of the messages of calls in other processes, brought together: where and when a call was
// sent, came, and the same of its result. Internal to the reader. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rts/record/event.h"

namespace mentat::command {

/// The process "HOST.PROCESS" of a session, as record::peer_of(); 0: that is no such name.
[[nodiscard]] std::uint32_t process_named(const std::string& label);

class message_ends {
 public:
  struct end {
    std::size_t worker = 0, host = 0;     // an index of trace::workers, of trace::hosts
    std::uint32_t process = 0, peer = 0;  // as record::peer_of()
    record::event_kind kind{};
    std::uint64_t call = 0, under = 0;
    std::int64_t there = 0;  // by the clock of its host
    std::int64_t at = 0;     // about, by that of the first one
  };
  struct pair {
    end sent, came;
    std::optional<end> result_sent, result_came;
    std::uint32_t object = 0;
  };

  void add(const end& one);
  /// Each call that was sent and came.
  [[nodiscard]] std::vector<pair> pairs() const;

 private:
  // The process that waits for the call, and the number under which it does.
  using key = std::pair<std::uint32_t, std::uint64_t>;
  struct group {
    std::vector<end> sent, came, result_sent, result_came;
  };

  std::map<key, group> groups_;
  std::map<std::pair<std::size_t, std::uint64_t>, std::vector<end>> objects_;  // worker, call
};

}  // namespace mentat::command
