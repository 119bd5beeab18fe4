#include "rts/replica/replay.h"

#include "rts/core/activation.h"
#include "rts/core/work_unit.h"

namespace mentat {
namespace {

// Restores the activation below.
class running_copy {
 public:
  explicit running_copy(run_time_system& on) : here_(on, current_activation) {
    here_.depth = makes_no_calls;
    current_activation = &here_;
  }
  running_copy(const running_copy&) = delete;
  running_copy& operator=(const running_copy&) = delete;
  ~running_copy() { current_activation = here_.outer; }
  void execute(computation_instance& call) { here_.instance = &call; }

 private:
  activation here_;
};

}  // namespace

void replay(run_time_system& on, const class_info& of_class, const method_description& method,
            void* copy, std::span<const std::byte> arguments, bool swapped) {
  running_copy running(on);
  computation_instance* const call = method.wire.read_call(of_class, arguments, swapped);
  call->note_error_seen();
  running.execute(*call);
  try {
    work_unit unit(*call, on);
    of_class.dispatch(copy, unit);
  } catch (...) {  // the object's own execution throws the same
  }
  call->release();
}

}  // namespace mentat
