// A recording that may still be written: its answers are those of the last time it was read. A
// thread reads it again while it grows, at most once a second and for at most a tenth of its time.
// One thread asks.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include <tl/expected.hpp>

#include "tools/dashboard/answer.h"
#include "tools/dashboard/question.h"
#include "tools/dashboard/recording_answers.h"

namespace mentat::dashboard {

class watched_recording {
 public:
  /// Errors: the file cannot be read, or is no recording; of one that has just begun, after ten
  /// seconds.
  static tl::expected<std::unique_ptr<watched_recording>, std::string> open(
      const std::string& file);

  answer ask(const question& asked);

 private:
  explicit watched_recording(std::string file) : file_(std::move(file)) {}
  void watch(const std::stop_token& end, std::uintmax_t read_bytes);

  const std::string file_;
  std::unique_ptr<recording_answers> shown_;  // of the thread that asks
  std::mutex lock_;
  std::condition_variable_any ends_;
  std::unique_ptr<recording_answers> newer_;  // becomes `shown_`
  bool has_ended_ = false;                    // and the last look has failed
  std::unique_ptr<recording_answers> older_;  // was `shown_`: its end may take long
  std::jthread watches_;                      // the last member: it uses the others
};

}  // namespace mentat::dashboard
