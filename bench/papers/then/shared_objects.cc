// The programs' state in Orca's shared data-objects, under both run-time systems [DSM92 4], in
// physical shared memory, and as messages to a master.
#include <algorithm>
#include <limits>
#include <map>

#include "bench/papers/then/shared_state.h"
#include "bench/papers/then/two_phase.h"

namespace mentat::bench::then {
namespace {

constexpr int nothing = std::numeric_limits<int>::max();

/// Each object is on every processor; an operation that writes is broadcast.
class multicast_state : public shared_state {
 public:
  multicast_state(machine& on, const sharing& what)
      : shared_state(on, what.costs),
        what_(what),
        best_(what.workers, nothing),
        rows_(what.workers, 0),
        done_(what.workers),
        new_row_(what.workers) {}

  task<std::uint32_t> take(std::size_t p) override {
    std::uint32_t job = 0;
    co_await write(p, 20, 0, [this, p, &job](std::size_t at) {
      if (at == p) job = next_++;  // every copy counts alike; one is enough here
    });
    co_return job;
  }

  task<> fetch(std::size_t) override { co_return; }
  int best(std::size_t p) const override { return best_[p]; }

  task<> improve(std::size_t p, int value) override {
    return write(p, 20, 0,
                 [this, value](std::size_t at) { best_[at] = std::min(best_[at], value); });
  }

  task<> publish(std::size_t p, int k) override {
    return write(p, what_.row_bytes, what_.marshal, [this, k](std::size_t at) {
      rows_[at] = std::max(rows_[at], k + 1);
      new_row_[at].wake();
    });
  }
  task<> row(std::size_t p, int k) override {
    while (rows_[p] <= k) co_await new_row_[p].wait();
  }

 private:
  task<> write(std::size_t p, std::size_t size, duration marshal,
               std::function<void(std::size_t)> apply) {
    net_.broadcast(
        p, what_.workers, size,
        [this, p, marshal, apply](std::size_t at) {
          const auto handle = [this, p, at, apply] {
            apply(at);
            if (at == p) done_[p].wake();
          };
          if (marshal > 0 && at != p)
            on_.interrupt(at, marshal, handle);
          else
            handle();
        },
        marshal);
    co_await done_[p].wait();
  }

  const sharing what_;
  std::uint32_t next_ = 0;
  std::vector<int> best_, rows_;
  std::vector<signal> done_, new_row_;
};

/// The counter is at processor 0 alone, because nobody only reads it; the best value and the rows
/// have copies everywhere, written in two phases from their primaries: processor 0, and the row's.
class two_phase_state : public shared_state {
 public:
  two_phase_state(machine& on, const sharing& what)
      : shared_state(on, what.costs),
        what_(what),
        best_(what.workers, nothing),
        rows_(what.workers, 0),
        done_(what.workers),
        news_(what.workers) {
    for (std::size_t primary = 0; primary < what.workers; ++primary) {
      std::vector<std::uint32_t> others;
      for (std::uint32_t p = 0; p < what.workers; ++p)
        if (p != primary) others.push_back(p);
      objects_.push_back({primary_copy(others), std::vector<secondary_copy>(what.workers), {}});
    }
  }

  task<std::uint32_t> take(std::size_t p) override {
    if (p != 0) {
      net_.send(p, 0, 20, [this, p] { net_.send(0, p, 20, [this, p] { done_[p].wake(); }); });
      co_await done_[p].wait();
    }
    co_return next_++;
  }

  bool is_here(std::size_t p) const override {
    const object& one = objects_[0];
    return p == 0 ? one.primary.is_readable() : one.copies[p].is_readable();
  }
  task<> fetch(std::size_t p) override {
    while (!is_here(p)) co_await news_[p].wait();
  }
  int best(std::size_t p) const override { return best_[p]; }

  task<> improve(std::size_t p, int value) override {
    return write(0, p, 20,
                 [this, value](std::size_t at) { best_[at] = std::min(best_[at], value); });
  }
  task<> publish(std::size_t p, int k) override {
    return write(p, p, what_.row_bytes,
                 [this, k](std::size_t at) { rows_[at] = std::max(rows_[at], k + 1); });
  }
  task<> row(std::size_t p, int k) override {
    while (rows_[p] <= k || !is_readable(worker_of(k, what_.rows, what_.workers), p))
      co_await news_[p].wait();
  }

 private:
  struct operation {
    std::size_t writer = 0;
    std::size_t size = 0;
    std::function<void(std::size_t)> apply;
  };
  struct object {
    primary_copy primary;
    std::vector<secondary_copy> copies;
    std::map<std::uint64_t, operation> operations;
  };

  bool is_readable(std::size_t primary, std::size_t p) const {
    const object& one = objects_[primary];
    return p == primary ? one.primary.is_readable() : one.copies[p].is_readable();
  }

  task<> write(std::size_t primary, std::size_t p, std::size_t size,
               std::function<void(std::size_t)> apply) {
    const std::uint64_t number = ++numbers_;
    objects_[primary].operations[number] = {p, size, std::move(apply)};
    if (p == primary)
      begin(primary, number);
    else
      net_.send(p, primary, size, [this, primary, number] { begin(primary, number); });
    co_await done_[p].wait();
  }

  void begin(std::size_t primary, std::uint64_t number) {
    copy_outbox out;
    object& one = objects_[primary];
    one.primary.write(number, out);
    const bool ended = what_.workers == 1 && one.primary.begin(out);
    emit(primary, out);
    if (ended) {
      one.operations[number].apply(primary);
      finish(primary, number);
    }
  }

  // A talker marshals the operation for each copy, which has to unmarshal it.
  void emit(std::size_t primary, const copy_outbox& out) {
    for (const copy_message& one : out) {
      const bool carries = one.what == copy_message::kind::update;
      const std::size_t size = carries ? objects_[primary].operations[one.write].size : 4;
      const duration marshal = carries && size > 100 ? what_.marshal : 0;
      net_.send(
          primary, one.copy, size,
          [this, primary, one, marshal] {
            if (marshal > 0)
              on_.interrupt(one.copy, marshal, [this, primary, one] { obey(primary, one); });
            else
              obey(primary, one);
          },
          marshal);
    }
  }

  void obey(std::size_t primary, const copy_message& received) {
    copy_outbox out;
    object& one = objects_[primary];
    if (received.what == copy_message::kind::update)
      one.operations[received.write].apply(received.copy);
    one.copies[received.copy].receive(received, out);
    news_[received.copy].wake();
    for (const copy_message& answer : out)
      net_.send(received.copy, primary, 4, [this, primary, answer] { answered(primary, answer); });
  }

  void answered(std::size_t primary, const copy_message& answer) {
    copy_outbox out;
    object& one = objects_[primary];
    const std::uint64_t number = one.primary.present();
    const bool was_readable = one.primary.is_readable();
    const bool ended = one.primary.receive(answer, out);
    if (!was_readable && one.primary.is_readable()) {
      one.operations[number].apply(primary);
      news_[primary].wake();
    }
    emit(primary, out);
    if (!ended) return;
    finish(primary, number);
    copy_outbox next;
    one.primary.begin(next);
    emit(primary, next);
  }

  void finish(std::size_t primary, std::uint64_t number) {
    const std::size_t writer = objects_[primary].operations[number].writer;
    objects_[primary].operations.erase(number);
    if (writer == primary)
      done_[writer].wake();
    else
      net_.send(primary, writer, 4, [this, writer] { done_[writer].wake(); });
  }

  const sharing what_;
  std::uint32_t next_ = 0;
  std::uint64_t numbers_ = 0;
  std::vector<int> best_, rows_;
  std::vector<object> objects_;
  std::vector<signal> done_, news_;
};

/// Physical shared memory, or a master at processor 0 that is asked for each job: a worker learns
/// of a better value with its next job, and tells its own with the question.
class plain_state : public shared_state {
 public:
  plain_state(machine& on, const sharing& what)
      : shared_state(on, what.costs),
        messages_(what.as == paradigm::amoeba_rpc),
        known_(what.workers, nothing),
        done_(what.workers),
        news_(what.workers) {}

  task<std::uint32_t> take(std::size_t p) override {
    if (messages_ && p != 0) {
      net_.send(p, 0, 20, [this, p] { net_.send(0, p, 20, [this, p] { done_[p].wake(); }); });
      co_await done_[p].wait();
    }
    best_ = std::min(best_, known_[p]);
    known_[p] = best_;
    co_return next_++;
  }
  task<> fetch(std::size_t) override { co_return; }
  int best(std::size_t p) const override { return messages_ ? known_[p] : best_; }
  task<> improve(std::size_t p, int value) override {
    known_[p] = std::min(known_[p], value);
    if (!messages_) best_ = std::min(best_, value);
    co_return;
  }
  task<> publish(std::size_t, int k) override {
    rows_ = std::max(rows_, k + 1);
    for (signal& waits : news_) waits.wake();
    co_return;
  }
  task<> row(std::size_t p, int k) override {
    while (rows_ <= k) co_await news_[p].wait();
  }

 private:
  const bool messages_;
  std::uint32_t next_ = 0;
  int best_ = nothing, rows_ = 0;
  std::vector<int> known_;
  std::vector<signal> done_, news_;
};

}  // namespace

std::unique_ptr<shared_state> share_objects(machine& on, const sharing& what) {
  if (what.as == paradigm::orca_multicast) return std::make_unique<multicast_state>(on, what);
  if (what.as == paradigm::orca_rpc) return std::make_unique<two_phase_state>(on, what);
  return std::make_unique<plain_state>(on, what);
}

std::unique_ptr<shared_state> share(machine& on, const sharing& what) {
  return what.as <= paradigm::svm_distributed_good ? share_pages(on, what)
                                                   : share_objects(on, what);
}

}  // namespace mentat::bench::then
