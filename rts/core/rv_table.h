// The RV_TABLE [TOCS96 3.2.2]: which bytes of the program's variables are delayed, and which
// computation instance will give them.
//
// The paper's table is a hash of addresses. This one is an ordered map of intervals, because a
// struct and its first field have the same address, and a use of a whole object must find the
// entries of its parts. Invariants: 1. Entries do not overlap. 2. Each entry holds one reference on
// its computation instance. One table per running member function (activation). Thread-safety:
// none. Ownership: entries are released by their remover, those that are left by the destructor.
// Cost: empty() is one load; insertion at the end and removal at the front are constant, others
// logarithmic plus a move inside one chunk of 20 entries. An argument that is delayed costs no
// change of the reference count.
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
  // Puts the result into the variable; `may_move` if nobody else can read it.
  using store_fn = void (*)(void* variable, computation_instance& result, bool may_move);

  std::uintptr_t begin = 0;
  std::size_t size = 0;  // bytes
  computation_instance* producer = nullptr;
  store_fn store = nullptr;
  const void* type =
      nullptr;  // identity of the variable's type if the result has the same type, else null
  bool constructs = false;  // there is no value in the variable before store()

  [[nodiscard]] std::uintptr_t end() const { return begin + size; }
  // The same as an assignment; cheaper if the other one was filled in a moment ago.
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

  // Takes over the entry's reference. No present entry may overlap it: the caller has taken those
  // out.
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
  // The entry of exactly this interval, or null. It may be exchanged for another one of the same
  // interval, until the table changes.
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
  // Arguments that refer to the producer of an entry that is not in the table any more hold a
  // reference from now on: so its value is not moved into the variable.
  void share(computation_instance& producer) {
    if (arguments_) [[unlikely]]
      share_among(producer);
  }
  // Gives back the reference of an entry that is not in the table any more; an argument may take it
  // over.
  void abandon(computation_instance& producer) {
    if (arguments_) [[unlikely]]
      return let_go_among(producer);
    producer.release();
  }
  // Removes every entry that overlaps the interval and lets it go: RV_DELETE.
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
  void let_go_among(computation_instance& producer);
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
    char nothing_;   // where a table begins: one is made for each call that is executed
    rv_entry only_;  // if alone_
  };
  delayed_argument* arguments_ = nullptr;  // on their way into calls, the newest first
  std::size_t first_chunk_ = 0;  // chunks_ before this one are null: removal at the front is cheap
  std::vector<chunk*> chunks_;
};

// A result variable that is delayed, on its way into a call. The variable's entry holds the
// producer; if another argument of the same call resolves the variable, the reference comes here.
class delayed_argument {
 public:
  // Of a variable of this table; null: it is not delayed.
  delayed_argument(rv_table& of, computation_instance* producer) : producer(producer) {
    if (!producer) return;
    table_ = &of;
    before_ = std::exchange(of.arguments_, this);
  }
  // Of what is in no table: holds a reference.
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
      while (*at != this) at = &(*at)->before_;  // the first, unless somebody keeps arguments
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
