#include <mentat/mpl.h>
#include <memory>
#include <string>
#include <vector>

struct entry {
  int key = 0;
  std::unique_ptr<int> value;
};

class [[mentat::persistent]] other {
 public:
  int level() { return 1; }
};

class hidden {
 public:
  int get() const { return n_; }

 private:
  int n_ = 0;
};

class [[mentat::replicated]] table : public hidden {
 public:
  int size() const { return static_cast<int>(good_.size()); }

 private:
  int* raw_ = nullptr;
  std::vector<entry> entries_;
  const int limit_ = 3;
  int& reference_;
  union {
    int a_;
    float b_;
  };
  std::vector<std::string> good_;
  other handle_;
  unsigned flag_ : 1;
};
// expect: 24:38: error: base 'hidden' of replicated class 'table' cannot be copied to another process: hidden.n_ is not public in 'hidden'; give 'hidden' a member function template serialize(Archive&) [E0901]
// expect: 29:8: error: data member 'raw_' of replicated class 'table' cannot be copied to another process: raw_ has type int *; a pointer means nothing to another object [E0901]
// expect: 30:22: error: data member 'entries_' of replicated class 'table' cannot be copied to another process: entries_[i].value has type std::unique_ptr<int>; it points to memory of this process, send the value (std::optional, if there may be none) [E0901]
// expect: 31:13: error: data member 'limit_' of replicated class 'table' cannot be copied to another process: limit_ is const and cannot be filled in [E0901]
// expect: 32:8: error: data member 'reference_' of replicated class 'table' cannot be copied to another process: reference_ is a reference; hold the value [E0901]
// expect: 33:3: error: an unnamed member of replicated class 'table' cannot be copied to another process: give it a name and a type of its own [E0901]
