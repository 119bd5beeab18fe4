#include <mentat/mpl.h>
#include <vector>

class [[mentat::durable]] account {
 public:
  explicit account(int& shared) : n_(shared) {}
  void add(int n) { n_ += n; }

 private:
  int n_ = 0;
};

class [[mentat::durable]] store {
 public:
  template <class T>
  explicit store(std::vector<T> all) : n_(int(all.size())) {}
  void add(int n) { n_ += n; }

 private:
  int n_ = 0;
};
// expect: 6:12: error: parameter 'shared' is a reference through which the caller would see a change; an object of durable class 'account' is constructed again in another process, from copies of the arguments, before it gets its data back [E1016]
// expect: 13:27: error: the constructors of 'store' are not all plain ones: no template, no 'using', no '...', no constraint and no macro can make one; an object of durable class 'store' is constructed again in another process, from copies of the arguments, before it gets its data back [E1016]
