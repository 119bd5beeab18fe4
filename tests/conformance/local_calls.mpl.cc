// Calls inside the class, with and without this->, are ordinary calls: they see the members of this
// very object.
#include <mentat/mpl.h>

#include <cstdio>

class [[mentat::persistent]] counter {
 public:
  int add(int n, int times = 1) {
    total_ += n * times;
    rtf(total_);
  }
  void clear() { total_ = 0; }
  int twice(int n) {
    add(n);
    this->add(n);
    int x = add(n, 0);
    int y = helper(x) + this->add(1, 1);
    rtf(x * 100 + y);
  }
  int restart(int n) {
    clear();
    return counter::add(n) + total();
  }
  int total() const { rtf(total_); }

 private:
  int helper(int n) { return n + total(); }
  int total_ = 0;
};

int main() {
  counter c;
  mentat::create(c);
  int a = c.twice(5);
  int b = c.restart(a);
  std::printf("%d %d %d\n", a, b, c.total());
}
