// Function templates and generic code over Mentat objects, with dependent and independent calls.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::regular]] worker {
 public:
  int add(int a, int b) { rtf(a + b); }
  std::string join(const std::string& a, const std::string& b) { rtf(a + b); }
};

class [[mentat::regular]] other {
 public:
  int add(int a, int b) { rtf(a * b); }
};

template <class Object>
int dependent(Object& o, int n) {
  int x = o.add(n, n);
  int y = 0;
  y = o.add(x, 1);
  return y;
}

template <int N>
int independent(worker& w) {
  int sum = 0;
  for (int i = 0; i < N; ++i) {
    int x = w.add(i, N);
    sum = w.add(sum, x);
  }
  return sum;
}

template <class T>
T twice(worker& w, T value) {
  T result = value;
  result = w.join(value, value);
  return result;
}

template <class... N>
int all(worker& w, N... n) {
  int sum = 0;
  ((sum = w.add(sum, n)), ...);
  return sum;
}

int main() {
  worker w;
  other o;
  int a = dependent(w, 5), b = dependent(o, 5);
  const std::string s = twice<std::string>(w, "ab");
  std::printf("%d %d %d %s %d\n", a, b, independent<4>(w), s.c_str(), all(w, 1, 2, 3));
}
