// Follows a list of choices, then makes random ones or always the first, and records them all:
// the part of `mentat verify --choices` that is in the program.
//
// A record is text, a line for each choice: the number of candidates, the chosen one (from 0), a
// tab, the place of the running call, a tab, the text of the first candidate, a tab, and that of
// the chosen one. Only the chosen numbers matter to a run that follows the record. Thread-safety:
// none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "mmps/base/open_choice.h"
#include "mmps/base/random.h"

namespace mentat {

class recorded_choices final : public base::chooser {
 public:
  // Later choices are not recorded, and take the first candidate.
  static constexpr std::size_t max_choices = 100'000;

  // `followed`: a record, or its first lines. `seed`: of the choices behind it; 0: always the first
  // candidate. A malformed line ends the record.
  recorded_choices(const std::string& followed, std::uint64_t seed);
  recorded_choices(const recorded_choices&) = delete;
  recorded_choices& operator=(const recorded_choices&) = delete;

  std::size_t choose(std::size_t candidates, description describe) override;

  // Each later choice is written there, and flushed, when it is made. `record` outlives this.
  void record_to(std::ostream& record) { record_ = &record; }

 private:
  std::size_t next(std::size_t candidates);

  std::vector<std::size_t> followed_;
  bool is_random_;
  base::random random_;
  std::size_t made_ = 0;
  std::ostream* record_ = nullptr;
};

}  // namespace mentat
