// Result variables and Mentat calls in guards, durations, arguments and statements of an mselect.
#include <mentat/mpl.h>

#include <chrono>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int op(int n, int times = 2) { return n * times; }
  std::vector<int> row(int n) { return std::vector<int>(n); }
};

class [[mentat::persistent]] store {
 public:
  int put(int n) { return total_ += n; }
  int get() { return total_; }
  int run(worker A, int rounds) {
    int limit = A.op(rounds);
    int late = A.op(1), sum = 0;
    for (int i = 0; i < rounds; ++i) {
      int here = A.op(i);
      mselect {
        (total_ < limit) : maccept put(int n);
          late = A.op(n, here);
          sum += limit;
          break;
        late > 3 && A.op(4) < 9 : maccept get();
          late = A.op(late);
          continue;
        : mafter(std::chrono::milliseconds(limit + A.op(1)))
          here = sum;
          for (int k = 0; k < 9; ++k) sum += late;
          break;
        (i > 5) : melse return late;
      };
      sum += here;
    }
    rtf(A.op(late, sum));
  }
  int last(worker A) {
    std::vector<int> row;
    row = A.row(3);
    mselect {
      (row.size() > 2) : maccept put(int n); row = A.row(n); break;
      (!row.empty()) : maccept get(); return row[0];
    };
    return row[1];
  }

 private:
  int total_ = 0;
};
