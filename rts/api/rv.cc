#include "rts/api/rv.h"

#include <utility>

#include "rts/api/rv_copy.h"

#include "rts/core/run_time_system.h"

// Present only when the program is built with AddressSanitizer, however this library was built
// with.
extern "C" {
[[gnu::weak]] void __asan_poison_memory_region(const volatile void* begin, std::size_t size);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* begin, std::size_t size);
}

namespace mentat::detail {
namespace {

void poison(const rv_entry& entry) {
  rv_poison(reinterpret_cast<const void*>(entry.begin), entry.size);
}

void unpoison(const rv_entry& entry) {
  if (__asan_unpoison_memory_region)
    __asan_unpoison_memory_region(reinterpret_cast<void*>(entry.begin), entry.size);
}

// Holds the reference of an entry that was taken out of the table.
struct taken_entry : rv_entry {
  ~taken_entry() {
    if (producer) current_activation->table.abandon(*producer);
  }
};

void store(taken_entry& taken, source_place at) {
  unpoison(taken);
  // An argument on its way reads the value, too: it is not to be moved into the variable.
  current_activation->table.share(*taken.producer);
  try {
    wait_for(*taken.producer, at);
    computation_instance& result = result_of(*taken.producer);
    if (result.result() == computation_instance::outcome::error) {
      result.note_error_seen();
      std::rethrow_exception(result.error());
    }
    taken.store(reinterpret_cast<void*>(taken.begin), result, only_reader(*taken.producer));
  } catch (...) {
    // A variable keeps its old value; one that has none stays delayed, so that its next use throws
    // too.
    if (taken.constructs) {
      current_activation->table.insert(taken);
      taken.producer = nullptr;
      poison(taken);
    }
    throw;
  }
}

}  // namespace

void rv_resolve(const void* begin, std::size_t size, source_place at) {
  for (;;) {
    taken_entry taken;
    if (!current_activation->table.take_first(begin, size, taken)) return;
    store(taken, at);
  }
}

void rv_erase(const void* begin, std::size_t size) {
  for (;;) {
    taken_entry taken;
    if (!current_activation->table.take_first(begin, size, taken)) return;
    unpoison(taken);
  }
}

void rv_poison(const void* begin, std::size_t size) {
  if (__asan_poison_memory_region) __asan_poison_memory_region(begin, size);
}

// Delays that the new value covers are dropped; one that reaches beyond it (the whole of which it
// is a part) gets its value first.
void rv_make_room(const void* begin, std::size_t size) {
  const auto from = reinterpret_cast<std::uintptr_t>(begin);
  while (const rv_entry* other = current_activation->table.first_overlap(begin, size)) {
    taken_entry taken;
    const bool covered = other->begin >= from && other->end() <= from + size;
    if (!current_activation->table.take_first(begin, size, taken)) break;
    if (covered)
      unpoison(taken);
    else
      store(taken, {});
  }
}

void rv_insert_among(rv_entry entry) {
  const auto* begin = reinterpret_cast<const void*>(entry.begin);
  rv_table& table = current_activation->table;
  if (rv_entry* before = table.find(begin, entry.size))
    return table.abandon(*std::exchange(*before, entry).producer);
  taken_entry added;
  static_cast<rv_entry&>(added) = entry;
  rv_make_room(begin, entry.size);
  current_activation->table.insert(entry);
  added.producer = nullptr;  // the table holds it now
  poison(entry);
}

held_entry::held_entry(const void* variable, std::size_t size) {
  const rv_entry* found = current_activation->table.find(variable, size);
  if (!found || found->constructs) return;
  entry_ = *found;
  entry_.producer->retain();
}

held_entry::~held_entry() {
  if (entry_.producer) entry_.producer->release();
}

bool held_entry::insert(void* to) {
  if (!entry_.producer) return false;
  rv_entry made = entry_;
  made.begin = reinterpret_cast<std::uintptr_t>(to);
  entry_.producer = nullptr;
  rv_insert(made);
  return true;
}

std::vector<rv_entry> rv_take_all(const void* begin, std::size_t size) noexcept {
  std::vector<rv_entry> all;
  taken_entry taken;
  while (current_activation->table.take_first(begin, size, taken)) {
    unpoison(taken);
    all.push_back(taken);
    taken.producer = nullptr;
  }
  return all;
}

void rv_put_back(const std::vector<rv_entry>& all, std::ptrdiff_t moved_by) noexcept {
  for (rv_entry entry : all) {
    entry.begin += static_cast<std::uintptr_t>(moved_by);
    current_activation->table.insert(entry);
    poison(entry);
  }
}

}  // namespace mentat::detail
