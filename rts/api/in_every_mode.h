// Runs a test's main program in every mode of the run-time: the answers must be the same.
//
//   TEST_CASE("a call gives its value") {
//     in_every_mode([] { calculator c; CHECK(c.add(1, 2) == 3); });
//   }
//
// The program runs on a fiber that may change threads, so it uses CHECK but not REQUIRE, INFO or
// CAPTURE inside. Failures are printed with their mode as the subcase.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "rts/core/errors.h"
#include "rts/executor/executor.h"
#include "rts/executor/serial_executor.h"

namespace mentat::testing {

struct mode {
  std::string name;
  unsigned workers = 0;    // 0: serial
  std::uint64_t seed = 0;  // not 0: adversarial
};

inline const std::vector<mode>& every_mode() {
  static const std::vector<mode> all = {{"serial", 0, 0},        {"1 worker", 1, 0},
                                        {"2 workers", 2, 0},     {"4 workers", 4, 0},
                                        {"adversarial 1", 1, 1}, {"adversarial 2", 1, 2},
                                        {"adversarial 3", 1, 3}, {"adversarial 4", 1, 4}};
  return all;
}
// The modes in which calls do not run at once.
inline std::vector<mode> every_lazy_mode() {
  return {every_mode().begin() + 1, every_mode().end()};
}
// The modes in which calls can run at the same time as their caller.
inline std::vector<mode> every_parallel_mode() {
  return {{"2 workers", 2, 0}, {"4 workers", 4, 0}};
}

struct outcome {
  std::vector<std::string> warnings;
  executor::statistics totals;
};

inline void report_uncaught(const std::function<void()>& program) {
  try {
    program();
  } catch (...) {
    FAIL_CHECK("uncaught: ", explained(std::current_exception()));
  }
}

inline outcome run_in(const mode& chosen, const std::function<void()>& program,
                      const mentat::limits& limits = {}) {
  outcome seen;
  std::mutex lock;
  const auto warn = [&](const std::string& text) {
    std::lock_guard guard(lock);
    seen.warnings.push_back(text);
  };
  if (chosen.workers == 0) {
    serial_executor runs(limits, "testhost", warn);
    runs.run([&] { report_uncaught(program); });
  } else {
    executor::options options;
    options.workers = chosen.workers;
    options.adversarial = chosen.seed != 0;
    options.seed = chosen.seed;
    options.limits = limits;
    options.host = "testhost";
    options.warn = warn;
    executor runs(options);
    runs.run([&] { report_uncaught(program); });
    seen.totals = runs.totals();
  }
  return seen;
}

// Runs a subcase for each mode; `after` sees the warnings.
inline void in_modes(const std::vector<mode>& modes, const std::function<void()>& program,
                     const std::function<void(const outcome&)>& after = {},
                     const mentat::limits& limits = {}) {
  for (const mode& one : modes) {
    SUBCASE(one.name.c_str()) {
      const outcome seen = run_in(one, program, limits);
      if (after)
        after(seen);
      else
        for (const std::string& text : seen.warnings) FAIL_CHECK("unexpected warning: ", text);
    }
  }
}

inline void in_every_mode(const std::function<void()>& program,
                          const std::function<void(const outcome&)>& after = {},
                          const mentat::limits& limits = {}) {
  in_modes(every_mode(), program, after, limits);
}

}  // namespace mentat::testing
