// An exception need not be a std::exception.
// No elision: an ordinary compiler throws the int itself.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

struct oddity {
  int value;
  const int* address = nullptr;  // so that it does not travel
};

class [[mentat::regular]] worker {
 public:
  int odd(int n) {
    if (n % 2) throw n;
    if (n > 2) throw oddity{n};
    rtf(n);
  }
};

int main() {
  worker w;
  int sum = 0;
  for (int i = 0; i < 5; ++i) {
    int x = w.odd(i);
    try {
      sum += x;
    } catch (const mentat::remote_error& e) {
      sum += 100;
      std::printf("%d %s\n", i, std::string(e.function_name()).c_str());
    }
  }
  std::printf("%d\n", sum);
}
