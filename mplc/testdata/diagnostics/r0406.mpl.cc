// flags: -Rmentat
#include <mentat/mpl.h>

mentat class source {
 public:
  int one() { return 1; }
};
persistent mentat class counter {
 public:
  void add(int n) { total_ += n; }
  int total() const { return total_; }

 private:
  int total_ = 0;
};
mentat class reader {
 public:
  int read(counter of) { return of.total(); }
  int post(counter to) {
    source from;
    int one = from.one();
    to.add(one);
    to.add(from.one());
    to.add(2);
    return 1;
  }
};

int shared() {
  counter c, own;
  source from;
  reader other;
  mentat::create(c);
  mentat::create(own);
  int one = from.one();
  c.add(one);
  own.add(one);  // nobody else knows it
  c.add(one + 0);
  int seen = other.read(c);
  return seen + own.total();
}
// expect: 22:5: remark: calls of this object by others may run before 'add', which waits for an argument [R0406]
// expect: 23:5: remark: calls of this object by others may run before 'add', which waits for an argument [R0406]
// expect: 36:3: remark: calls of this object by others may run before 'add', which waits for an argument [R0406]
// expect: 40:17: remark: the call blocks, because its value is used at once [R0401]
