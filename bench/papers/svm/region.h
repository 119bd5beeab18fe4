// Shared virtual memory for real, as far as a benchmark needs it: forked processes, a region of
// pages at one address in all of them, page faults, a handler thread beside each program, and the
// machines of central.h and distributed.h. Each process has its own copy of the region, mapped
// twice: protected for the program, writable for its handler. [DSM92 3]
//
// One region at a time in a process. Errors of the system end the process with a line.
#pragma once

#include <semaphore.h>
#include <signal.h>
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "bench/papers/svm/mailbox.h"
#include "bench/papers/svm/pages.h"

namespace mentat::bench::svm {

constexpr std::size_t page_size = 4096;

enum class management : std::uint8_t { central, distributed };

/// What the processes share besides pages, which no real system would: mailboxes and results.
struct common;

class region {
 public:
  /// REQUIRES: 1 <= processes <= most_processes; the machine's pages are of page_size.
  region(management how, process processes, page_number pages);
  ~region();
  region(const region&) = delete;
  region& operator=(const region&) = delete;

  struct result {
    double seconds = 0;  // from the moment at which all processes are there
    std::uint64_t messages = 0, bytes = 0;
    std::uint64_t nodes = 0, digest = 0;
    bool ended = false;  // false: a process died
  };
  /// What a program leaves behind; the sums are in the result.
  struct report {
    std::uint64_t nodes = 0, digest = 0;
  };
  /// Forks the processes, runs program(p) in each, and waits for all.
  result run(const std::function<report(process)>& program);

  /// Within a program: the region, and its locks. A variable may lie on two pages.
  std::byte* memory() const { return memory_; }
  void lock(const void* variable, std::size_t bytes, access wanted);
  void unlock(const void* variable, std::size_t bytes);

 private:
  void become(process self);
  void serve();   // the handler thread
  void manage();  // the central manager's process
  void handle(const letter& one);
  void finish(page_number number, outbox& out, bool given);
  void post(const message& one);
  void ask(letter_kind kind, page_number number, access wanted);
  void protect(page_number number);
  letter next();
  void settle();
  std::byte* stored(page_number number) const;
  std::byte* landing(process p) const;
  bool wait_for_all(const std::vector<pid_t>& children) const;
  void fault(const void* address, bool writes);
  static void on_fault(int number, siginfo_t* info, void* context);

  const management how_;
  const process processes_;
  const page_number pages_;
  std::byte* memory_ = nullptr;  // where the program sees it
  std::byte* shadow_ = nullptr;  // where its handler does
  common* common_ = nullptr;
  std::size_t common_bytes_ = 0;
  process self_ = 0;
  std::unique_ptr<page_handler> handler_;
  std::vector<access> open_;
  page_number fresh_ = 0;
  bool is_fresh_ = false;
  std::int64_t given_at_ = 0;
};

}  // namespace mentat::bench::svm
