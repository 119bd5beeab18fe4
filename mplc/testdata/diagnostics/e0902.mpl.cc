#include <mentat/mpl.h>
#include <mentat/space.h>

class [[mentat::persistent]] other {
 public:
  int level() { return 1; }
};

class [[mentat::replicated]] limit {
 public:
  int get() const { return n_; }
  void set(int n) { n_ = n; }

 private:
  int n_ = 0;
};

int by_way(other o) { return o.level(); }
int innocent(int n) { return n + 1; }

class [[mentat::replicated]] table {
 public:
  explicit table(int n) : n_(n) {}
  void calls(other o) { n_ = o.level(); }
  int reads(limit b) const { return b.get() + n_; }
  void writes(limit b) { b.set(++n_); }
  void puts(mentat::space s) { s.out("n", n_++); }
  void makes() {
    mentat::create(kept_);
    ++n_;
  }
  void ends() {
    mentat::destroy(kept_);
    ++n_;
  }
  void indirect(other o) { n_ = innocent(by_way(o)); }
  void waits() {
    mselect { : maccept waits(); break; };
  }
  void good(int n) {
    add(n);
    this->add(n);
    (*this).add(innocent(n));
    kept_ = other();
  }
  int size() const { return n_; }

 private:
  void add(int n) { n_ += n; }
  int n_;
  other kept_;
};

class [[mentat::replicated]] serves {
 public:
  void put(int n) { n_ = n; }
  void serve() {}

 private:
  int n_ = 0;
};
// expect: 24:30: error: 'calls' of replicated class 'table' calls 'level' of another Mentat object; it may run on several copies and may use the object's data and the arguments alone [E0902]
// expect: 25:37: error: 'reads' of replicated class 'table' calls 'get' of another Mentat object; it may run on several copies and may use the object's data and the arguments alone [E0902]
// expect: 26:26: error: 'writes' of replicated class 'table' calls 'set' of another Mentat object; it may run on several copies and may use the object's data and the arguments alone [E0902]
// expect: 27:32: error: 'puts' of replicated class 'table' uses a space; it may run on several copies and may use the object's data and the arguments alone [E0902]
// expect: 29:5: error: 'makes' of replicated class 'table' creates or destroys a Mentat object; it may run on several copies and may use the object's data and the arguments alone [E0902]
// expect: 33:5: error: 'ends' of replicated class 'table' creates or destroys a Mentat object; it may run on several copies and may use the object's data and the arguments alone [E0902]
// expect: 36:42: error: 'indirect' of replicated class 'table' calls 'level' of another Mentat object, in 'by_way'; it may run on several copies and may use the object's data and the arguments alone [E0902]
// expect: 38:5: error: 'waits' of replicated class 'table' has mselect; it may run on several copies and may use the object's data and the arguments alone [E0902]
// expect: 57:8: error: replicated class 'serves' has serve(); its functions may run on several copies, so none of them can wait or choose the next call [E0902]
