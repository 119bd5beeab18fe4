// The exception that unwinds an object in an mselect when it is destroyed differs from errors: a
// handler for the rest lets it pass.
// No elision: there is none of mselect.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <stdexcept>

class [[mentat::persistent]] book {
 public:
  void enter(int n) { sum_ += n; }
  int sum() { rtf(sum_); }

 private:
  int sum_ = 0;
};

class [[mentat::persistent]] guard {
 public:
  explicit guard(book b) : book_(b) {}
  int half(int n) {
    if (n % 2 != 0) throw std::domain_error("odd");
    rtf(n / 2);
  }
  void serve() {
    for (;;) {
      try {
        mselect {
          : maccept half(int n);
            if (n > 100) throw n;
            break;
        };
      } catch (const mentat::object_ends&) {
        book_.enter(1000);
        throw;
      } catch (...) {
        book_.enter(1);
      }
    }
  }

 private:
  book book_;
};

int main() {
  book b;
  mentat::create(b);
  guard g(b);
  int a = g.half(8);
  int c = g.half(200);
  try {
    int odd = g.half(3);
    std::printf("%d\n", odd);
  } catch (const mentat::remote_error& e) {
    std::printf("%s\n", e.what());
  }
  int d = g.half(6);
  std::printf("%d %d %d\n", a, c, d);
  mentat::destroy(g);
  int sum = 0;
  while (sum < 1000) sum = b.sum();
  std::printf("%d\n", sum);
}
