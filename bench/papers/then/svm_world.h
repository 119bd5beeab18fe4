// The machines of bench/papers/svm on the processors of [DSM92 5].
#pragma once

#include <memory>
#include <vector>

#include "bench/papers/svm/central.h"
#include "bench/papers/svm/distributed.h"
#include "bench/papers/then/amoeba.h"

namespace mentat::bench::then {

constexpr std::size_t page_bytes = 4096;

class svm_world {
 public:
  svm_world(amoeba& net, bool central, std::size_t processes, std::size_t pages);

  bool is_here(std::size_t p, svm::page_number page, svm::access wanted) const {
    return handlers_[p]->may(page) >= wanted;
  }
  /// The process touches a page.
  task<> touch(std::size_t p, svm::page_number page, svm::access wanted);
  task<> lock(std::size_t p, svm::page_number page, svm::access wanted);
  task<> unlock(std::size_t p, svm::page_number page);
  /// Waits until the copy that is here has been taken away; at once if there is none.
  task<> changed(std::size_t p, svm::page_number page);

 private:
  void emit(std::size_t from, const svm::outbox& out);
  void hand(std::size_t p, const svm::message& received);
  void manage(const svm::message& received);
  std::size_t bytes(const svm::message& one) const { return one.with_page ? page_bytes : 4; }

  amoeba& net_;
  const std::size_t processes_;  // the manager's processor is the one behind
  std::unique_ptr<svm::central_manager> manager_;
  std::vector<std::unique_ptr<svm::page_handler>> handlers_;
  std::vector<signal> given_, changed_;
};

}  // namespace mentat::bench::then
