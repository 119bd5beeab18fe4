#include "rts/core/rv_table.h"

#include <algorithm>
#include <new>

#include "rts/core/block.h"

namespace mentat {

rv_table::place rv_table::lower(std::uintptr_t at) const {
  // Chunks are in order and never empty: find the first whose last entry ends above `at`. Most
  // variables are delayed in the order of their addresses, and used in that order: access at the
  // end and at the front needs no search.
  std::size_t low = first_chunk_, high = chunks_.size();
  const auto last_end = [this](std::size_t index) {
    return chunks_[index]->entries[chunks_[index]->last - 1].end();
  };
  if (low == high || last_end(high - 1) <= at) return {high, 0};
  if (last_end(low) > at) high = low;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (last_end(middle) > at)
      high = middle;
    else
      low = middle + 1;
  }
  const chunk& c = *chunks_[low];
  std::uint32_t entry = c.first;
  while (c.entries[entry].end() <= at) ++entry;
  return {low, entry};
}

bool rv_table::find_overlap(std::uintptr_t begin, std::uintptr_t end, place& found) const {
  found = lower(begin);
  return found.chunk < chunks_.size() && chunks_[found.chunk]->entries[found.entry].begin < end;
}

const rv_entry* rv_table::first_overlap_among(std::uintptr_t begin, std::uintptr_t end) const {
  place found;
  return find_overlap(begin, end, found) ? &chunks_[found.chunk]->entries[found.entry] : nullptr;
}

rv_table::chunk* rv_table::add_chunk(std::size_t at) {
  auto* made = new (take_block(sizeof(chunk))) chunk;
  try {
    chunks_.insert(chunks_.begin() + static_cast<std::ptrdiff_t>(at), made);
  } catch (...) {
    give_back_block(made, sizeof(chunk));
    throw;
  }
  return made;
}

void rv_table::drop_chunk(std::size_t at) {
  give_back_block(chunks_[at], sizeof(chunk));
  if (at == first_chunk_) {
    chunks_[first_chunk_++] = nullptr;
    if (first_chunk_ == chunks_.size() ||
        (first_chunk_ >= 64 && 2 * first_chunk_ >= chunks_.size())) {
      chunks_.erase(chunks_.begin(), chunks_.begin() + static_cast<std::ptrdiff_t>(first_chunk_));
      first_chunk_ = 0;
    }
  } else {
    chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

void rv_table::insert_among(const rv_entry& entry) {
  if (chunks_.empty()) add_chunk(0);
  if (alone_) {
    chunk& c = *chunks_[first_chunk_];
    c.entries[0] = only_;
    c.first = 0;
    c.last = 1;
    alone_ = false;
  }
  std::size_t index = lower(entry.begin).chunk;
  if (index == chunks_.size()) {  // after all entries: the common case
    chunk* c = chunks_[index - 1];
    if (c->last == chunk::capacity) c = add_chunk(index);
    c->entries[c->last++] = entry;
    ++count_;
    return;
  }
  chunk* c = chunks_[index];
  if (c->last == chunk::capacity && c->first == 0) {  // full: its upper half moves to a new chunk
    chunk* upper = add_chunk(index + 1);
    const std::uint32_t half = chunk::capacity / 2;
    std::copy(c->entries + half, c->entries + chunk::capacity, upper->entries);
    upper->last = chunk::capacity - half;
    c->last = half;
    if (entry.begin > c->entries[half - 1].begin) c = upper;
  }
  std::uint32_t slot = c->first;
  while (slot < c->last && c->entries[slot].begin < entry.begin) ++slot;
  if (c->last < chunk::capacity) {
    std::copy_backward(c->entries + slot, c->entries + c->last, c->entries + c->last + 1);
    ++c->last;
  } else {
    std::copy(c->entries + c->first, c->entries + slot, c->entries + c->first - 1);
    --c->first;
    --slot;
  }
  c->entries[slot] = entry;
  ++count_;
}

void rv_table::remove(place at) {
  chunk& c = *chunks_[at.chunk];
  if (at.entry == c.first) {
    ++c.first;
  } else {
    std::copy(c.entries + at.entry + 1, c.entries + c.last, c.entries + at.entry);
    --c.last;
  }
  --count_;
  // One empty chunk stays for a table that fills and empties again and again.
  if (c.first == c.last) {
    if (count_ == 0 && chunks_.size() - first_chunk_ == 1)
      c.first = c.last = 0;
    else
      drop_chunk(at.chunk);
  }
}

bool rv_table::take_first_among(const void* begin, std::size_t size, rv_entry& taken) {
  const auto at = reinterpret_cast<std::uintptr_t>(begin);
  place found;
  if (!find_overlap(at, at + size, found)) return false;
  taken = chunks_[found.chunk]->entries[found.entry];
  remove(found);
  return true;
}

void rv_table::share_among(computation_instance& producer) {
  for (delayed_argument* at = arguments_; at; at = at->before_) {
    if (at->producer != &producer || at->owns_) continue;
    producer.retain();
    at->owns_ = true;
  }
}

void rv_table::abandon_among(computation_instance& producer) {
  bool taken = false;
  for (delayed_argument* at = arguments_; at; at = at->before_) {
    if (at->producer != &producer || at->owns_) continue;
    if (taken) producer.retain();
    at->owns_ = taken = true;
  }
  if (!taken) producer.release();
}

void rv_table::erase(const void* begin, std::size_t size) {
  rv_entry taken;
  while (take_first(begin, size, taken)) abandon(*taken.producer);
}

void rv_table::clear() {
  if (alone_) abandon(*only_.producer);
  alone_ = false;
  for (std::size_t i = first_chunk_; i < chunks_.size(); ++i) {
    chunk& c = *chunks_[i];
    for (std::uint32_t e = c.first; e < c.last; ++e) abandon(*c.entries[e].producer);
    give_back_block(&c, sizeof(chunk));
  }
  chunks_.clear();
  first_chunk_ = 0;
  count_ = 0;
}

}  // namespace mentat
