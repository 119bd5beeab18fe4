// Which recorded calls depend on which, as far as the recording has it: level `full` has all within
// a process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tools/record/strand_graph.h"
#include "tools/record/trace.h"

namespace mentat::dashboard {

/// Pairs of indices, to be looked up by the first of each.
class index_pairs {
 public:
  using index = std::uint32_t;
  struct pair {
    index first, second;
    auto operator<=>(const pair&) const = default;
  };

  index_pairs() = default;
  /// REQUIRES: each first index is below `ends`.
  index_pairs(const std::vector<pair>& pairs, std::size_t ends);

  [[nodiscard]] std::span<const index> of(index first) const {
    return std::span(seconds_).subspan(begins_[first], begins_[first + 1] - begins_[first]);
  }

 private:
  std::vector<index> begins_, seconds_;
};

/// The calls whose results a call takes as arguments, or needs.
class call_links {
 public:
  using index = index_pairs::index;  // of trace::calls

  explicit call_links(const command::trace& of);

  [[nodiscard]] std::span<const index> producers(index call) const { return producers_.of(call); }
  [[nodiscard]] std::span<const index> consumers(index call) const { return consumers_.of(call); }

 private:
  index_pairs producers_, consumers_;
};

/// All that had to come before a call, or had to wait for it: by strands, because a call and one
/// that it makes would otherwise each come before the other.
class call_order {
 public:
  using index = index_pairs::index;

  /// `of` outlives it.
  explicit call_order(const command::trace& of);

  struct closure {
    std::vector<index> calls;  // the first `most`
    std::size_t count = 0;
  };
  /// Other calls of which a part had to come before its end.
  [[nodiscard]] closure before(index call, std::size_t most) const;
  /// Other calls of which a part had to come after its begin.
  [[nodiscard]] closure after(index call, std::size_t most) const;

 private:
  [[nodiscard]] closure reach(index call, index strand, const index_pairs& arcs,
                              std::size_t most) const;

  const command::strand_graph strands_;
  index_pairs earlier_, later_;  // of strands
};

}  // namespace mentat::dashboard
