// What made a recorded program take as long as it did, and what would make it faster.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/record/trace.h"

namespace mentat::command {

struct profile {
  struct function {
    std::uint16_t method = 0;
    std::uint64_t calls = 0, recorded = 0;  // of which so many were recorded
    std::int64_t time = 0;     // of all calls, in nanoseconds, without the calls in them
    std::int64_t on_path = 0;  // of the critical path
    std::optional<std::int64_t> if_halved;  // the program would take, if it took half as long
    [[nodiscard]] std::int64_t mean() const;
  };
  /// A place at which a function needed the results of another one.
  struct wait {
    std::uint16_t waiter = 0, wanted = 0;  // functions
    std::string place;                     // empty: not known
    std::uint64_t times = 0;
    std::int64_t time = 0;                // from the need until it went on
    double busy = 0;                      // of all workers, meanwhile, from 0 to 1
    std::optional<std::int64_t> if_late;  // the program would take, if that function waited last
  };
  /// Calls that are too short to be handed over.
  struct grain {
    std::uint16_t method = 0;
    std::int64_t hand_over = 0;  // nanoseconds
    std::uint64_t batch = 0;     // calls in one, so that handing over is a tenth
  };
  struct prediction {
    unsigned workers = 0;
    std::int64_t time = 0;
  };
  struct step {  // of the critical path
    std::uint16_t method = 0;
    std::uint64_t calls = 0;  // that follow each other there
    std::int64_t time = 0;
  };
  /// How long it took until a call began that was made, and for which a worker was free.
  struct hand_overs {
    std::int64_t on_stack = 0, to_other_worker = 0;
    bool is_measured = false;  // else the second is what is usual
  };

  std::int64_t measured = 0;  // from the begin of main, or of the first call, to the last end
  unsigned workers = 0;
  std::int64_t work = 0, span = 0;
  double busy = 0;                  // of the workers' time
  std::string why_incomplete;       // why there are no span and no predictions; empty: there are
  std::string why_few;              // why there are fewer predictions than could be
  std::int64_t as_recorded = 0;     // predicted for the run that was recorded
  std::vector<function> functions;  // the longest time first
  std::vector<wait> waits;
  std::vector<grain> grains;
  std::vector<prediction> predictions;  // by workers
  std::vector<step> path;
  std::uint64_t steps_left_out = 0;
  hand_overs hand_over;
  /// Nanoseconds: a shorter call is executed by its caller before all workers of the recording
  /// together would be faster.
  std::int64_t break_even = 0;
  std::optional<prediction> asked;  // with the speeds and workers that were asked for
  std::int64_t asked_span = 0;

  /// The prediction of the run that was made is this far off: predictions are not to be trusted.
  [[nodiscard]] bool is_far_off() const;
};

/// A larger recording takes more than a gigabyte to profile.
inline constexpr std::size_t most_profiled_events = 6'000'000;

struct profile_question {
  std::vector<double> speed;  // by function: so many times as fast; missing ones as recorded
  unsigned workers = 0;       // 0: as recorded
  [[nodiscard]] bool is_there() const { return !speed.empty() || workers != 0; }
};

[[nodiscard]] profile profile_of(const trace& of, const profile_question& asked);

}  // namespace mentat::command
