// What a read and a write of a replicated object cost in another process than its home, beside a
// call of a persistent object: MENTAT_MODE=processes MENTAT_PLACEMENT=elsewhere far_reads
#include <mentat/mpl.h>

#include "bench/samples.h"

class [[mentat::replicated]] cell {
 public:
  long get() const { return value_; }
  long set(long to) { return value_ = to; }

 private:
  long value_ = 0;
};

class [[mentat::persistent]] counter {
 public:
  long add(long n) { return total_ += n; }

 private:
  long total_ = 0;
};

class [[mentat::persistent]] reader {
 public:
  // Each gives ns per operation.
  double read(cell of, int times) {
    long sum = 0;
    const double began = mentat::bench::now_us();
    for (int k = 0; k < times; ++k) sum += of.get();
    const double all = (mentat::bench::now_us() - began) * 1000;
    return sum < 0 ? 0 : all / times;
  }
  double write(cell of, int times) {
    const double began = mentat::bench::now_us();
    for (int k = 0; k < times; ++k) of.set(k);
    return (mentat::bench::now_us() - began) * 1000 / times;
  }
  double call(counter other, int times) {
    long sum = 0;
    const double began = mentat::bench::now_us();
    for (int k = 0; k < times; ++k) {
      long now = other.add(1);
      sum += now;
    }
    const double all = (mentat::bench::now_us() - began) * 1000;
    return sum < 0 ? 0 : all / times;
  }
};

int main() {
  constexpr int rounds = 51, reads = 5'000, calls = 500;
  cell value;
  mentat::create(value);
  reader far;
  mentat::create(far);
  counter other;
  mentat::create(other, mentat::apart_from(far));
  for (int round = 0; round < rounds; ++round) {
    double read = far.read(value, reads);
    mentat::bench::give_sample("replicated_read_far", read, "ns");
    double written = far.write(value, calls);
    mentat::bench::give_sample("replicated_write_far", written, "ns");
    double called = far.call(other, calls);
    mentat::bench::give_sample("persistent_call_far", called, "ns");
  }
  return 0;
}
