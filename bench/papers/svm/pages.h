// Shared virtual memory as two pure machines, central and distributed management [DSM92 3]. This
// header has what both share: pages, messages, and the interface of the handler beside each
// process. No clock, no memory, no socket: the benchmark runs the machines over real pages, the
// tests and `then` in virtual time. Not thread-safe; the caller owns everything.
//
// Contents of pages do not pass through the machines. A message with `with_page` carries its
// sender's copy of the page as it is when the machine emits the message, after the access that the
// machine takes away has been taken; it becomes its receiver's copy before the receiver's machine
// sees the message.
#pragma once

#include <cstdint>
#include <vector>

namespace mentat::bench::svm {

using process = std::uint32_t;
using page_number = std::uint32_t;

constexpr process most_processes = 64;  // copies are a bit each
constexpr process manager = 1000;       // the central manager, as a sender or receiver
constexpr process everybody = 1001;     // a broadcast: all processes, in one order, the sender too

enum class access : std::uint8_t { none, read, write };

enum class function : std::uint8_t {
  read_page = 1,  // a process asks for a copy
  write_page,     // a process asks for the only copy
  fetch,       // the manager asks the owner for the page; `wanted` says what the owner may not keep
  page,        // the page
  invalidate,  // the manager takes a copy away
  invalidated,  // its answer
  grant,        // the manager gives the access that was asked for
  granted,      // its answer
};

struct message {
  function what = function::read_page;
  process from = 0;
  process to = 0;
  page_number number = 0;
  access wanted = access::none;
  bool with_page = false;
};
using outbox = std::vector<message>;

/// Faults that the tests seed.
enum class mutant : std::uint8_t { none, invalidate_unanswered, lock_ignored };

/// The handler beside a process. A process waits for one page at a time.
///
/// Page at a process: none -> read -> write as it asks, any -> none by an invalidation, which waits
/// while the page is locked, or is `fresh`: granted, and not used yet.
class page_handler {
 public:
  virtual ~page_handler() = default;

  access may(page_number number) const { return pages_[number].here; }

  /// The process touches a page. True: it may. False: requests are in `out`, and a later receive()
  /// says when it may. REQUIRES: it waits for nothing; `wanted` is read or write.
  bool want(page_number number, access wanted, outbox& out);
  /// The same, and the page stays here, for reading or as the only copy, until unlock().
  /// REQUIRES: the page is not locked.
  bool lock(page_number number, access wanted, outbox& out);
  void unlock(page_number number, outbox& out);

  /// True if the process has what it waits for. It uses the page before settle(), which the caller
  /// owes after each true, before the process asks for anything else. Messages that no right sender
  /// sends are dropped and counted.
  virtual bool receive(const message& received, outbox& out) = 0;
  void settle(page_number number, outbox& out);

  bool is_waiting() const { return waits_; }
  std::uint64_t dropped() const { return dropped_; }

 protected:
  struct held {
    access here = access::none;
    access locked = access::none;
    bool fresh = false;
  };

  page_handler(process self, process processes, page_number pages, mutant bug)
      : self_(self), processes_(processes), pages_(pages), bug_(bug) {}

  virtual void request(page_number number, access wanted, outbox& out) = 0;
  virtual void settled(page_number number, outbox& out) = 0;

  /// The process has `wanted_` now: locks the page if that was asked for. Always true.
  bool give();
  bool is_valid(const message& received) const {
    return received.number < pages_.size() &&
           (received.from < processes_ || received.from == manager);
  }
  /// May a reader's copy, or the only copy, be taken away now?
  bool may_downgrade(page_number number) const;
  bool may_invalidate(page_number number) const;

  const process self_;
  const process processes_;
  std::vector<held> pages_;
  const mutant bug_;
  bool waits_ = false;
  bool locks_ = false;
  page_number wanted_page_ = 0;
  access wanted_ = access::none;
  std::uint64_t dropped_ = 0;
};

}  // namespace mentat::bench::svm
