// An executor that also records which call made which, and which needs which. A class of its own,
// so that other executors do nothing for it. Thread-safety: as executor.
#pragma once

#include <memory>
#include <utility>

#include "rts/executor/executor.h"
#include "rts/record/recorded_call.h"

namespace mentat {

class recording_executor final : public executor {
 public:
  using executor::executor;
  void submit(computation_instance& call) override {
    record::note_called(call);
    executor::submit(call);
  }
  void submit_inline(computation_instance& call) override {
    if (may_run_inline(call)) record::note_called(call);  // else submit() notes it
    executor::submit_inline(call);
  }
  using executor::wait;
  void wait(computation_instance& call, source_place at) override {
    record::note_needed(call, at);
    executor::wait(call, at);
  }
};

// The one that the recording needs.
inline std::unique_ptr<executor> make_executor(executor::options chosen) {
  if (record::is_on() && record::rings()->level == record::level::full)
    return std::make_unique<recording_executor>(std::move(chosen));
  return std::make_unique<executor>(std::move(chosen));
}

}  // namespace mentat
