#include <mentat/mpl.h>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#include <unordered_map>

int counter = 0;
const int limit = 10;
constexpr int most = 20;

int hidden_random() { return std::rand(); }
int pure(int n) { return n * limit; }

class [[mentat::replicated]] table {
 public:
  table() : n_(std::rand()) {}
  explicit table(int n) : n_(n) {}
  void global() { n_ = ++counter; }
  void fixed() { n_ = limit + most; }
  void local_static() {
    static int calls = 0;
    n_ = ++calls;
  }
  void random() { n_ = rand(); }
  void device() {
    std::random_device source;
    n_ = static_cast<int>(source());
  }
  void seeded(int seed) {
    std::mt19937 engine(static_cast<unsigned>(seed));
    n_ = static_cast<int>(engine());
  }
  void clock() { n_ = static_cast<int>(std::chrono::steady_clock::now().time_since_epoch().count()); }
  void old_clock() { n_ = static_cast<int>(time(nullptr)); }
  void environment() { text_ = getenv("HOME"); }
  void file() {
    std::ifstream in("x");
    in >> n_;
  }
  void stream() { std::cout << ++n_; }
  void thread() { if (std::this_thread::get_id() == std::thread::id()) ++n_; }
  void process() { n_ = getpid(); }
  void address() { n_ = static_cast<int>(reinterpret_cast<std::uintptr_t>(&n_)); }
  void order() {
    for (const auto& [key, value] : m_) n_ = key - n_;
    n_ += m_.begin()->second;
  }
  void own_order(int k) {
    std::unordered_map<int, int> local{{k, 1}};
    for (const auto& [key, value] : local) n_ = key;
  }
  void by_way() { n_ = pure(hidden_random()); }
  void good(int n) { n_ = pure(n); }
  int reads() const { return n_ + counter + std::rand(); }

 private:
  int n_ = 0;
  std::string text_;
  std::unordered_map<int, int> m_;
};
// expect: 23:16: warning: the constructor of replicated class 'table' uses a random number ('rand'), which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 25:26: warning: 'global' of replicated class 'table' uses the variable 'counter', which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 29:12: warning: 'local_static' of replicated class 'table' uses the variable 'calls', which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 31:24: warning: 'random' of replicated class 'table' uses a random number ('rand'), which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 33:24: warning: 'device' of replicated class 'table' uses a random number ('std::random_device'), which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 40:40: warning: 'clock' of replicated class 'table' uses a clock ('now'), which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 41:44: warning: 'old_clock' of replicated class 'table' uses a clock ('time'), which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 42:32: warning: 'environment' of replicated class 'table' uses the environment ('getenv'), which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 44:19: warning: 'file' of replicated class 'table' uses a file, which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 47:19: warning: 'stream' of replicated class 'table' uses the variable 'cout', which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 48:23: warning: 'thread' of replicated class 'table' uses the thread ('get_id'), which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 49:25: warning: 'process' of replicated class 'table' uses the process ('getpid'), which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 50:42: warning: 'address' of replicated class 'table' uses an address as a number, which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 52:5: warning: 'order' of replicated class 'table' uses the order of an unordered container, which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 53:11: warning: 'order' of replicated class 'table' uses the order of an unordered container, which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 59:29: warning: 'by_way' of replicated class 'table' uses a random number ('rand'), in 'hidden_random', which differs between processes, and so would the copies of the object; give the value as an argument [W0906]
// expect: 61:35: warning: member function 'reads' of Mentat class 'table' uses 'counter', which is not part of the object: each process has its own copy [W0208]
