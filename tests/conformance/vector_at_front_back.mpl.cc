// Elements reached by at(), front(), back(), data() and iterators, beside delayed assignments
// through [].
#include <mentat/mpl.h>

#include <cstdio>
#include <vector>

class [[mentat::regular]] worker {
 public:
  int add(int a, int b) { rtf(a + b); }
};

int main() {
  worker w;
  std::vector<int> v(4, -1);
  v[0] = w.add(1, 2);
  v[3] = w.add(3, 4);
  std::printf("%d %d\n", v.front(), v.back());
  v[1] = w.add(v[0], v[3]);
  v.at(2) = w.add(v.at(1), 1);
  std::printf("%d %d %d\n", v.at(1), *(v.begin() + 2), v.data()[3]);
  v[0] = w.add(v[0], 100);
  v[0] = w.add(v[0], 100);
  v.insert(v.begin(), 5);
  std::printf("%d %d\n", v[0], v[1]);
}
