// Dynamic distributed management [DSM92 3]: a request is broadcast. The owner sends the page, and
// the process that asked, to read or to write, becomes the owner. A request to write invalidates
// every other copy. No lists of copies are kept: all handlers see all requests in one order.
#pragma once

#include <deque>

#include "bench/papers/svm/pages.h"

namespace mentat::bench::svm {

/// Invariants, in the order of requests: one writer or any number of readers; a copy has what the
/// last writer before it wrote; each request is answered.
class distributed_handler : public page_handler {
 public:
  /// Process 0 has all pages at first. REQUIRES: 1 <= processes <= most_processes.
  distributed_handler(process self, process processes, page_number pages,
                      mutant bug = mutant::none);

  /// Requests come with `to` == everybody, in the same order at every process; pages on their own.
  bool receive(const message& received, outbox& out) override;

 private:
  struct view {  // as the order determines, alike in every process
    process owner = 0;
    std::uint64_t copies = 1;
  };
  struct duty {  // what this process owes to a request
    process to = 0;
    bool sends = false;
    access left = access::none;  // of its copy: read, or nothing
  };

  void request(page_number number, access wanted, outbox& out) override;
  void settled(page_number number, outbox& out) override;
  bool ordered(const message& request, outbox& out);

  std::vector<view> views_;
  std::vector<std::deque<duty>> duties_;
  bool awaits_page_ = false;  // its request has its place in the order
  bool came_early_ = false;   // the page came before that
};

}  // namespace mentat::bench::svm
