// A call as a task of a oneTBB task group, within one process.
#include <oneapi/tbb/task_group.h>

#include <atomic>
#include <memory>

#include "bench/peers/calls.h"

namespace mentat::bench {
namespace {

class tbb_tasks final : public callee {
 public:
  void start(std::size_t bytes) override {
    if (bytes == 0)
      group_->run([this] { sum_.fetch_add(1, std::memory_order_relaxed); });
    else  // the task owns the argument, as in a call by value
      group_->run([this, argument = argument_of(bytes)] {
        sum_.fetch_add(argument.front(), std::memory_order_relaxed);
      });
    ++begun_;
  }
  // A task group can only be awaited as a whole.
  void finish() override {
    if (begun_ == 0) return;
    group_->wait();
    begun_ = 0;
  }
  bool fan() override {
    call(4, 0);
    return true;
  }

 private:
  std::unique_ptr<oneapi::tbb::task_group> group_ = std::make_unique<oneapi::tbb::task_group>();
  std::atomic<long> sum_{0};
  std::size_t begun_ = 0;
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  mentat::bench::tbb_tasks system;
  return mentat::bench::measure_calls(argc, argv, system);
}
