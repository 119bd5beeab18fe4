// What a finished recording says. What a question needs is computed when it is first asked. One
// thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/dashboard/answer.h"
#include "tools/dashboard/call_links.h"
#include "tools/dashboard/lanes.h"
#include "tools/dashboard/question.h"
#include "tools/record/call_graph.h"
#include "tools/record/profile.h"
#include "tools/record/trace.h"

namespace mentat::dashboard {

class recording_answers {
 public:
  /// `file`: its name; `gaps`: what the recording does not have, in sentences.
  recording_answers(command::trace of, std::string file, std::vector<std::string> gaps);

  answer ask(const question& asked);

 private:
  answer about() const;
  answer overview();
  answer timeline(const question& asked);
  answer call(const question& asked);
  answer calls(const question& asked);
  answer objects();
  answer graph();
  answer messages() const;
  answer profile(const question& asked);

  const command::call_graph& makers();
  /// A larger recording would take too much memory.
  [[nodiscard]] bool is_linked() const { return of_->events() <= command::most_profiled_events; }
  const call_links& links();  // REQUIRES: is_linked()
  const call_order& order();  // REQUIRES: is_linked()

  const std::unique_ptr<const command::trace> of_;
  const std::string file_;
  const std::vector<std::string> gaps_;
  const lanes lanes_;
  std::optional<command::call_graph> makers_;
  std::optional<call_links> links_;
  std::optional<call_order> order_;
  std::optional<std::string> profile_;  // without a question
};

}  // namespace mentat::dashboard
