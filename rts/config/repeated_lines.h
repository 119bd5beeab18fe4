#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mmps/base/instant.h"

namespace mentat::node {

/// Keeps one event that happens again and again from filling the log. Lines of one text are written
/// as they are a few times, then one each minute with the number of those left out.
///
/// Invariant: a line that is left out is counted by a later line or by take_left_out(). Remembers
/// `most_texts` texts; further ones are written as they are. Not thread-safe.
class repeated_lines {
 public:
  static constexpr std::uint64_t written_whole = 5;  // lines of one text
  static constexpr base::duration apart = 60 * base::second;
  static constexpr std::size_t most_texts = 256;

  /// The line to write for `text` at that time, if any.
  std::optional<std::string> note(const std::string& text, base::instant now);
  /// A line for each text of which lines were left out; forgets all texts.
  std::vector<std::string> take_left_out();

 private:
  struct seen {
    std::uint64_t written = 0, left_out = 0;
    base::instant due{};
  };

  static std::string summed_up(std::uint64_t times, const std::string& text);
  bool has_room();

  std::map<std::string, seen> texts_;
};

}  // namespace mentat::node
