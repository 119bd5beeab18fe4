#include "bench/papers/svm/central.h"

#include <bit>

#include "mmps/base/check.h"

namespace mentat::bench::svm {
namespace {

constexpr std::uint64_t bit(process p) { return std::uint64_t{1} << p; }

}  // namespace

central_manager::central_manager(process processes, page_number pages, unsigned at_once, mutant bug)
    : processes_(processes), at_once_(at_once), bug_(bug), pages_(pages) {
  MENTAT_CHECK(processes > 0 && processes <= most_processes && at_once > 0, "the limits of a mask");
}

bool central_manager::is_quiet() const {
  for (const entry& page : pages_)
    if (page.busy || page.reading != 0 || !page.waiting.empty()) return false;
  return true;
}

message central_manager::to(process receiver, const entry& page, function what) const {
  return {what, manager, receiver, page.served.number, page.served.wanted, false};
}

void central_manager::receive(const message& received, outbox& out) {
  if (received.from >= processes_ || received.number >= pages_.size()) {
    ++dropped_;
    return;
  }
  entry& page = pages_[received.number];
  switch (received.what) {
    case function::read_page:
    case function::write_page:
      page.waiting.push_back(received);
      page.waiting.back().wanted =
          received.what == function::read_page ? access::read : access::write;
      return serve(page, out);
    case function::page:
      if (!page.busy || !page.awaits_page || received.from != page.owner || !received.with_page)
        break;
      page.awaits_page = false;
      page.stored = true;
      return go_on(page, out);
    case function::invalidated:
      if (!page.busy || page.unanswered == 0) break;
      --page.unanswered;
      return go_on(page, out);
    case function::granted:
      if ((page.reading & bit(received.from)) != 0) {
        page.reading &= ~bit(received.from);
        return serve(page, out);
      }
      if (!page.busy || !page.is_granted || received.from != page.served.from) break;
      return finish(page, out);
    default:
      break;
  }
  ++dropped_;
}

void central_manager::serve(entry& page, outbox& out) {
  while (!page.busy && !page.waiting.empty()) {
    const message& next = page.waiting.front();
    if (next.wanted == access::write || !page.stored) {
      if (page.reading == 0) begin(page, out);
      return;
    }
    message grant{function::grant, manager, next.from, next.number, access::read, true};
    page.copies |= bit(next.from);
    page.reading |= bit(next.from);
    page.waiting.pop_front();
    out.push_back(grant);
  }
}

void central_manager::begin(entry& page, outbox& out) {
  page.busy = true;
  page.is_granted = false;
  page.served = page.waiting.front();
  page.waiting.pop_front();
  const bool writes = page.served.wanted == access::write;
  page.to_invalidate = writes && page.stored ? page.copies & ~bit(page.served.from) : 0;
  if (!page.stored && page.owner != page.served.from) {
    page.awaits_page = true;
    out.push_back(to(page.owner, page, function::fetch));
  }
  go_on(page, out);
}

void central_manager::go_on(entry& page, outbox& out) {
  while (page.to_invalidate != 0 && page.unanswered < at_once_) {
    const auto next = static_cast<process>(std::countr_zero(page.to_invalidate));
    page.to_invalidate &= ~bit(next);
    if (bug_ != mutant::invalidate_unanswered) ++page.unanswered;
    out.push_back(to(next, page, function::invalidate));
  }
  if (page.unanswered > 0 || page.to_invalidate != 0 || page.awaits_page || page.is_granted) return;
  message grant = to(page.served.from, page, function::grant);
  // After a fetch for writing the owner has no copy; a reader keeps its own.
  grant.with_page = (page.copies & bit(page.served.from)) == 0;
  page.is_granted = true;
  out.push_back(grant);
}

void central_manager::finish(entry& page, outbox& out) {
  if (page.served.wanted == access::write) {
    page.owner = page.served.from;
    page.copies = bit(page.served.from);
    page.stored = false;
  } else {
    page.copies |= bit(page.served.from);
  }
  page.busy = false;
  serve(page, out);
}

void central_handler::request(page_number number, access wanted, outbox& out) {
  const function what = wanted == access::read ? function::read_page : function::write_page;
  out.push_back({what, self_, manager, number, wanted, false});
}

bool central_handler::receive(const message& received, outbox& out) {
  if (!is_valid(received) || received.from != manager) {
    ++dropped_;
    return false;
  }
  if (received.what == function::grant) {
    const bool expected = waits_ && received.number == wanted_page_ && received.wanted == wanted_;
    if (!expected) {
      ++dropped_;
      return false;
    }
    out.push_back({function::granted, self_, manager, received.number, wanted_, false});
    return give();
  }
  if (received.what != function::fetch && received.what != function::invalidate) {
    ++dropped_;
    return false;
  }
  deferred_[received.number].push_back(received);
  settled(received.number, out);
  return false;
}

void central_handler::settled(page_number number, outbox& out) {
  auto& deferred = deferred_[number];
  while (!deferred.empty() && obey(deferred.front(), out)) deferred.pop_front();
}

bool central_handler::obey(const message& received, outbox& out) {
  const page_number number = received.number;
  const bool keeps = received.what == function::fetch && received.wanted == access::read;
  if (!(keeps ? may_downgrade(number) : may_invalidate(number))) return false;
  pages_[number].here = keeps ? access::read : access::none;
  const bool fetched = received.what == function::fetch;
  out.push_back({fetched ? function::page : function::invalidated, self_, manager, number,
                 received.wanted, fetched});
  return true;
}

}  // namespace mentat::bench::svm
