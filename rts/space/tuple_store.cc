#include "rts/space/tuple_store.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "mmps/base/open_choice.h"
#include "mmps/base/shown_text.h"

namespace mentat::space_detail {
namespace {

std::uint32_t actual_fields(const encoded_tuple& of) {
  return ~of.formals & ((std::uint32_t{1} << of.fields.size()) - 1);
}

// The values of these fields, so written that different values give different keys.
std::string key_of(const encoded_tuple& of, std::uint32_t fields) {
  std::string key;
  for (std::size_t at = 0; at < of.fields.size(); ++at) {
    if ((fields >> at & 1) == 0) continue;
    const bool is_last = fields >> at == 1;
    const std::uint64_t size = of.fields[at].size();
    if (!is_last) key.append(reinterpret_cast<const char*>(&size), sizeof size);
    key.append(of.fields[at]);
  }
  return key;
}

bool meets(const encoded_tuple& pattern, const encoded_tuple& tuple) {
  for (std::size_t at = 0; at < pattern.fields.size(); ++at) {
    if (pattern.is_formal(at)) {
      if (tuple.is_formal(at)) return false;
    } else if (!tuple.is_formal(at) && pattern.fields[at] != tuple.fields[at]) {
      return false;
    }
  }
  return true;
}

// Without its type, which the store does not know: bytes of the size of a number are shown as one.
std::string text_of_field(const std::string& bytes) {
  if (bytes.size() != 1 && bytes.size() != 2 && bytes.size() != 4 && bytes.size() != 8)
    return '"' + base::shown_value(bytes) + '"';
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data(), bytes.size());
  const auto unused = static_cast<unsigned>(64 - 8 * bytes.size());
  return std::to_string(static_cast<std::int64_t>(number << unused) >> unused);
}

std::string text_of(const encoded_tuple& tuple) {
  std::string text;
  for (std::size_t at = 0; at < tuple.fields.size(); ++at)
    text += (at == 0 ? "" : ", ") +
            (tuple.is_formal(at) ? std::string("formal") : text_of_field(tuple.fields[at]));
  return "(" + text + ")";
}

}  // namespace

void tuple_store::put(encoded_tuple tuple) {
  group& with = groups_[tuple.signature];
  const ticket mine = next_++;
  if (tuple.formals != 0)
    with.with_formals.insert(mine);
  else
    for (auto& [fields, index] : with.indexes) index[key_of(tuple, fields)].insert(mine);
  with.tuples.emplace(mine, std::move(tuple));
}

const tuple_store::group* tuple_store::group_of(const encoded_tuple& pattern) const {
  const auto found = groups_.find(pattern.signature);
  return found == groups_.end() ? nullptr : &found->second;
}

const tuple_store::tickets* tuple_store::bucket_of(const group& among,
                                                   const encoded_tuple& pattern) {
  const std::uint32_t fields = actual_fields(pattern);
  auto found = among.indexes.find(fields);
  if (found == among.indexes.end()) {
    found = among.indexes.emplace(fields, buckets()).first;
    for (const auto& [mine, tuple] : among.tuples)
      if (tuple.formals == 0) found->second[key_of(tuple, fields)].insert(mine);
  }
  const auto bucket = found->second.find(key_of(pattern, fields));
  return bucket == found->second.end() ? nullptr : &bucket->second;
}

std::optional<tuple_store::ticket> tuple_store::oldest(const group& among,
                                                       const encoded_tuple& pattern) {
  std::optional<ticket> best;
  if (const tickets* bucket = bucket_of(among, pattern)) best = *bucket->begin();
  for (const ticket one : among.with_formals) {
    if (best && *best < one) break;
    if (meets(pattern, among.tuples.at(one))) return one;
  }
  return best;
}

tuple_store::tickets tuple_store::all_met(const group& among, const encoded_tuple& pattern) {
  tickets all;
  if (const tickets* bucket = bucket_of(among, pattern)) all = *bucket;
  for (const ticket one : among.with_formals)
    if (meets(pattern, among.tuples.at(one))) all.insert(one);
  return all;
}

// As oldest(), but lets the installed chooser decide between different tuples.
std::optional<tuple_store::ticket> tuple_store::choose(const group& among,
                                                       const encoded_tuple& pattern) {
  if (!base::installed_chooser) return oldest(among, pattern);
  std::vector<ticket> candidates;
  for (const ticket one : all_met(among, pattern)) {
    const encoded_tuple& tuple = among.tuples.at(one);
    const bool is_new = std::ranges::none_of(candidates, [&](ticket other) {
      const encoded_tuple& earlier = among.tuples.at(other);
      return earlier.formals == tuple.formals && earlier.fields == tuple.fields;
    });
    if (is_new) candidates.push_back(one);
  }
  if (candidates.empty()) return std::nullopt;
  if (candidates.size() == 1) return candidates.front();
  return candidates[base::installed_chooser->choose(candidates.size(), [&](std::size_t at) {
    return "gets " + text_of(among.tuples.at(candidates[at]));
  })];
}

const encoded_tuple* tuple_store::find(const encoded_tuple& pattern) const {
  const group* among = group_of(pattern);
  if (!among) return nullptr;
  const auto found = choose(*among, pattern);
  return found ? &among->tuples.at(*found) : nullptr;
}

bool tuple_store::holds(const encoded_tuple& pattern) const {
  const group* among = group_of(pattern);
  return among && oldest(*among, pattern);
}

std::optional<encoded_tuple> tuple_store::take(const encoded_tuple& pattern) {
  const auto among = groups_.find(pattern.signature);
  if (among == groups_.end()) return std::nullopt;
  group& from = among->second;
  const auto found = choose(from, pattern);
  if (!found) return std::nullopt;
  encoded_tuple taken = std::move(from.tuples.extract(*found).mapped());
  if (taken.formals != 0) {
    from.with_formals.erase(*found);
  } else {
    for (auto& [fields, index] : from.indexes) {
      const auto bucket = index.find(key_of(taken, fields));
      bucket->second.erase(*found);
      if (bucket->second.empty()) index.erase(bucket);
    }
  }
  if (from.tuples.empty()) groups_.erase(among);
  return taken;
}

std::vector<const encoded_tuple*> tuple_store::find_all(const encoded_tuple& pattern) const {
  std::vector<const encoded_tuple*> found;
  const group* among = group_of(pattern);
  if (!among) return found;
  const tickets all = all_met(*among, pattern);
  found.reserve(all.size());
  for (const ticket one : all) found.push_back(&among->tuples.at(one));
  return found;
}

std::size_t tuple_store::count(const encoded_tuple& pattern) const {
  const group* among = group_of(pattern);
  if (!among) return 0;
  const tickets* bucket = bucket_of(*among, pattern);
  const auto with_formals = static_cast<std::size_t>(std::ranges::count_if(
      among->with_formals, [&](ticket one) { return meets(pattern, among->tuples.at(one)); }));
  return (bucket ? bucket->size() : 0) + with_formals;
}

std::size_t tuple_store::size() const {
  std::size_t all = 0;
  for (const auto& [signature, tuples] : groups_) all += tuples.tuples.size();
  return all;
}

}  // namespace mentat::space_detail
