// The ends of the messages of calls in other processes, brought together: where and when a call was
// sent, came, and the same of its result. Internal to the reader. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rts/record/event.h"

namespace mentat::command {

/// The process "HOST.PROCESS" of a session, as record::peer_of(); 0: that is no such name.
[[nodiscard]] std::uint32_t process_named(const std::string& label);

class message_ends {
 public:
  struct end {
    std::uint64_t call = 0, under = 0;
    std::int64_t there = 0;               // by the clock of its host
    std::int64_t at = 0;                  // about, by that of the first one
    std::uint32_t worker = 0, host = 0;   // an index of trace::workers, of trace::hosts
    std::uint32_t process = 0, peer = 0;  // as record::peer_of()
    record::event_kind kind{};
  };
  struct pair {
    end sent, came;
    std::optional<end> result_sent, result_came;
    std::uint32_t object = 0;
  };

  void add(const end& one) { ends_.push_back(one); }
  /// Each call that was sent and came, in the order of time. To be called once.
  [[nodiscard]] std::vector<pair> take_pairs();

 private:
  using range = std::span<const end>;

  void pair_up(range group, std::vector<pair>& to) const;
  [[nodiscard]] std::uint32_t object_of(const end& came) const;

  std::vector<end> ends_;
  std::vector<end> objects_;  // by worker and call
};

}  // namespace mentat::command
