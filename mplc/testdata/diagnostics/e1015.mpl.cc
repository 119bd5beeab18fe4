#include <mentat/mpl.h>

class [[mentat::regular]] worker {
 public:
  int square(int n) { return n * n; }
};
class [[mentat::persistent]] note {
 public:
  void write(int n) { n_ = n; }

 private:
  int n_ = 0;
};
static int helped() {
  worker w;
  return w.square(2);
}

class [[mentat::durable]] account {
 public:
  explicit account(int n) : n_(helped() + n) {}
  int asks() {
    worker w;
    return w.square(n_);
  }
  int is_helped() { return helped(); }
  void makes() {
    note n;
    mentat::create(n);
  }
  void waits() { mentat::guard(n_ > 0); }
  account itself() const { return mentat::self<account>(); }
  int ordinary(int n) { return n_ += n; }

 private:
  int n_ = 0;
};

class [[mentat::durable]] server {
 public:
  void serve();
  void stop() { stopped_ = true; }

 private:
  bool stopped_ = false;
};
// expect: 21:32: error: the constructor of durable class 'account' calls 'square' of another Mentat object, in 'helped'; a durable object cannot do that yet: its functions use its data and the arguments alone [E1015]
// expect: 24:12: error: 'asks' of durable class 'account' calls 'square' of another Mentat object; a durable object cannot do that yet: its functions use its data and the arguments alone [E1015]
// expect: 26:28: error: 'is_helped' of durable class 'account' calls 'square' of another Mentat object, in 'helped'; a durable object cannot do that yet: its functions use its data and the arguments alone [E1015]
// expect: 29:5: error: 'makes' of durable class 'account' creates or destroys a Mentat object; a durable object cannot do that yet: its functions use its data and the arguments alone [E1015]
// expect: 31:18: error: 'waits' of durable class 'account' has a guard; a durable object cannot do that yet: its functions use its data and the arguments alone [E1015]
// expect: 32:35: error: 'itself' of durable class 'account' names itself; a durable object cannot do that yet: its functions use its data and the arguments alone [E1015]
// expect: 41:8: error: durable class 'server' has serve(); a thread of control cannot be made again in another process [E1015]
