// The tuples of one space, by signature and value [LINDA86 3].
//
// A pattern meets a tuple of its signature if each of its actual fields equals that of the tuple,
// or is a formal there; a formal of the pattern meets every actual field and no formal. Of several
// tuples that a pattern meets, the oldest is found, unless a chooser is installed (open_choice.h). The store has one index for each set of actual
// fields that a pattern of that signature ever had, so that a search looks at one bucket; tuples
// with formals are few and are searched one by one. Cost: O(log n) for each index of the signature,
// plus O(tuples of the signature that have formals) for a search. Thread-safety: none, not even for
// searches, which may add an index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "rts/space/encoded_tuple.h"

namespace mentat::space_detail {

class tuple_store {
 public:
  void put(encoded_tuple tuple);
  [[nodiscard]] bool holds(const encoded_tuple& pattern) const;
  // The oldest tuple that the pattern meets; valid until the store changes. Null: there is none.
  [[nodiscard]] const encoded_tuple* find(const encoded_tuple& pattern) const;
  // The same, removed.
  [[nodiscard]] std::optional<encoded_tuple> take(const encoded_tuple& pattern);
  // All that the pattern meets, the oldest first; valid until the store changes.
  [[nodiscard]] std::vector<const encoded_tuple*> find_all(const encoded_tuple& pattern) const;
  [[nodiscard]] std::size_t count(const encoded_tuple& pattern) const;
  [[nodiscard]] std::size_t size() const;

 private:
  using ticket = std::uint64_t;  // in the order of arrival
  using tickets = std::set<ticket>;
  using buckets = std::unordered_map<std::string, tickets>;  // by the values of the actual fields
  struct group {                                             // the tuples of one signature
    std::map<ticket, encoded_tuple> tuples;
    tickets with_formals;  // these are in no bucket
    // By the set of actual fields. A search adds the index that it needs.
    mutable std::map<std::uint32_t, buckets> indexes;
  };

  [[nodiscard]] const group* group_of(const encoded_tuple& pattern) const;
  static const tickets* bucket_of(const group& among, const encoded_tuple& pattern);
  static std::optional<ticket> oldest(const group& among, const encoded_tuple& pattern);
  static std::optional<ticket> choose(const group& among, const encoded_tuple& pattern);
  static tickets all_met(const group& among, const encoded_tuple& pattern);

  std::unordered_map<std::uint64_t, group> groups_;  // by signature
  ticket next_ = 0;
};

}  // namespace mentat::space_detail
