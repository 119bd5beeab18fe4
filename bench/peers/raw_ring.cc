// By hand on shared memory: two rings between two processes, without headers, checksums, names or a
// run-time system. Both sides wait like the run-time system: 50 polls, then polls with sched_yield
// for 50 microseconds, then a futex. `raw_ring futex`: a futex at once.
#include <sys/mman.h>

#include <atomic>
#include <cstring>
#include <span>

#include "bench/pause.h"
#include "bench/peers/calls.h"
#include "bench/peers/two_processes.h"
#include "bench/samples.h"
#include "mmps/futex/futex.h"
#include "mmps/shm/ring.h"

namespace mentat::bench {
namespace {

using mmps::shm::record_kind;
using mmps::shm::ring_memory;
using mmps::shm::ring_reader;
using mmps::shm::ring_writer;

struct direction {
  ring_memory ring;
  alignas(64) std::atomic<std::uint32_t> bell;
  std::atomic<std::uint32_t> asleep;
};

struct patience {
  int polls = 50;
  double yielding = 50;  // microseconds
};

class sender {
 public:
  explicit sender(direction& to) : to_(to), writer_(to.ring) {}
  void send(std::span<const std::byte> bytes) {
    do {
      const std::size_t piece = std::min(bytes.size(), ring_memory::largest_record);
      while (!writer_.put(bytes.first(piece), {},
                          piece < bytes.size() ? record_kind::more : record_kind::whole))
        sched_yield();
      bytes = bytes.subspan(piece);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      if (to_.asleep.load(std::memory_order_relaxed) != 0) {
        to_.asleep.store(0);
        to_.bell.fetch_add(1);
        base::futex_wake(to_.bell, true);
      }
    } while (!bytes.empty());
  }

 private:
  direction& to_;
  ring_writer writer_;
};

class receiver {
 public:
  receiver(direction& from, const patience& waits)
      : from_(from), waits_(waits), reader_(from.ring) {}
  // Receives a whole message into `bytes`.
  void receive(std::vector<std::byte>& bytes) {
    std::size_t size = 0;
    ring_reader::record next;
    do {
      await(next);
      if (bytes.size() < size + next.size) bytes.resize(size + next.size);
      reader_.copy(std::span(bytes).subspan(size, next.size), 0);
      size += next.size;
      reader_.done(next);
    } while (next.kind == record_kind::more);
  }

 private:
  void await(ring_reader::record& next) {
    for (int i = 0; i < waits_.polls; ++i) {
      if (reader_.peek(next) == ring_reader::found::record) return;
      pause_core();
    }
    for (;;) {
      for (const double end = now_us() + waits_.yielding; now_us() < end;) {
        if (reader_.peek(next) == ring_reader::found::record) return;
        sched_yield();
      }
      const std::uint32_t seen = from_.bell.load();
      from_.asleep.store(1);
      std::atomic_thread_fence(std::memory_order_seq_cst);
      if (reader_.peek(next) == ring_reader::found::record) {
        from_.asleep.store(0);
        return;
      }
      base::futex_wait(from_.bell, seen, 0, true);
    }
  }

  direction& from_;
  const patience waits_;
  ring_reader reader_;
};

struct shared {
  direction there, back;
};

shared* map_shared() {
  void* at =
      mmap(nullptr, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) {
    std::perror("raw_ring: mmap");
    std::exit(1);
  }
  return static_cast<shared*>(at);  // all zero: an empty ring
}

class raw_ring final : public callee {
 public:
  explicit raw_ring(const patience& waits) : in_(memory_->back, waits) {
    start_server([&] {
      receiver in(memory_->there, waits);
      sender out(memory_->back);
      for (std::vector<std::byte> bytes;;) {
        in.receive(bytes);
        out.send(std::span<const std::byte>(bytes).first(sizeof(int)));
      }
    });
  }
  void start(std::size_t bytes) override {
    out_.send(std::as_bytes(std::span(argument_of(bytes == 0 ? sizeof(int) : bytes))));
  }
  void finish() override { in_.receive(result_); }

 private:
  shared* memory_ = map_shared();
  sender out_{memory_->there};
  receiver in_;
  std::vector<std::byte> result_;
};

}  // namespace
}  // namespace mentat::bench

int main(int argc, char** argv) {
  using namespace mentat::bench;
  const bool at_once = argc > 1 && std::string(argv[1]) == "futex";
  raw_ring system(at_once ? patience{0, 0} : patience{});
  return measure_calls(argc - at_once, argv + at_once, system);
}
