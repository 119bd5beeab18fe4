#include "bench/papers/then/linda_kernel.h"

#include <utility>

#include "mmps/base/check.h"

namespace mentat::bench::then {

using kind = linda_message::kind;

bool pattern::matches(const tuple& one) const {
  if (name != one.name || fields.size() != one.fields.size()) return false;
  for (std::size_t n = 0; n < fields.size(); ++n)
    if (fields[n] && *fields[n] != one.fields[n]) return false;
  return true;
}

void linda_kernel::out(tuple one, linda_outbox& sent) {
  one.id = {self_, next_++};
  put(std::move(one), sent);
}

void linda_kernel::look(const pattern& wanted, bool takes, linda_outbox& sent) {
  MENTAT_CHECK(!waiting_, "a node runs one process");
  waiting_ = wanted;
  takes_ = takes;
  seek(sent);
}

std::optional<tuple> linda_kernel::result() {
  if (result_) waiting_.reset();
  return std::exchange(result_, std::nullopt);
}

std::size_t linda_kernel::size() const {
  std::size_t sum = 0;
  for (const auto& [name, tuples] : store_) sum += tuples.size();
  return sum;
}

bool linda_kernel::holds_match(const pattern& wanted) const { return find(wanted) != nullptr; }

const tuple* linda_kernel::find(const pattern& wanted) const {
  const auto found = store_.find(wanted.name);
  if (found == store_.end()) return nullptr;
  for (const tuple& one : found->second)
    if (wanted.matches(one)) return &one;
  return nullptr;
}

std::optional<tuple> linda_kernel::remove(const std::string& name, tuple_id id) {
  const auto found = store_.find(name);
  if (found == store_.end()) return std::nullopt;
  for (auto one = found->second.begin(); one != found->second.end(); ++one) {
    if (one->id != id) continue;
    tuple removed = std::move(*one);
    found->second.erase(one);
    return removed;
  }
  return std::nullopt;
}

void linda_kernel::finish(tuple one) {
  claimed_.reset();
  result_ = std::move(one);
}

// ---- the first delete protocol ------------------------------------------------------------------

void delete_by_origin::put(tuple one, linda_outbox& sent) {
  custody_.insert(one.id);
  install(one);
  sent.push_back({.what = kind::tuple, .from = self_, .carried = std::move(one)});
  seek(sent);
}

void delete_by_origin::seek(linda_outbox& sent) {
  if (!is_waiting() || claimed_) return;
  const tuple* found = find(*waiting_);
  if (found == nullptr) return;
  if (!takes_) return finish(*found);
  claimed_ = remove(found->name, found->id);
  linda_message wish{.what = kind::erase, .from = self_, .id = claimed_->id};
  wish.wanted.name = claimed_->name;
  sent.push_back(wish);
  if (claimed_->id.origin == self_) {
    custody_.erase(claimed_->id);
    finish(*claimed_);
  }
}

void delete_by_origin::receive(const linda_message& received, linda_outbox& sent) {
  if (received.from == self_) return;  // a bus may read its own messages back
  switch (received.what) {
    case kind::tuple:
      if (early_.erase(received.carried.id) > 0) return;
      install(received.carried);
      return seek(sent);
    case kind::erase:
      return erase(received, sent);
    case kind::proceed:
      if (claimed_ && claimed_->id == received.id) finish(*claimed_);
      return;
    case kind::wait:
      if (claimed_ && claimed_->id == received.id) claimed_.reset();
      return seek(sent);
    default:
      return;
  }
}

void delete_by_origin::erase(const linda_message& received, linda_outbox& sent) {
  const bool is_here = remove(received.wanted.name, received.id).has_value();
  if (received.id.origin != self_) {
    const bool tries_too = claimed_ && claimed_->id == received.id;
    if (!is_here && !tries_too) early_.insert(received.id);
    return;
  }
  const bool assigned = custody_.erase(received.id) > 0 || bug_ == linda_mutant::two_takers;
  sent.push_back({.what = assigned ? kind::proceed : kind::wait,
                  .from = self_,
                  .to = received.from,
                  .id = received.id});
}

// ---- the second delete protocol -----------------------------------------------------------------

void delete_by_bus::put(tuple one, linda_outbox& sent) {
  sent.push_back({.what = kind::tuple, .from = self_, .carried = one});
  install(std::move(one));
  seek(sent);
}

void delete_by_bus::seek(linda_outbox& sent) {
  if (!is_waiting() || claimed_) return;
  const tuple* found = find(*waiting_);
  if (found == nullptr) return;
  if (!takes_) return finish(*found);
  claimed_ = *found;
  linda_message wish{.what = kind::erase, .from = self_, .id = found->id};
  wish.wanted.name = found->name;
  sent.push_back(wish);
}

void delete_by_bus::receive(const linda_message& received, linda_outbox& sent) {
  if (received.what == kind::tuple) {
    if (received.from == self_) return;
    install(received.carried);
    return seek(sent);
  }
  if (received.what != kind::erase) return;
  std::optional<tuple> deleted = remove(received.wanted.name, received.id);
  if (!deleted) return;  // somebody was first
  const bool tries = claimed_ && claimed_->id == received.id;
  if (received.from == self_ || (tries && bug_ == linda_mutant::two_takers))
    return finish(std::move(*deleted));
  if (tries) claimed_.reset();
  seek(sent);
}

// ---- Leichter's design --------------------------------------------------------------------------

void local_out::give(const tuple& one, const linda_message& look, linda_outbox& sent) const {
  sent.push_back({.what = kind::give,
                  .from = self_,
                  .to = look.from,
                  .carried = one,
                  .request = look.request,
                  .takes = look.takes});
}

void local_out::put(tuple one, linda_outbox& sent) {
  if (is_waiting() && waiting_->matches(one)) {
    if (!takes_) install(one);
    return finish(std::move(one));
  }
  for (auto asker = foreign_.begin(); asker != foreign_.end();) {
    if (!asker->look.wanted.matches(one)) {
      ++asker;
      continue;
    }
    const bool takes = asker->look.takes;
    give(one, asker->look, sent);
    asker = foreign_.erase(asker);
    if (takes) return;
  }
  install(std::move(one));
}

void local_out::seek(linda_outbox& sent) {
  if (const tuple* found = find(*waiting_)) {
    if (!takes_) return finish(*found);
    return finish(*remove(found->name, found->id));
  }
  age_ = 0;
  sent.push_back({.what = kind::look,
                  .from = self_,
                  .wanted = *waiting_,
                  .request = ++request_,
                  .takes = takes_});
}

void local_out::receive(const linda_message& received, linda_outbox& sent) {
  if (received.from == self_) return;
  if (received.what == kind::look) {
    foreign_.remove_if([&](const foreign& f) { return f.look.from == received.from; });
    const tuple* found = find(received.wanted);
    if (found == nullptr) {
      foreign_.push_back({received, 0});
      return;
    }
    give(*found, received, sent);
    if (received.takes) remove(found->name, found->id);
    return;
  }
  if (received.what != kind::give) return;
  // A tuple too many stays here, unless another node still has it.
  if (received.takes) return put(received.carried, sent);
  if (is_waiting() && !takes_ && waiting_->matches(received.carried)) finish(received.carried);
}

void local_out::tick(linda_outbox& sent) {
  foreign_.remove_if([&](foreign& f) { return ++f.age >= keeps_; });
  if (is_waiting() && ++age_ >= keeps_) seek(sent);
}

std::unique_ptr<linda_kernel> make_linda_kernel(linda_design design, node self, linda_mutant bug) {
  switch (design) {
    case linda_design::by_origin:
      return std::make_unique<delete_by_origin>(self, bug);
    case linda_design::by_bus:
      return std::make_unique<delete_by_bus>(self, bug);
    case linda_design::local:
      break;
  }
  return std::make_unique<local_out>(self);
}

}  // namespace mentat::bench::then
