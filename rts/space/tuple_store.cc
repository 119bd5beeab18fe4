#include "rts/space/tuple_store.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include "mmps/base/open_choice.h"
#include "rts/space/signature.h"

namespace mentat::space_detail {
namespace {

constexpr std::size_t spare_nodes = 256;

// wyhash's way to mix: both halves of a product.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  __extension__ using wide = unsigned __int128;
  const wide product = static_cast<wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t hash_of(std::string_view bytes, std::uint64_t seed) {
  std::uint64_t hash = mixed(seed ^ bytes.size(), 0x9e3779b97f4a7c15);
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t size = std::min<std::size_t>(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), size);
    hash = mixed(hash ^ word, 0xa0761d6478bd642f ^ seed);
    bytes.remove_prefix(size);
  }
  return hash;
}

bool meets(const encoded_tuple& pattern, const encoded_tuple& tuple) {
  encoded_tuple::reader wanted(pattern), given(tuple);
  for (std::size_t at = 0; at < pattern.count(); ++at) {
    const std::string_view want = wanted.next(), has = given.next();
    if (pattern.is_formal(at)) {
      if (tuple.is_formal(at)) return false;
    } else if (!tuple.is_formal(at) && want != has) {
      return false;
    }
  }
  return true;
}

}  // namespace

struct tuple_store::bucket {  // the tuples that are equal in the fields of its index
  std::uint64_t hash = 0;
  list tuples;
  bucket* next = nullptr;
};

struct tuple_store::node {
  struct link {
    node* before = nullptr;
    node* after = nullptr;
    bucket* in = nullptr;
  };

  encoded_tuple tuple;
  std::uint64_t ticket = 0;  // in the order of arrival
  link order;                // among those of its signature that have formals, or those without
  link first;                // of the first index
  std::unique_ptr<link[]> more;

  link& of(std::size_t index) { return index == 0 ? first : more[index - 1]; }
};

// Equal tuples by their values in some fields.
struct tuple_store::index {
  std::uint32_t fields;
  std::size_t number;  // among those of the signature
  std::uint64_t seed;
  std::vector<bucket*> slots = std::vector<bucket*>(16);
  std::size_t used = 0;
  bucket* spare = nullptr;

  index(std::uint32_t by, std::size_t which)
      : fields(by),
        number(which),
        seed(mixed(std::bit_cast<std::uintptr_t>(this) | 1, 0x8ebc6af09c88c6e3)) {}
  index(const index&) = delete;
  index& operator=(const index&) = delete;
  ~index() {
    for (bucket* at : slots)
      while (at) delete std::exchange(at, at->next);
    while (spare) delete std::exchange(spare, spare->next);
  }

  [[nodiscard]] std::uint64_t hash(const encoded_tuple& of) const {
    encoded_tuple::reader reading(of);
    std::uint64_t hash = seed;
    for (std::uint32_t left = fields; left != 0; left >>= 1) {
      const std::string_view field = reading.next();
      if (left & 1) hash = hash_of(field, hash);
    }
    return hash;
  }
  [[nodiscard]] bool equal(const encoded_tuple& a, const encoded_tuple& b) const {
    encoded_tuple::reader one(a), other(b);
    for (std::uint32_t left = fields; left != 0; left >>= 1) {
      const std::string_view field = one.next();
      if (const std::string_view same = other.next(); (left & 1) && field != same) return false;
    }
    return true;
  }
  [[nodiscard]] bucket* find(const encoded_tuple& like, std::uint64_t hash) const {
    for (bucket* at = slots[hash & (slots.size() - 1)]; at; at = at->next)
      if (at->hash == hash && equal(at->tuples.first->tuple, like)) return at;
    return nullptr;
  }
  void add(node& one) {
    const std::uint64_t key = hash(one.tuple);
    bucket* in = find(one.tuple, key);
    if (!in) {
      if (used == slots.size()) grow();
      in = spare ? std::exchange(spare, spare->next) : new bucket;
      in->hash = key;
      in->next = std::exchange(slots[key & (slots.size() - 1)], in);
      ++used;
    }
    node::link& mine = one.of(number);
    mine = {in->tuples.last, nullptr, in};
    if (in->tuples.last)
      in->tuples.last->of(number).after = &one;
    else
      in->tuples.first = &one;
    in->tuples.last = &one;
    ++in->tuples.size;
  }
  void remove(node& one) {
    node::link& mine = one.of(number);
    list& from = mine.in->tuples;
    (mine.before ? mine.before->of(number).after : from.first) = mine.after;
    (mine.after ? mine.after->of(number).before : from.last) = mine.before;
    if (--from.size != 0) return;
    bucket** at = &slots[mine.in->hash & (slots.size() - 1)];
    while (*at != mine.in) at = &(*at)->next;
    *at = mine.in->next;
    --used;
    if (used < spare_nodes)
      mine.in->next = std::exchange(spare, mine.in);
    else
      delete mine.in;
  }
  void grow() {
    std::vector<bucket*> larger(slots.size() * 2);
    for (bucket* at : slots)
      while (at) {
        bucket* const moved = std::exchange(at, at->next);
        moved->next = std::exchange(larger[moved->hash & (larger.size() - 1)], moved);
      }
    slots = std::move(larger);
  }
};

// The tuples of one signature.
struct tuple_store::group {
  explicit group(std::uint64_t of) : signature(of) {}
  ~group() {
    for (list* all : {&plain, &with_formals})
      while (all->first) delete std::exchange(all->first, all->first->order.after);
  }

  const std::uint64_t signature;
  list plain, with_formals;  // the latter are in no index
  // Of these, the first `indexed`. A search adds one, also beside others.
  std::array<std::unique_ptr<index>, most_indexes> indexes;
  std::atomic<std::size_t> indexed{0};
  std::mutex adds_index;
  std::atomic<std::uint64_t> count{0}, bytes{0};  // written by the one that uses the store
  group* older = nullptr;

  [[nodiscard]] list& list_of(const node& one) {
    return one.tuple.formals() != 0 ? with_formals : plain;
  }
  void append(node& one) {
    list& to = list_of(one);
    one.order = {to.last, nullptr, nullptr};
    (to.last ? to.last->order.after : to.first) = &one;
    to.last = &one;
    ++to.size;
  }
  void unlink(node& one) {
    list& from = list_of(one);
    (one.order.before ? one.order.before->order.after : from.first) = one.order.after;
    (one.order.after ? one.order.after->order.before : from.last) = one.order.before;
    --from.size;
  }
  [[nodiscard]] index* known_index(std::uint32_t fields) const {
    const std::size_t known = indexed.load(std::memory_order_acquire);
    for (std::size_t at = 0; at < known; ++at)
      if (indexes[at]->fields == fields) return indexes[at].get();
    return nullptr;
  }
  // Null: there are too many.
  index* index_of(std::uint32_t fields) {
    if (index* const known = known_index(fields)) [[likely]]
      return known;
    return indexed.load(std::memory_order_relaxed) == most_indexes ? nullptr : made_index(fields);
  }
  // Other searches may run. They do not use `more` before there is a second index, nor the links of
  // an index that is not known yet.
  index* made_index(std::uint32_t fields) {
    const std::lock_guard guard(adds_index);
    if (index* const known = known_index(fields)) return known;
    const std::size_t number = indexed.load(std::memory_order_relaxed);
    if (number == most_indexes) return nullptr;
    auto made = std::make_unique<index>(fields, number);
    for (node* one = plain.first; one; one = one->order.after) {
      if (number > 0 && !one->more) one->more = std::make_unique<node::link[]>(most_indexes - 1);
      made->add(*one);
    }
    indexes[number] = std::move(made);
    indexed.store(number + 1, std::memory_order_release);
    return indexes[number].get();
  }
  // If it throws, the node is in no list.
  void add(node& one) {
    append(one);
    if (one.tuple.formals() != 0) return;
    const std::size_t known = indexed.load(std::memory_order_relaxed);
    std::size_t added = 0;
    try {
      if (known > 1 && !one.more) one.more = std::make_unique<node::link[]>(most_indexes - 1);
      for (; added < known; ++added) indexes[added]->add(one);
    } catch (...) {
      while (added != 0) indexes[--added]->remove(one);
      unlink(one);
      throw;
    }
  }
  void remove(node& one) {
    unlink(one);
    if (one.tuple.formals() != 0) return;
    const std::size_t known = indexed.load(std::memory_order_relaxed);
    for (std::size_t at = 0; at < known; ++at) indexes[at]->remove(one);
  }
  void note(std::int64_t tuples, std::int64_t of_bytes) {
    count.store(count.load(std::memory_order_relaxed) + static_cast<std::uint64_t>(tuples),
                std::memory_order_relaxed);
    bytes.store(bytes.load(std::memory_order_relaxed) + static_cast<std::uint64_t>(of_bytes),
                std::memory_order_relaxed);
  }

  // Visits the tuples without formals that the pattern matches, the oldest first, until `visit` is
  // false.
  template <class Visitor>
  void visit_plain(const encoded_tuple& pattern, Visitor&& visit) {
    const std::uint32_t fields = pattern.actuals();
    if (index* const by = fields == 0 ? nullptr : index_of(fields)) {
      bucket* const in = by->find(pattern, by->hash(pattern));
      for (node* one = in ? in->tuples.first : nullptr; one; one = one->of(by->number).after)
        if (!visit(*one)) return;
      return;
    }
    for (node* one = plain.first; one; one = one->order.after)
      if ((fields == 0 || meets(pattern, one->tuple)) && !visit(*one)) return;
  }
};

tuple_store::tuple_store() = default;

tuple_store::~tuple_store() {
  for (group* at = newest_.load(); at;) delete std::exchange(at, at->older);
  while (spare_) delete std::exchange(spare_, spare_->order.after);
}

tuple_store::group* tuple_store::group_of(std::uint64_t signature) const {
  group* const last = last_group_.load(std::memory_order_relaxed);
  if (last && last->signature == signature) [[likely]]
    return last;
  const auto found = groups_.find(signature);
  if (found == groups_.end()) return nullptr;
  last_group_.store(found->second, std::memory_order_relaxed);
  return found->second;
}

tuple_store::group& tuple_store::made_group(std::uint64_t signature) {
  if (group* const found = group_of(signature)) [[likely]]
    return *found;
  auto made = std::make_unique<group>(signature);
  groups_.emplace(signature, made.get());
  made->older = newest_.load(std::memory_order_relaxed);
  newest_.store(made.get(), std::memory_order_release);
  return *made.release();
}

tuple_store::node* tuple_store::made_node(encoded_tuple&& tuple) {
  node* made = spare_;
  if (made) {
    spare_ = made->order.after;
    --spares_;
  } else {
    made = new node;
  }
  made->tuple = std::move(tuple);
  made->ticket = next_ticket_++;
  return made;
}

namespace {

std::size_t memory_of(const encoded_tuple& tuple) {
  constexpr std::size_t inside = 15;  // of a std::string
  return tuple_store::memory_of_tuple + (tuple.bytes().size() > inside ? tuple.bytes().size() : 0);
}

}  // namespace

void tuple_store::put(encoded_tuple&& tuple) {
  group& with = made_group(tuple.signature());
  const std::size_t bytes = memory_of(tuple);
  node* const mine = made_node(std::move(tuple));
  try {
    with.add(*mine);
  } catch (...) {
    delete mine;
    throw;
  }
  ++size_;
  memory_ += bytes;
  with.note(1, static_cast<std::int64_t>(bytes));
}

tuple_store::node* tuple_store::oldest(const encoded_tuple& pattern, group*& among) const {
  among = group_of(pattern.signature());
  if (!among) return nullptr;
  node* best = nullptr;
  among->visit_plain(pattern, [&](node& one) {
    best = &one;
    return false;
  });
  for (node* one = among->with_formals.first; one; one = one->order.after) {
    if (best && best->ticket < one->ticket) break;
    if (meets(pattern, one->tuple)) return one;
  }
  return best;
}

const encoded_tuple* tuple_store::find(const encoded_tuple& pattern) const {
  group* among = nullptr;
  const node* const found = chosen(pattern, among);
  return found ? &found->tuple : nullptr;
}

bool tuple_store::holds(const encoded_tuple& pattern) const {
  group* among = nullptr;
  return oldest(pattern, among) != nullptr;
}

tuple_store::node* tuple_store::chosen(const encoded_tuple& pattern, group*& among) const {
  if (!base::installed_chooser) [[likely]]
    return oldest(pattern, among);
  among = group_of(pattern.signature());
  std::vector<node*> candidates;
  for (node* one : all_met(pattern)) {
    const bool is_new = std::ranges::none_of(candidates, [&](const node* earlier) {
      return earlier->tuple.formals() == one->tuple.formals() &&
             earlier->tuple.bytes() == one->tuple.bytes();
    });
    if (is_new) candidates.push_back(one);
  }
  if (candidates.size() < 2) return candidates.empty() ? nullptr : candidates.front();
  return candidates[base::installed_chooser->choose(
      candidates.size(), [&](std::size_t at) { return "gets " + text_of(candidates[at]->tuple); })];
}

std::optional<encoded_tuple> tuple_store::take(const encoded_tuple& pattern) {
  group* among = nullptr;
  node* const found = chosen(pattern, among);
  if (!found) return std::nullopt;
  return remove(*among, *found);
}

encoded_tuple tuple_store::remove(group& from, node& taken) {
  from.remove(taken);
  const std::size_t bytes = memory_of(taken.tuple);
  --size_;
  memory_ -= bytes;
  from.note(-1, -static_cast<std::int64_t>(bytes));
  encoded_tuple tuple = std::move(taken.tuple);
  if (spares_ < spare_nodes) {
    ++spares_;
    taken.order.after = std::exchange(spare_, &taken);
  } else {
    delete &taken;
  }
  return tuple;
}

std::vector<tuple_store::node*> tuple_store::all_met(const encoded_tuple& pattern) const {
  std::vector<node*> all;
  group* const among = group_of(pattern.signature());
  if (!among) return all;
  among->visit_plain(pattern, [&](node& one) {
    all.push_back(&one);
    return true;
  });
  const std::size_t plain = all.size();
  for (node* one = among->with_formals.first; one; one = one->order.after)
    if (meets(pattern, one->tuple)) all.push_back(one);
  std::inplace_merge(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(plain), all.end(),
                     [](const node* a, const node* b) { return a->ticket < b->ticket; });
  return all;
}

std::vector<const encoded_tuple*> tuple_store::find_all(const encoded_tuple& pattern) const {
  std::vector<const encoded_tuple*> found;
  for (const node* one : all_met(pattern)) found.push_back(&one->tuple);
  return found;
}

std::vector<const encoded_tuple*> tuple_store::all() const {
  std::vector<const node*> nodes;
  for (const group* at = newest_.load(std::memory_order_acquire); at; at = at->older)
    for (const list* of : {&at->plain, &at->with_formals})
      for (const node* one = of->first; one; one = one->order.after) nodes.push_back(one);
  std::ranges::sort(nodes, {}, &node::ticket);
  std::vector<const encoded_tuple*> tuples;
  tuples.reserve(nodes.size());
  for (const node* one : nodes) tuples.push_back(&one->tuple);
  return tuples;
}

std::size_t tuple_store::count(const encoded_tuple& pattern) const {
  group* const among = group_of(pattern.signature());
  if (!among) return 0;
  std::size_t met = 0;
  const std::uint32_t fields = pattern.actuals();
  if (fields == 0) {
    met = among->plain.size;
  } else if (index* const by = among->index_of(fields)) {
    const bucket* const in = by->find(pattern, by->hash(pattern));
    met = in ? in->tuples.size : 0;
  } else {
    among->visit_plain(pattern, [&](const node&) {
      ++met;
      return true;
    });
  }
  for (const node* one = among->with_formals.first; one; one = one->order.after)
    met += meets(pattern, one->tuple) ? 1 : 0;
  return met;
}

tuple_store::miss tuple_store::nearest_miss(const encoded_tuple& pattern) const {
  miss nearest;
  const group* const among = group_of(pattern.signature());
  if (!among) return nearest;
  std::array<std::size_t, encoded_tuple::most_fields> misses{};
  for (const list* all : {&among->plain, &among->with_formals}) {
    for (const node* one = all->first; one; one = one->order.after) {
      ++nearest.tuples;
      encoded_tuple::reader wanted(pattern), given(one->tuple);
      for (std::size_t at = 0; at < pattern.count(); ++at) {
        const std::string_view want = wanted.next(), has = given.next();
        const bool fits = pattern.is_formal(at) ? !one->tuple.is_formal(at)
                                                : one->tuple.is_formal(at) || want == has;
        if (fits) continue;
        ++misses[at];
        break;
      }
    }
  }
  nearest.field = static_cast<std::size_t>(std::ranges::max_element(misses) - misses.begin());
  return nearest;
}

std::vector<tuple_store::tuples_of> tuple_store::describe_tuples() const {
  std::vector<tuples_of> all;
  for (const group* at = newest_.load(std::memory_order_acquire); at; at = at->older)
    if (const std::uint64_t count = at->count.load(std::memory_order_relaxed); count != 0)
      all.push_back({at->signature, count, at->bytes.load(std::memory_order_relaxed)});
  return all;
}

}  // namespace mentat::space_detail
