#include "bench/papers/svm/distributed.h"

#include <algorithm>

#include "mmps/base/check.h"

namespace mentat::bench::svm {
namespace {

constexpr std::uint64_t bit(process p) { return std::uint64_t{1} << p; }

}  // namespace

distributed_handler::distributed_handler(process self, process processes, page_number pages,
                                         mutant bug)
    : page_handler(self, processes, pages, bug), views_(pages), duties_(pages) {
  MENTAT_CHECK(processes > 0 && processes <= most_processes && self < processes, "a mask's limits");
  if (self == 0)
    for (held& page : pages_) page.here = access::write;
}

void distributed_handler::request(page_number number, access wanted, outbox& out) {
  const function what = wanted == access::read ? function::read_page : function::write_page;
  out.push_back({what, self_, everybody, number, wanted, false});
}

bool distributed_handler::receive(const message& received, outbox& out) {
  if (!is_valid(received) || received.from == manager) {
    ++dropped_;
    return false;
  }
  switch (received.what) {
    case function::read_page:
    case function::write_page:
      return ordered(received, out);
    case function::page:
      if (!waits_ || received.number != wanted_page_ || !received.with_page || came_early_) break;
      out.push_back({function::granted, self_, received.from, received.number, wanted_, false});
      came_early_ = !awaits_page_;
      if (came_early_) return false;
      awaits_page_ = false;
      return give();
    case function::granted:
      return false;  // the answer that ends the sender's remote procedure call
    default:
      break;
  }
  ++dropped_;
  return false;
}

bool distributed_handler::ordered(const message& request, outbox& out) {
  view& now = views_[request.number];
  const bool writes = request.what == function::write_page;
  const process owner = now.owner;
  const std::uint64_t copies = now.copies;
  now.owner = request.from;
  now.copies = writes ? bit(request.from) : copies | bit(request.from);
  const bool has_copy = (copies & bit(request.from)) != 0;
  if (request.from == self_) {
    if (!waits_ || request.number != wanted_page_) {
      ++dropped_;
      return false;
    }
    awaits_page_ = !has_copy && !came_early_;
    came_early_ = false;
    return awaits_page_ ? false : give();
  }
  if (owner == self_ || (writes && (copies & bit(self_)) != 0)) {
    const bool sends = owner == self_ && !has_copy;
    duties_[request.number].push_back({request.from, sends, writes ? access::none : access::read});
    settled(request.number, out);
  }
  return false;
}

void distributed_handler::settled(page_number number, outbox& out) {
  auto& duties = duties_[number];
  held& page = pages_[number];
  while (!duties.empty()) {
    if (awaits_page_ && number == wanted_page_) return;  // it must have the page first
    duty& next = duties.front();
    if (!may_downgrade(number)) return;  // the only copy, or one that was not used yet
    // A copy that is locked for reading is sent at once, and goes away when it is unlocked.
    if (next.sends) {
      page.here = std::min(page.here, access::read);
      if (may_invalidate(number)) page.here = std::min(page.here, next.left);
      out.push_back({function::page, self_, next.to, number, access::read, true});
      next.sends = false;
    }
    if (next.left == access::none && !may_invalidate(number)) return;
    page.here = std::min(page.here, next.left);
    duties.pop_front();
  }
}

}  // namespace mentat::bench::svm
