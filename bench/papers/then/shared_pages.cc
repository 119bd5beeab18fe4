// The programs' state on shared pages. Good placement: each variable has pages of its own. Bad: the
// counter, the best value and the first rows are packed on one page [DSM92 5].
#include <algorithm>
#include <limits>

#include "bench/papers/then/shared_state.h"
#include "bench/papers/then/svm_world.h"

namespace mentat::bench::then {
namespace {

using svm::access;

class paged_state : public shared_state {
 public:
  paged_state(machine& on, const sharing& what, bool central, bool good)
      : shared_state(on, what.costs),
        what_(what),
        counter_page_(0),
        best_page_(good ? 1 : 0),
        first_row_(good ? 2 * page_bytes : 8),
        pages_(
            net_, central, what.workers,
            (first_row_ + static_cast<std::size_t>(what.rows) * what.row_bytes) / page_bytes + 1),
        published_(static_cast<std::size_t>(what.rows)) {}

  task<std::uint32_t> take(std::size_t p) override {
    co_await pages_.lock(p, counter_page_, access::write);
    const std::uint32_t job = next_++;
    co_await pages_.unlock(p, counter_page_);
    co_return job;
  }

  bool is_here(std::size_t p) const override { return pages_.is_here(p, best_page_, access::read); }
  task<> fetch(std::size_t p) override { return pages_.touch(p, best_page_, access::read); }
  int best(std::size_t) const override { return best_; }

  task<> improve(std::size_t p, int value) override {
    co_await pages_.lock(p, best_page_, access::write);
    best_ = std::min(best_, value);
    co_await pages_.unlock(p, best_page_);
  }

  // A row may lie on two pages: both are locked, in the order of pages. Its last word says that it
  // is there.
  task<> publish(std::size_t p, int k) override {
    for (auto page = first(k); page <= last(k); ++page) {
      co_await pages_.lock(p, page, access::write);
      if (page == last(k)) published_[static_cast<std::size_t>(k)] = true;
      co_await pages_.unlock(p, page);
    }
  }

  // A process that finds no row waits until its copy is taken away: it reads its copy in a loop.
  task<> row(std::size_t p, int k) override {
    for (;;) {
      co_await pages_.touch(p, last(k), access::read);
      if (published_[static_cast<std::size_t>(k)]) break;
      co_await pages_.changed(p, last(k));
    }
    if (first(k) != last(k)) co_await pages_.touch(p, first(k), access::read);
  }

 private:
  svm::page_number first(int k) const {
    return page_of(static_cast<std::size_t>(k) * what_.row_bytes);
  }
  svm::page_number last(int k) const {
    return page_of(static_cast<std::size_t>(k + 1) * what_.row_bytes - 1);
  }
  svm::page_number page_of(std::size_t byte) const {
    return static_cast<svm::page_number>((first_row_ + byte) / page_bytes);
  }

  const sharing what_;
  const svm::page_number counter_page_, best_page_;
  const std::size_t first_row_;
  svm_world pages_;
  std::uint32_t next_ = 0;
  int best_ = std::numeric_limits<int>::max();
  std::vector<bool> published_;
};

}  // namespace

std::unique_ptr<shared_state> share_pages(machine& on, const sharing& what) {
  const bool central =
      what.as == paradigm::svm_central_bad || what.as == paradigm::svm_central_good;
  const bool good =
      what.as == paradigm::svm_central_good || what.as == paradigm::svm_distributed_good;
  return std::make_unique<paged_state>(on, what, central, good);
}

}  // namespace mentat::bench::then
