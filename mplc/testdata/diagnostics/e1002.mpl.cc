#include <mentat/mpl.h>

class [[mentat::persistent]] note {
 public:
  void write(int n) { n_ = n; }

 private:
  int n_ = 0;
};

class [[mentat::durable]] part {
 public:
  void set(int n) { n_ = n; }

 private:
  int n_ = 0;
};

class [[mentat::durable]] account {
 public:
  void set(int n) { n_ = n; }

 private:
  int n_ = 0;
  int* place_ = nullptr;
  int& same_ = n_;
  note log_;
  part other_;
};
// expect: 25:8: error: data member 'place_' of durable class 'account' is a pointer, which means nothing in another process; hold the value [E1002]
// expect: 26:8: error: data member 'same_' of durable class 'account' is a reference, which means nothing in another process; hold the value [E1002]
// expect: 27:8: error: data member 'log_' of durable class 'account' names an object of persistent class 'note', which does not survive its process; only a durable one does [E1002]
