// Results, arguments and constructor arguments that are too large: for the memory of a process, or
// for a message. The caller gets a value or an error, and goes on.
#include <mentat/buffer.h>
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstdlib>
#include <iostream>
#include <new>
#include <span>
#include <string>
#include <vector>

class [[mentat::regular]] worker {
 public:
  std::vector<int> made(long n) { return std::vector<int>(n, 1); }
  long length(std::span<const int> of) { return static_cast<long>(of.size()); }
  int one() { return 1; }
};

class [[mentat::persistent]] store {
 public:
  store() {}
  store(mentat::buffer<char> of) : n_(static_cast<long>(of.size())) {}
  std::vector<int> made(long n) { return std::vector<int>(n, 1); }
  long n() { return n_; }

 private:
  long n_ = 0;
};

void large_results(worker& w, long n) {
  try {
    std::vector<int> v = w.made(n);
    std::cout << v.size() << '\n';
  } catch (const mentat::remote_error& e) {
    std::cout << e.type_name() << '\n';
  }
  try {
    long k = w.length(w.made(n));
    std::cout << k << '\n';
  } catch (const mentat::remote_error& e) {
    std::cout << e.type_name() << '\n';
  }
  store s;
  mentat::create(s);
  try {
    std::vector<int> v = s.made(n);
    std::cout << v.size() << '\n';
  } catch (const mentat::remote_error& e) {
    std::cout << e.type_name() << '\n';
  }
}

void large_constructor_argument(long n) {
  const auto large = mentat::buffer<char>::make(n, [](std::span<char>) {});
  try {
    store s;
    mentat::create(s, large);
    long k = s.n();
    std::cout << k << '\n';
  } catch (const mentat::limit_error& e) {
    std::cout << e.limit() << '\n';
  }
  store small;
  mentat::create(small);
  long k = small.n();
  std::cout << k << '\n';
}

int main(int, char** argv) {
  worker w;
  const long n = std::atol(argv[2]);
  if (argv[1] == std::string("results"))
    large_results(w, n);
  else
    large_constructor_argument(n);
  int one = w.one();
  std::cout << "goes on " << one << '\n';
}
