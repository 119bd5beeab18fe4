// A vector of 100 million bytes as argument and result, and the caller's own one afterwards.
#include <mentat/mpl.h>

#include <cstdio>
#include <utility>
#include <vector>

class [[mentat::regular]] worker {
 public:
  std::vector<unsigned char> make(std::size_t n) { rtf(std::vector<unsigned char>(n, 7)); }
  std::vector<unsigned char> mark(std::vector<unsigned char> v, std::size_t at) {
    v[at] = 1;
    rtf(std::move(v));
  }
  long sum(const std::vector<unsigned char>& v) {
    long n = 0;
    for (std::size_t i = 0; i < v.size(); i += 1000) n += v[i];
    rtf(n);
  }
};

int main() {
  worker w;
  std::vector<unsigned char> v = w.make(100000000);
  long a = w.sum(w.mark(v, 5000));
  v[0] = 0;
  long b = w.sum(std::move(v));
  std::printf("%ld %ld\n", a, b);
}
