// Three callers deposit into one durable account, whose process somebody else kills: it writes its
// number to a file whenever the account is constructed. The account checks the order of each
// caller's deposits, and each caller its answers.
//   durable_deposits FILE DEPOSITS
#include <mentat/mpl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

class [[mentat::durable]] account {
 public:
  explicit account(std::string file) : last_(3) {
    const std::string made = file + ".new";
    std::FILE* to = std::fopen(made.c_str(), "w");
    if (!to) throw std::runtime_error("cannot write " + made);
    std::fprintf(to, "%d\n", static_cast<int>(getpid()));
    std::fclose(to);
    std::rename(made.c_str(), file.c_str());
  }
  long deposit(int caller, long number) {
    if (number != last_[caller] + 1) ++wrong_;
    last_[caller] = number;
    if (number % 1000 == 0) throw std::runtime_error("thousand");
    return ++sum_;
  }
  void put_in(int caller, long number) {
    if (number != last_[caller] + 1) ++wrong_;
    last_[caller] = number;
    ++sum_;
  }
  long last(int caller) const { return last_[caller]; }
  long sum() const { return sum_; }
  long wrong() const { return wrong_; }

 private:
  std::vector<long> last_;
  long sum_ = 0, wrong_ = 0;
};

class [[mentat::persistent]] customer {
 public:
  // Waits for each answer.
  long pay_in(account to, int self, long times) {
    long seen = 0, faults = 0, thrown = 0;
    for (long i = 1; i <= times; ++i) {
      try {
        const long sum = to.deposit(self, i);
        if (sum <= seen) ++faults;
        seen = sum;
      } catch (const std::runtime_error& error) {
        ++thrown;
      }
      if (i % 50 == 0 && to.last(self) != i) ++faults;
    }
    return faults * 1000000 + thrown;
  }
  // Waits now and then.
  long pour_in(account to, int self, long times) {
    long faults = 0;
    for (long i = 1; i <= times; ++i) {
      to.put_in(self, i);
      if (i % 100 == 0 && to.last(self) != i) ++faults;
    }
    return faults;
  }
};

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const long times = std::atol(argv[2]);
  const std::string file = argv[1];
  account to(file);
  customer a, b, c;
  mentat::create(a);
  mentat::create(b);
  mentat::create(c);
  long first = a.pay_in(to, 0, times);
  long second = b.pour_in(to, 1, times);
  long third = c.pay_in(to, 2, times);
  const long thrown = first + third, faults = second;
  std::printf("sum %ld, thrown %ld, faults %ld, out of order %ld\n", to.sum() + thrown, thrown,
              faults, to.wrong());
}
