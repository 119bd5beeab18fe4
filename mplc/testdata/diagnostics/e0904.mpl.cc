#include <mentat/mpl.h>
#include <string>

class [[mentat::replicated]] by_pointer {
 public:
  explicit by_pointer(const char* name) : name_(name) {}
  std::string name() const { return name_; }

 private:
  std::string name_;
};

class [[mentat::replicated]] by_reference {
 public:
  by_reference() = default;
  explicit by_reference(int& from) : n_(from) { ++from; }
  by_reference(int n, const std::string& why) : n_(n + static_cast<int>(why.size())) {}
  int get() const { return n_; }

 private:
  by_reference(int* from, int) : n_(*from) {}
  int n_ = 0;
};

class [[mentat::replicated]] closed {
 public:
  int get() const { return n_; }

 private:
  closed() = default;
  int n_ = 0;
};

class [[mentat::replicated]] any {
 public:
  template <class T>
  explicit any(const T& from) : n_(static_cast<int>(from)) {}
  int get() const { return n_; }

 private:
  int n_ = 0;
};
// expect: 6:12: error: parameter 'name' is a pointer; objects of replicated class 'by_pointer' may be constructed in several processes, from copies of the arguments [E0904]
// expect: 16:12: error: parameter 'from' is a reference through which the caller would see a change; objects of replicated class 'by_reference' may be constructed in several processes, from copies of the arguments [E0904]
// expect: 25:30: error: 'closed' has no public constructor; objects of replicated class 'closed' may be constructed in several processes, from copies of the arguments [E0904]
// expect: 34:30: error: the constructors of 'any' are not all plain ones: no template, no 'using', no '...', no constraint and no macro can make one; objects of replicated class 'any' may be constructed in several processes, from copies of the arguments [E0904]
