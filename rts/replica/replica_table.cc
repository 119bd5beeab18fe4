#include "rts/replica/replica_table.h"

#include <thread>

#include "mmps/machine/processor.h"

namespace mentat {

#if MENTAT_THREAD_VARIABLES_ARE_PLAIN
constinit thread_local replica_reader* this_replica_reader = nullptr;
#else
[[gnu::noinline]] replica_reader*& detail::place_of_replica_reader() {
  static constinit thread_local replica_reader* reader [[gnu::tls_model("initial-exec")]] = nullptr;
  asm volatile("");
  return reader;
}
#endif

namespace {

// A function of the program runs meanwhile, most often a short one.
template <class Holds>
void spin_while(Holds&& holds) {
  constexpr unsigned before_yield = 1000;
  for (unsigned times = 0; holds(); ++times) {
    if (times < before_yield)
      machine::relax();
    else
      std::this_thread::yield();
  }
}

}  // namespace

void replica_table::wait_for_applier(replica_reader& mine) const {
  do {
    mine.inside.store(0, std::memory_order_release);
    spin_while([&] { return applying_.load(std::memory_order_acquire); });
    mine.inside.store(1, std::memory_order_seq_cst);
  } while (applying_.load(std::memory_order_seq_cst));
}

// The applier itself reads without a mark.
replica_table::applying::applying(replica_table& in) : in_(in), mine_(this_replica_reader) {
  this_replica_reader = nullptr;
  in_.order_.lock();
  in_.applying_.store(true, std::memory_order_seq_cst);
  for (const replica_reader* one : in_.readers_)
    spin_while([one] { return one->inside.load(std::memory_order_seq_cst) != 0; });
}

replica_table::applying::~applying() {
  in_.applying_.store(false, std::memory_order_release);
  in_.order_.unlock();
  this_replica_reader = mine_;
}

void replica_table::add(const mmps::mmps_name& name, const class_info& of_class, void* self) {
  if (!of_class.replica->reads_in_place()) return;
  std::unique_ptr<chunk>& part = chunks_[name.object_number() / chunk_size];
  if (!part) part = std::make_unique<chunk>();
  (*part)[name.object_number() % chunk_size] = {name, self};
}

void replica_table::remove(const mmps::mmps_name& name) {
  chunk* part = chunks_[name.object_number() / chunk_size].get();
  if (part && (*part)[name.object_number() % chunk_size].name == name)
    (*part)[name.object_number() % chunk_size] = {};
  poisoned_.erase(name);
}

void replica_table::poison(const mmps::mmps_name& name, divergence seen) {
  remove(name);
  poisoned_.emplace(name, std::move(seen));
}

std::optional<replica_table::divergence> replica_table::poison_of(const mmps::mmps_name& name) {
  const std::lock_guard guard(order_);
  const auto found = poisoned_.find(name);
  if (found == poisoned_.end()) return std::nullopt;
  return found->second;
}

}  // namespace mentat
