// The tuples of one space, by signature and value [LINDA86 3].
//
// A pattern matches a tuple of its signature if each of its actual fields equals that of the tuple,
// or is a formal there; a formal of the pattern matches every actual field and no formal. Of
// several tuples that a pattern matches, the oldest is found, unless a chooser is installed
// (mmps/base/open_choice.h). The store has one index for each of the first few sets of actual
// fields that patterns of a signature have, so that a search looks at one chain of equal tuples;
// tuples with formals are few and are searched one by one, as are all if there are too many such
// sets. Cost: O(1) for each index of the signature to put and to take, plus O(tuples of the
// signature that have formals) for a search. Memory of up to `spare_nodes` taken tuples is kept.
// Thread-safety: const functions, any number at a time, while nothing changes the store; only
// describe_tuples() may be called by any thread while the store lives.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rts/space/encoded_tuple.h"

namespace mentat::space_detail {

class tuple_store {
 public:
  static constexpr std::size_t most_indexes = 8;  // of a signature
  // Of a tuple without fields; longer fields need more.
  static constexpr std::size_t memory_of_tuple = 128;

  tuple_store();
  ~tuple_store();
  tuple_store(const tuple_store&) = delete;
  tuple_store& operator=(const tuple_store&) = delete;

  void put(encoded_tuple&& tuple);
  [[nodiscard]] bool holds(const encoded_tuple& pattern) const;
  // The oldest tuple that the pattern matches, or the chosen one; valid until the store changes.
  // Null: there is none.
  [[nodiscard]] const encoded_tuple* find(const encoded_tuple& pattern) const;
  // The same, removed.
  [[nodiscard]] std::optional<encoded_tuple> take(const encoded_tuple& pattern);
  // All that the pattern matches, the oldest first; valid until the store changes.
  [[nodiscard]] std::vector<const encoded_tuple*> find_all(const encoded_tuple& pattern) const;
  [[nodiscard]] std::size_t count(const encoded_tuple& pattern) const;
  // All tuples, in the order in which they were put; valid until the store changes.
  [[nodiscard]] std::vector<const encoded_tuple*> all() const;
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t memory() const { return memory_; }  // bytes

  // For tuples of the pattern's signature, how many there are and the first field, among those that
  // are not names, that keeps most of them from matching it.
  struct miss {
    std::size_t tuples = 0;
    std::size_t field = 0;
  };
  [[nodiscard]] miss nearest_miss(const encoded_tuple& pattern) const;

  struct tuples_of {
    std::uint64_t signature;
    std::uint64_t count, bytes;
  };
  [[nodiscard]] std::vector<tuples_of> describe_tuples() const;

 private:
  struct node;
  struct bucket;
  struct index;
  struct group;
  struct list {
    node* first = nullptr;
    node* last = nullptr;
    std::size_t size = 0;
  };

  [[nodiscard]] group* group_of(std::uint64_t signature) const;
  group& made_group(std::uint64_t signature);
  [[nodiscard]] node* oldest(const encoded_tuple& pattern, group*& among) const;
  // As oldest(), but an installed chooser decides between different tuples.
  [[nodiscard]] node* chosen(const encoded_tuple& pattern, group*& among) const;
  [[nodiscard]] std::vector<node*> all_met(const encoded_tuple& pattern) const;
  encoded_tuple remove(group& from, node& taken);
  node* made_node(encoded_tuple&& tuple);

  std::unordered_map<std::uint64_t, group*> groups_;
  mutable std::atomic<group*> last_group_{nullptr};  // that was used
  std::atomic<group*> newest_{nullptr};  // all, never removed, so that other threads may read
  node* spare_ = nullptr;
  std::size_t spares_ = 0;
  std::uint64_t next_ticket_ = 0;
  std::size_t size_ = 0, memory_ = 0;
};

}  // namespace mentat::space_detail
