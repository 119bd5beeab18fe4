#include <mentat/mpl.h>
#include <memory>
#include <string>

struct node {
  int value = 0;
  std::shared_ptr<void> next;
};

class [[mentat::durable]] chain {
 public:
  void add(int n) { first_.value += n; }

 private:
  node first_;
  const int limit_ = 0;
  union {
    int number;
    float weight;
  };
  std::string name_;
};

template <class T>
class [[mentat::durable]] cell {
 public:
  void set(T value) { value_ = value; }

 private:
  T value_{};
};
using whole = cell<std::string>;
// expect: 15:8: error: data member 'first_' of durable class 'chain' cannot be recorded: first_.next has type std::shared_ptr<void>; it points to memory of this process, send the value (std::optional, if there may be none) [E1001]
// expect: 16:13: error: data member 'limit_' of durable class 'chain' cannot be recorded: limit_ is const and cannot be filled in [E1001]
// expect: 17:3: error: an unnamed member of durable class 'chain' cannot be recorded: give it a name and a type of its own [E1001]
