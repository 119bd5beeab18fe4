#include "bench/papers/svm/pages.h"

#include "mmps/base/check.h"

namespace mentat::bench::svm {

bool page_handler::want(page_number number, access wanted, outbox& out) {
  MENTAT_CHECK(!waits_, "a process waits for one page at a time");
  if (pages_[number].here >= wanted) return true;
  waits_ = true;
  locks_ = false;
  wanted_page_ = number;
  wanted_ = wanted;
  request(number, wanted, out);
  return false;
}

bool page_handler::lock(page_number number, access wanted, outbox& out) {
  MENTAT_CHECK(pages_[number].locked == access::none, "locks do not nest");
  if (want(number, wanted, out)) {
    pages_[number].locked = wanted;
    return true;
  }
  locks_ = true;
  return false;
}

void page_handler::unlock(page_number number, outbox& out) {
  MENTAT_CHECK(pages_[number].locked != access::none, "only what is locked is unlocked");
  pages_[number].locked = access::none;
  settled(number, out);
}

void page_handler::settle(page_number number, outbox& out) {
  pages_[number].fresh = false;
  settled(number, out);
}

bool page_handler::give() {
  held& page = pages_[wanted_page_];
  page.here = wanted_;
  page.fresh = true;
  if (locks_) page.locked = wanted_;
  waits_ = false;
  return true;
}

bool page_handler::may_downgrade(page_number number) const {
  if (bug_ == mutant::lock_ignored) return true;
  return pages_[number].locked != access::write && !pages_[number].fresh;
}

bool page_handler::may_invalidate(page_number number) const {
  if (bug_ == mutant::lock_ignored) return true;
  return pages_[number].locked == access::none && !pages_[number].fresh;
}

}  // namespace mentat::bench::svm
