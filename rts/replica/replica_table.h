// The replicated objects that can be read in place, by the object number of their names, and the
// lock that readers and the applier of writes share: readers run side by side, an applier runs
// alone.
//
// A reader marks a cache line of its own worker and checks whether a write runs: two accesses
// to memory, of which one is locked, and no write that other readers see. The applier announces
// itself and waits until all marks are gone. Functions of replicated objects call nothing, so a
// reader never waits with its mark set, and stays on its thread.
//
// The names belong to the home of replicated objects: to this process, or to another one whose
// updates this one applies to copies (replica_copies.h). Copies that lack a write of which this
// process may have heard are not found (set_behind()).
//
// Thread-safety: reading from any worker that was added; applying and set_behind() from any thread;
// add_reader() and set_reads_take_turns() before the workers run. Ownership: borrows the objects.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mmps/machine/thread_variable.h"
#include "mmps/wire/mmps_name.h"
#include "rts/core/class_info.h"

namespace mentat {

// The mark of one worker.
struct alignas(64) replica_reader {
  std::atomic<std::uint32_t> inside{0};
  bool is_alone = false;  // no other thread reads or applies
};

// Of the running thread; null: its reads need no mark. Read again behind each point where a fiber
// may have changed its thread (thread_variable.h).
#if MENTAT_THREAD_VARIABLES_ARE_PLAIN
extern constinit thread_local replica_reader* this_replica_reader
    [[gnu::tls_model("initial-exec")]];
#else
namespace detail {
replica_reader*& place_of_replica_reader();
}
inline constexpr machine::thread_variable<replica_reader*, &detail::place_of_replica_reader>
    this_replica_reader;
#endif

class replica_table {
 public:
  // Why a copy cannot be read any more.
  struct divergence {
    std::string function;  // of the write that was found to differ, or behind which it was found
    std::uint64_t update = 0;  // its number
  };

  void add_reader(replica_reader& one) { readers_.push_back(&one); }
  // What a reader waits for may run on its own worker, or come from another process: it calls
  // run_time_system::before_read(). Not so in mode serial.
  void set_reads_take_turns() { reads_take_turns_ = true; }
  [[nodiscard]] bool reads_take_turns() const { return reads_take_turns_; }
  // True: until it is false again, no object is found.
  void set_behind(bool is) { behind_.store(is, std::memory_order_release); }
  [[nodiscard]] bool is_behind() const { return behind_.load(std::memory_order_acquire); }

  // While it lives, no write is applied.
  class reading {
   public:
    explicit reading(const replica_table& in) : in_(in), mine_(this_replica_reader) {
      if (!mine_) return;
      // A read inside of a read stands under the mark of the outer one.
      if (mine_->is_alone || mine_->inside.load(std::memory_order_relaxed) != 0)
        mine_ = nullptr;
      else
        enter();
    }
    reading(const reading&) = delete;
    reading& operator=(const reading&) = delete;
    ~reading() {
      if (mine_) mine_->inside.store(0, std::memory_order_release);
    }
    // The object of that name; null: there is no copy that can be read.
    [[nodiscard]] const void* find(const mmps::mmps_name& name) const {
      const copy* found = in_.place_of(name.object_number());
      if (in_.is_behind()) [[unlikely]]
        return nullptr;
      return found && found->name == name ? found->self : nullptr;
    }

   private:
    void enter() {
      mine_->inside.store(1, std::memory_order_seq_cst);
      if (in_.applying_.load(std::memory_order_seq_cst)) [[unlikely]]
        in_.wait_for_applier(*mine_);
    }

    const replica_table& in_;
    replica_reader* mine_;
  };

  // While it lives, nobody reads and nobody else applies.
  class applying {
   public:
    explicit applying(replica_table& in);
    applying(const applying&) = delete;
    applying& operator=(const applying&) = delete;
    ~applying();

   private:
    replica_table& in_;
    replica_reader* const mine_;
  };

  // --- REQUIRES: the caller applies
  // A class whose objects cannot be read in place is not added: its reads are calls.
  void add(const mmps::mmps_name& name, const class_info& of_class, void* self);
  void remove(const mmps::mmps_name& name);
  // From now on find() does not give it.
  void poison(const mmps::mmps_name& name, divergence seen);

  // Any thread.
  [[nodiscard]] std::optional<divergence> poison_of(const mmps::mmps_name& name);

 private:
  struct copy {
    mmps::mmps_name name;
    const void* self = nullptr;
  };
  static constexpr std::uint32_t chunk_size = 256;
  static constexpr std::uint32_t chunk_count = (mmps::mmps_name::max_objects + 1) / chunk_size;
  using chunk = std::array<copy, chunk_size>;

  [[nodiscard]] const copy* place_of(std::uint32_t number) const {
    const chunk* part = chunks_[number / chunk_size].get();
    return part ? &(*part)[number % chunk_size] : nullptr;
  }
  void wait_for_applier(replica_reader& mine) const;

  alignas(64) std::atomic<bool> applying_{false};
  std::atomic<bool> behind_{false};
  bool reads_take_turns_ = false;
  alignas(64) std::mutex order_;
  std::vector<replica_reader*> readers_;
  // Written by the applier alone.
  std::array<std::unique_ptr<chunk>, chunk_count> chunks_;
  std::map<mmps::mmps_name, divergence> poisoned_;
};

}  // namespace mentat
