// Central management [DSM92 3]: a manager that does nothing else knows owners and copies, and keeps
// a copy of each page that nobody may write. Readers of such a page are answered at once; all other
// requests for a page are served one after the other, each until it is acknowledged.
#pragma once

#include <deque>

#include "bench/papers/svm/pages.h"

namespace mentat::bench::svm {

/// Invariants: one writer, or any number of readers; each request is answered.
class central_manager {
 public:
  /// All pages begin stored here. `at_once` is how many invalidations of a page are outstanding at
  /// most: 1 is [DSM92 Fig. 11], "one by one". REQUIRES: 1 <= processes <= most_processes.
  central_manager(process processes, page_number pages, unsigned at_once = most_processes,
                  mutant bug = mutant::none);

  void receive(const message& received, outbox& out);

  bool is_quiet() const;  // no request is being served or waits
  std::uint64_t dropped() const { return dropped_; }

 private:
  struct entry {
    process owner = manager;    // may write, or wrote last
    std::uint64_t copies = 0;   // a bit for each process that has one
    bool stored = true;         // this manager's copy is valid
    bool busy = false;          // with `served`, which is not a read of a stored copy
    std::uint64_t reading = 0;  // a bit for each that was given a copy and has not acknowledged it
    bool awaits_page = false;
    bool is_granted = false;
    message served;
    std::uint64_t to_invalidate = 0;
    unsigned unanswered = 0;
    std::deque<message> waiting;
  };

  void serve(entry& page, outbox& out);
  void begin(entry& page, outbox& out);
  void go_on(entry& page, outbox& out);
  void finish(entry& page, outbox& out);
  message to(process receiver, const entry& page, function what) const;

  const process processes_;
  const unsigned at_once_;
  const mutant bug_;
  std::vector<entry> pages_;
  std::uint64_t dropped_ = 0;
};

class central_handler : public page_handler {
 public:
  central_handler(process self, process processes, page_number pages, mutant bug = mutant::none)
      : page_handler(self, processes, pages, bug), deferred_(pages) {}

  bool receive(const message& received, outbox& out) override;

 private:
  void request(page_number number, access wanted, outbox& out) override;
  void settled(page_number number, outbox& out) override;
  bool obey(const message& received, outbox& out);

  std::vector<std::deque<message>> deferred_;  // of pages that are locked or fresh
};

}  // namespace mentat::bench::svm
