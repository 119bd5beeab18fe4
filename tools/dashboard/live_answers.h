// What runs now: the same questions to the same processes as those of `mentat list`, `top`, `why`
// and `logs`. One thread.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tools/dashboard/answer.h"
#include "tools/dashboard/question.h"
#include "tools/mentat/class_activity.h"
#include "tools/mentat/metrics.h"

namespace mentat::dashboard {

class live_answers {
 public:
  /// `session`: its name; empty: the default session, and programs that are in no session.
  explicit live_answers(std::string session);

  answer ask(const question& asked);
  /// The session, which was there, has ended.
  bool is_over();

 private:
  using clock = std::chrono::steady_clock;

  answer about() const;
  answer overview();
  answer list(const std::string& what, const question& asked);
  answer why(const question& asked);
  answer log(const question& asked);
  answer metrics();

  const std::string session_;
  bool had_session_ = false;
  std::vector<command::class_activity> before_;
  clock::time_point looked_{};  // at before_
  answer overview_;             // one for all who ask at about the same time
  command::metrics counted_;
  answer metrics_;
  clock::time_point counted_at_{};
};

}  // namespace mentat::dashboard
