// The calls of this process that are executed elsewhere, until their answer comes. Each has a tag
// that the answer brings back. Ownership: holds the reference with which a call is executed; take()
// gives it to the caller. Thread-safety: all functions. Cost: one lock, no allocation but when more
// calls than ever before are pending.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "mmps/base/instant.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"
#include "rts/core/computation_instance.h"

namespace mentat::node {

using tag = std::array<std::uint64_t, 2>;

struct pending_call {
  computation_instance* call = nullptr;
  const method_description* method =
      nullptr;         // null: nothing but an outcome, or the name of an object, is expected
  mmps::mmps_name to;  // whom the answer is expected from: an object, or a process
  base::instant since{};  // set by add(); some milliseconds coarse
};

class pending_calls {
 public:
  explicit pending_calls(std::uint64_t process) : process_(process) {}

  tag add(const pending_call& added);
  // Empty: it was answered before, or never asked; or `asked` is given, and it was something else:
  // an answer has to fit the question.
  std::optional<pending_call> take(const tag& of,
                                   std::optional<const method_description*> asked = std::nullopt);
  // All that wait for this process.
  std::vector<pending_call> take_all_from(const mmps::mmps_name& process);
  std::vector<pending_call> take_all();
  // Each, while none is added or taken.
  template <class Visitor>
  void visit(Visitor&& visit) const {
    std::lock_guard guard(lock_);
    for (std::uint32_t number = 1; number <= slots_.size(); ++number) {
      const slot& one = slots_[number - 1];
      if (one.call) visit(tag{number | std::uint64_t{one.life} << 32, process_}, static_cast<const pending_call&>(one));
    }
  }
  [[nodiscard]] std::size_t size() const { return count_.load(std::memory_order_seq_cst); }

 private:
  struct slot : pending_call {
    std::uint32_t life = 0;       // grows with each use
    std::uint32_t next_free = 0;  // plus one; 0: none
  };
  pending_call release(std::uint32_t number);
  template <class Wanted>
  std::vector<pending_call> take_if(Wanted&& wanted);

  const std::uint64_t process_;  // makes the tags of two processes differ
  mutable std::mutex lock_;
  std::vector<slot> slots_;
  std::uint32_t first_free_ = 0;
  std::atomic<std::size_t> count_{0};
};

}  // namespace mentat::node
