// What happened, as a hash of everything, and, if wanted, as the last lines of text. The same seed
// gives the same hash. Thread-safety: none.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "mmps/base/instant.h"
#include "mmps/wire/mentat_message.h"

namespace mentat::sim {

class trace {
 public:
  // Keeps so many lines; 0: only the hash.
  explicit trace(std::size_t lines) : most_(lines) {}

  // `who` did or got something; `message` says with what, if it is given.
  void note(base::instant now, std::string_view who, std::string_view what,
            const mmps::message_header* message = nullptr);
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  [[nodiscard]] const std::deque<std::string>& lines() const { return lines_; }

 private:
  void take_in(std::uint64_t word);

  std::size_t most_;
  std::uint64_t hash_ = 0xcbf29ce484222325ull;
  std::deque<std::string> lines_;
};

[[nodiscard]] std::string_view name_of_type(std::uint8_t type);

}  // namespace mentat::sim
