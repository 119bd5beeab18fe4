// A barrier: nobody passes before all have come. Sixteen workers make the sums of the first 1, 2,
// ..., 16 numbers side by side: in each round a worker reads what another one has, all wait for
// each other, it writes, and all wait again.
#include <mentat/mpl.h>

#include <iostream>
#include <vector>

class [[mentat::persistent]] barrier {
 public:
  explicit barrier(int parties) : parties_(parties) {}

  void come() { ++came_; }
  // Waits until all parties have come that many times.
  int pass(int times) {
    mentat::guard(came_ >= times * parties_);
    return times;
  }

 private:
  int parties_;
  int came_ = 0;
};

class [[mentat::persistent]] board {
 public:
  explicit board(int size) {
    for (int i = 1; i <= size; ++i) numbers_.push_back(i);
  }
  int get(int i) { return numbers_[static_cast<std::size_t>(i)]; }
  void set(int i, int number) { numbers_[static_cast<std::size_t>(i)] = number; }

 private:
  std::vector<int> numbers_;
};

class [[mentat::regular]] worker {
 public:
  // Returns how often it has passed the barrier.
  int work(barrier all, board numbers, int me, int parties) {
    int passed = 0;
    for (int step = 1; step < parties; step *= 2) {
      int mine = numbers.get(me);
      int sum = mine;
      if (me >= step) {
        int other = numbers.get(me - step);
        sum += other;
      }
      all.come();
      if (all.pass(++passed) != passed) return -1;  // its value is used at once: this call waits
      numbers.set(me, sum);
      all.come();
      if (all.pass(++passed) != passed) return -1;
    }
    return passed;
  }
};

int main() {
  constexpr int parties = 16;
  barrier all;
  mentat::create(all, parties);
  board numbers;
  mentat::create(numbers, parties);

  worker w;
  std::vector<int> passed(parties);
  for (int i = 0; i < parties; ++i) passed[i] = w.work(all, numbers, i, parties);
  int times = 0;
  for (int i = 0; i < parties; ++i) times += passed[i];

  for (int i = 0; i < parties; ++i) {
    int sum = numbers.get(i);
    std::cout << sum << (i + 1 < parties ? " " : "\n");
  }
  std::cout << "the barrier was passed " << times << " times\n";
  return 0;
}
