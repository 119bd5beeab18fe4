// A replicated class that derives from a replicated class and from an ordinary one: the data of all
// of them is copied; reads and writes are virtual.
// No elision: workers get the object by value, and an ordinary compiler would copy it.
#include <mentat/mpl.h>
#include <cstdio>
#include <string>

struct labelled {
  std::string label = "none";
};

class [[mentat::replicated]] shape {
 public:
  virtual ~shape() = default;
  virtual int area() const { return 0; }
  virtual void grow(int by) { side_ += by; }
  int side() const { return side_; }

 protected:
  int side_ = 1;
};

class [[mentat::replicated]] square : public shape, public labelled {
 public:
  int area() const override { return side_ * side_ + extra_; }
  void grow(int by) override {
    shape::grow(by);
    ++extra_;
    label = "grown";
  }
  std::string name() const { return label; }

 private:
  int extra_ = 0;
};

class [[mentat::regular]] worker {
 public:
  int area(shape of) { return of.area(); }
  std::string describe(square of) {
    return of.name() + " " + std::to_string(of.side()) + " " + std::to_string(of.area());
  }
};

int main() {
  square s;
  mentat::create(s);
  worker w;
  int first = w.area(s);
  std::printf("%d\n", first);
  s.grow(2);
  shape as_base = s;
  as_base.grow(1);
  int second = w.area(as_base);
  std::string text = w.describe(s);
  std::printf("%d %s\n", second, text.c_str());
  shape plain;
  mentat::create(plain);
  plain.grow(4);
  std::printf("%d %d %d\n", plain.area(), plain.side(), as_base.side());
}
