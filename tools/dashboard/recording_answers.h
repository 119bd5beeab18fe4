// What a recording says. What a question needs is computed when it is first asked, or by
// prepare(). One thread asks.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
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
  /// `file`: its name; `gaps`: what the recording does not have, in sentences; `grows`: it is still
  /// being written.
  recording_answers(command::trace of, std::string file, std::vector<std::string> gaps,
                    bool grows = false);

  answer ask(const question& asked);
  /// Computes what takes long, so that few questions wait for it: what the first pages need at
  /// once, the rest on a thread of its own.
  void prepare();
  /// It is not written any more, and what came last cannot be read.
  void note_end() { grows_ = false; }

 private:
  // Computed once, by the thread that needs it first; others wait.
  template <class T>
  class once {
   public:
    /// `compute` gives a value to the optional<T>&.
    template <class Compute>
    const T& get(Compute&& compute) {
      std::call_once(flag_, [&] { compute(value_); });
      return *value_;
    }

   private:
    std::once_flag flag_;
    std::optional<T> value_;
  };

  answer about() const;
  answer overview();
  answer timeline(const question& asked);
  answer call(const question& asked);
  answer calls(const question& asked);
  answer objects();
  answer graph();
  answer messages() const;
  answer profile(const question& asked);

  const command::call_graph& makers() {
    return makers_.get([this](auto& value) { value.emplace(*of_); });
  }
  /// A larger recording would take too much memory.
  [[nodiscard]] bool is_linked() const { return of_->events() <= command::most_profiled_events; }
  const call_links& links() {  // REQUIRES: is_linked()
    return links_.get([this](auto& value) { value.emplace(*of_); });
  }
  const call_order& order() {  // REQUIRES: is_linked()
    return order_.get([this](auto& value) { value.emplace(*of_); });
  }
  // As JSON, on so many workers; 0: as many as it had. REQUIRES: is_profiled()
  [[nodiscard]] std::string profile_for(unsigned workers) const;
  void prepare_all(const std::stop_token& end);
  // Of a call that has no end in a recording that grows it is not known.
  [[nodiscard]] bool was_cut_off(const command::trace::call& one) const {
    return one.was_cut_off && !grows_;
  }
  [[nodiscard]] bool is_profiled() const { return !of_->calls.empty() && is_linked(); }

  const std::unique_ptr<const command::trace> of_;
  const std::string file_;
  const std::vector<std::string> gaps_;
  bool grows_;
  const lanes lanes_;
  once<command::call_graph> makers_;
  once<call_links> links_;
  once<call_order> order_;
  // Profiles take seconds: after prepare() a thread makes them, and nobody waits for it.
  std::mutex profiles_lock_;
  std::condition_variable_any is_wanted_;
  std::optional<unsigned> wanted_;            // for so many workers
  std::map<unsigned, std::string> profiles_;  // by workers
  std::jthread prepares_;                     // the last member: it uses the others
};

}  // namespace mentat::dashboard
