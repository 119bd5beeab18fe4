#include <mentat/mpl.h>

class [[mentat::durable]] account {
 public:
  void add(int n) { n_ += n; }

 private:
  int n_ = 0;
};
class [[mentat::persistent]] derived : public account {};
class [[mentat::persistent]] note {
 public:
  void write(int n) { n_ = n; }

 private:
  int n_ = 0;
};
class [[mentat::durable]] below : public note {};
class [[mentat::durable]] savings : public account {};
// expect: 10:40: error: 'derived' is persistent, its base 'account' is durable; a durable class and its Mentat base are both durable [E1006]
// expect: 18:35: error: 'below' is durable, its base 'note' is persistent; a durable class and its Mentat base are both durable [E1006]
