// The RV_TABLE [TOCS96 3.2.2]: maps the delayed bytes of the program's variables to the computation
// instances that will produce them.
//
// The paper's table is a hash of addresses. This one is an ordered map of intervals, because a
// struct and its first field have the same address, and a use of a whole object must find the
// entries of its parts. Invariants: 1. Entries do not overlap. 2. Each entry holds one reference on
// its computation instance. One table per running member function (activation). Thread-safety:
// none. Ownership: the remover of an entry releases it, the destructor the remaining ones. Cost:
// empty() is one load; insertion at the end and removal at the front are constant, others
// logarithmic plus a move inside one chunk of 20 entries. A delayed argument costs no change of the
// reference count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "mmps/base/load_scalar.h"
#include "rts/core/computation_instance.h"

namespace mentat {

struct rv_entry {
  // Stores the result in the variable; `may_move` if nobody else can read the result.
  using store_fn = void (*)(void* variable, computation_instance& result, bool may_move);

  std::uintptr_t begin = 0;
  std::size_t size = 0;  // bytes
  computation_instance* producer = nullptr;
  store_fn store = nullptr;
  // Identity of the variable's type if the result has the same type, else null.
  const void* type = nullptr;
  bool constructs = false;  // the variable holds no value before store()

  [[nodiscard]] std::uintptr_t end() const { return begin + size; }
  // The same as an assignment; cheaper if `other` was written a moment ago.
  void copy_parts(const rv_entry& other) {
    begin = base::load_scalar(other.begin);
    size = base::load_scalar(other.size);
    producer = base::load_scalar(other.producer);
    store = base::load_scalar(other.store);
    type = base::load_scalar(other.type);
    constructs = base::load_scalar(other.constructs);
  }
};

class delayed_argument;

class rv_table {
 public:
  constexpr rv_table() : nothing_(0) {}
  rv_table(const rv_table&) = delete;
  rv_table& operator=(const rv_table&) = delete;
  ~rv_table() {
    if (count_ != 0 || !chunks_.empty()) clear();
  }

  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::size_t size() const { return count_; }

  // Takes over the entry's reference. REQUIRES that no present entry overlaps it: the caller has
  // removed those.
  void insert(const rv_entry& entry) {
    if (count_ == 0)
      insert_first(entry);
    else
      insert_among(entry);
  }
  void insert_first(const rv_entry& entry) {  // REQUIRES: empty()
    std::construct_at(&only_, entry);
    count_ = 1;
    alone_ = true;
  }
  // The entry of exactly this interval, or null. Until the table changes, the caller may replace it
  // by another one of the same interval.
  [[nodiscard]] rv_entry* find(const void* begin, std::size_t size) {
    const rv_entry* entry = first_overlap(begin, size);
    return entry && entry->begin == reinterpret_cast<std::uintptr_t>(begin) && entry->size == size
               ? const_cast<rv_entry*>(entry)
               : nullptr;
  }
  // The first entry that overlaps the interval, or null. Valid until the table changes.
  [[nodiscard]] const rv_entry* first_overlap(const void* begin, std::size_t size) const {
    const auto at = reinterpret_cast<std::uintptr_t>(begin);
    if (alone_) return only_.begin < at + size && at < only_.end() ? &only_ : nullptr;
    return count_ == 0 ? nullptr : first_overlap_among(at, at + size);
  }
  // Removes the first entry that overlaps the interval and gives its reference to the caller; false
  // if there is none.
  bool take_first(const void* begin, std::size_t size, rv_entry& taken) {
    if (!alone_) return count_ != 0 && take_first_among(begin, size, taken);
    if (!first_overlap(begin, size)) return false;
    taken.copy_parts(only_);
    alone_ = false;
    count_ = 0;
    return true;
  }
  // Makes the arguments that refer to the producer of a removed entry hold a reference, so that its
  // value is not moved into the variable.
  void share(computation_instance& producer) {
    if (arguments_) [[unlikely]]
      share_among(producer);
  }
  // Releases the reference of a removed entry; an argument may take it over.
  void abandon(computation_instance& producer) {
    if (arguments_) [[unlikely]]
      return abandon_among(producer);
    producer.release();
  }
  // Removes and releases every entry that overlaps the interval: RV_DELETE.
  void erase(const void* begin, std::size_t size);
  void clear();

 private:
  friend class delayed_argument;
  friend struct debugger_layout;

  struct chunk {
    static constexpr std::uint32_t capacity = 20;
    std::uint32_t first = 0, last = 0;  // entries[first, last) are used
    rv_entry entries[capacity];
  };
  struct place {
    std::size_t chunk;
    std::uint32_t entry;
  };

  void share_among(computation_instance& producer);
  void abandon_among(computation_instance& producer);
  void insert_among(const rv_entry& entry);
  const rv_entry* first_overlap_among(std::uintptr_t begin, std::uintptr_t end) const;
  bool take_first_among(const void* begin, std::size_t size, rv_entry& taken);
  // The first entry whose end is above `at`; chunk == chunks_.size() if there is none.
  [[nodiscard]] place lower(std::uintptr_t at) const;
  [[nodiscard]] bool find_overlap(std::uintptr_t begin, std::uintptr_t end, place& found) const;
  void remove(place);
  chunk* add_chunk(std::size_t at);
  void drop_chunk(std::size_t at);

  std::size_t count_ = 0;
  bool alone_ = false;  // there is one entry, only_, and no chunk has any
  union {
    char nothing_;   // active at first: each executed call makes a table, so that must be cheap
    rv_entry only_;  // if alone_
  };
  delayed_argument* arguments_ = nullptr;  // on their way into calls, the newest first
  std::size_t first_chunk_ = 0;  // chunks_ before this one are null: removal at the front is cheap
  std::vector<chunk*> chunks_;
};

// A delayed result variable on its way into a call. The variable's entry holds the producer; if
// another argument of the same call resolves the variable, the reference moves here.
class delayed_argument {
 public:
  // For a variable of this table; null: it is not delayed.
  delayed_argument(rv_table& of, computation_instance* producer) : producer(producer) {
    if (!producer) return;
    table_ = &of;
    before_ = std::exchange(of.arguments_, this);
  }
  // For a value that is in no table: holds a reference.
  explicit delayed_argument(computation_instance* producer) : producer(producer) {
    if (!producer) return;
    producer->retain();
    owns_ = true;
  }
  delayed_argument(const delayed_argument&) = delete;
  delayed_argument& operator=(const delayed_argument&) = delete;
  ~delayed_argument() {
    if (table_) {
      delayed_argument** at = &table_->arguments_;
      while (*at != this) at = &(*at)->before_;  // the first, unless arguments are kept longer
      *at = before_;
    }
    if (owns_) producer->release();
  }

  computation_instance* const producer;

 private:
  friend class rv_table;
  rv_table* table_ = nullptr;
  delayed_argument* before_ = nullptr;
  bool owns_ = false;
};

}  // namespace mentat
