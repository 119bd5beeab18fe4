// This process's copies of the replicated objects of another one, their home, whose updates it
// applies.
//
// The updates of the home arrive in their order. A process has no copies until it has joined: then
// it has got the states of all objects that can be copied. A copy that cannot be made or written
// here is dropped, and the object is read by calls. After an update that does not follow the last
// one there are no copies any more.
//
// A check poisons a copy whose state differs from that of the home. A copy is checked only if its
// state, loaded and saved, has the same bytes: the order of an unordered container may change.
//
// A process may hear of a write before the update arrives: some other process has applied it and
// sent a message. From note_known() on no copy is found until that update is applied, so nothing
// here reads a state that is older than what its caller had read.
//
// Thread-safety: all functions; apply() from one thread at a time. Ownership: owns the copies.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "mmps/base/seeded_bug.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"
#include "rts/core/run_time_system.h"
#include "rts/replica/replica_table.h"
#include "rts/replica/replica_update.h"

namespace mentat {

class replica_copies {
 public:
  replica_copies(run_time_system& on, replica_table& table, bool are_checked = false,
                 base::seeded_bug bug = base::seeded_bug::none)
      : on_(on), table_(table), are_checked_(are_checked), bug_(bug) {}
  replica_copies(const replica_copies&) = delete;
  replica_copies& operator=(const replica_copies&) = delete;

  // `applied` is called with the number of the update before anybody can read its effect.
  using note = std::function<void(std::uint64_t number)>;
  void apply(const replica_update& next, const note& applied);
  // Some process has applied the update of that number.
  void note_known(std::uint64_t number) {
    if (number > known_.load(std::memory_order_relaxed)) [[unlikely]]
      note_new(number);
  }

  // For inspection.
  [[nodiscard]] std::size_t size() const { return size_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t applied() const { return applied_.load(std::memory_order_relaxed); }

 private:
  struct ends_copy {
    const class_info* of_class;
    void operator()(void* self) const { of_class->destroy(self); }
  };
  struct copy {
    const class_info* of_class = nullptr;
    std::unique_ptr<void, ends_copy> self;
    bool is_checked = false;
  };

  void note_new(std::uint64_t number);
  void begin(bool joined);
  void advance(std::uint64_t number);
  void look_behind();  // with lock_
  [[nodiscard]] bool follows(const replica_update& next) const;
  void make(const replica_update& from);
  void write(const replica_update& what);
  void check(const replica_update& against);
  void drop(const mmps::mmps_name& name);
  void drop_all();

  run_time_system& on_;
  replica_table& table_;
  const bool are_checked_;
  const base::seeded_bug bug_;
  std::map<mmps::mmps_name, copy> copies_;  // by the applier
  std::mutex lock_;
  // Written with lock_; the last two by the applier.
  std::atomic<std::uint64_t> known_{0}, applied_{0};
  bool joined_ = false;
  std::atomic<std::size_t> size_{0};
};

}  // namespace mentat
