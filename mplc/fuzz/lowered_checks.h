// Invariants of lowered text, for any input (mplc/lower/lowering.h). A check that fails stops the
// program with a sentence, so that the fuzzer keeps the input.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include "mplc/lower/lowering.h"

namespace mentat::mplc {

inline void must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "FOUND: %s\n", what);
  std::abort();
}

// Limits processor time, so that a loaded machine does not look like a hang: 1 s for each 64 KiB
// begun.
class time_limit {
 public:
  explicit time_limit(std::size_t size)
      : seconds_(1.0 + static_cast<double>(size / (64 * 1024))), begin_(now()) {}
  ~time_limit() { must(now() - begin_ <= seconds_, "more than 1 s for 64 KiB"); }
  time_limit(const time_limit&) = delete;
  time_limit& operator=(const time_limit&) = delete;

 private:
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }
  double seconds_, begin_;
};

// The map back has no gaps and leads into the original. Where it claims to repeat the original, it
// does. Lines are the user's, except for the word that is repeated behind the parameters of an
// maccept.
inline void check_segments(std::string_view original, const lowered_text& made) {
  text_offset lowered = 0;
  long line_of_original = 0, line_of_lowered = 0;
  text_offset counted = 0;
  for (const segment& one : made.segments) {
    must(one.lowered == lowered, "a gap between segments");
    must(one.length != 0 || &one == &made.segments.back(), "an empty segment");
    lowered += one.length;
    must(lowered <= made.text.size(), "a segment behind the lowered text");
    const std::string_view here = std::string_view(made.text).substr(one.lowered, one.length);
    must(one.original <= original.size(), "a segment that begins behind the original");
    if (one.what != piece::original) {
      must(here.find('\n') == std::string_view::npos, "inserted text has a newline");
      continue;
    }
    must(one.original + one.length <= original.size(), "a segment that ends behind the original");
    const std::string_view there = original.substr(one.original, one.length);
    for (std::size_t i = 0; i < here.size(); ++i)
      must(here[i] == there[i] || (here[i] == ' ' && there[i] != '\n'),
           "a character that is neither the user's nor a blank");
    if (one.original < counted) continue;  // a repeated word
    line_of_original +=
        std::count(original.begin() + counted, original.begin() + one.original, '\n');
    must(line_of_original == line_of_lowered, "text on another line than the user's");
    const long lines = std::ranges::count(here, '\n');
    line_of_original += lines, line_of_lowered += lines;
    counted = one.original + one.length;
  }
  must(lowered == made.text.size(), "lowered text behind the last segment");
}

inline bool in_order(text_range range, std::size_t size) {
  return range.begin <= range.end && range.end <= size;
}

inline void check_selects(std::string_view original, const lowered_text& made) {
  const std::string_view text = made.text;
  for (const select_mark& select : made.selects) {
    must(text.substr(select.switch_lowered).starts_with("switch("), "no switch for an mselect");
    must(in_order(select.whole, original.size()), "an mselect outside of the original");
    must(!select.entries.empty(), "an mselect without entries");
    for (const entry_mark& entry : select.entries) {
      must(text.substr(entry.case_lowered).starts_with("case "), "no case for an entry");
      must(in_order(entry.head, original.size()) && entry.head.begin >= select.whole.begin,
           "the head of an entry outside of its mselect");
      must(entry.end >= entry.head.end && entry.end <= select.whole.end,
           "an entry that ends outside of its mselect");
      must(in_order(entry.guard, original.size()) && in_order(entry.name, original.size()),
           "a guard or name outside of the original");
      for (const entry_parameter& parameter : entry.parameters)
        must(in_order(parameter.before, original.size()) &&
                 in_order(parameter.after, original.size()) &&
                 in_order(parameter.name, original.size()),
             "a parameter outside of the original");
    }
  }
}

inline void check_lowered(std::string_view original, const lowered_text& made) {
  must(std::ranges::count(original, '\n') == std::ranges::count(made.text, '\n'),
       "another number of lines");
  must(made.changed || made.text == original, "changed without saying so");
  check_segments(original, made);
  for (const class_mark& mark : made.marks) {
    const std::string_view key = std::string_view(made.text).substr(mark.class_key_lowered);
    must(key.starts_with("class") || key.starts_with("struct") || key.starts_with("c\\") ||
             key.starts_with("s\\") || key.find("\\") < 6,
         "a mark that is not in front of a class");
    must(mark.begin < mark.class_key && mark.class_key < original.size(),
         "a mark outside of the original");
  }
  check_selects(original, made);
  for (const lowering_problem& problem : made.problems) {
    must(problem.at < original.size(), "a problem outside of the original");
    must(problem.code.size() == 5 && !problem.text.empty(), "a problem without number or text");
  }
  for (const std::size_t at : {std::size_t{0}, made.text.size() / 2, made.text.size()}) {
    const auto place = static_cast<text_offset>(at);
    must(made.original_offset(place) <= original.size(), "a place outside of the original");
  }
}

}  // namespace mentat::mplc
