// Guards in class templates, in functions defined behind their class, and in derived classes: an
// override has its own guard or none.
// No elision: nothing else runs there that could make a guard hold.
#include <cstdio>
#include <mentat/mpl.h>
#include <string>
#include <vector>

struct padding {
  virtual ~padding() = default;
  long unused = 7;
};

class [[mentat::persistent]] stock {
 public:
  virtual ~stock() = default;
  void add(int n);
  virtual int take(int n);
  virtual int peek() {
    mentat::guard(count_ > 1000);
    return count_;
  }

 protected:
  int count_ = 0;
};

void stock::add(int n) { count_ += n; }

int stock::take(int wanted) {
  mentat::guard(count_ >= wanted);
  count_ -= wanted;
  return wanted;
}

class [[mentat::persistent]] reserve : public padding, public stock {
 public:
  int take_all() {
    mentat::guard(count_ > 0);
    const int all = count_;
    count_ = 0;
    return all;
  }
  int peek() override { return count_; }
};

template <class T>
class [[mentat::persistent]] queue {
 public:
  void push(T value) { values_.push_back(value); }
  T pop();
  int length() { return int(values_.size()); }

 private:
  std::vector<T> values_;
};

template <class T>
T queue<T>::pop() {
  mentat::guard(!values_.empty());
  T last = values_.back();
  values_.pop_back();
  return last;
}

int main() {
  stock s;
  mentat::create(s);
  int five = s.take(5);
  s.add(3);
  s.add(3);
  std::printf("%d\n", five);
  reserve r;
  mentat::create(r);
  int two = r.take(2);
  int nothing = r.peek();
  std::printf("%d\n", nothing);
  r.add(9);
  int rest = r.take_all();
  std::printf("%d %d\n", two, rest);
  queue<std::string> q;
  mentat::create(q);
  std::string last = q.pop();
  q.push("word");
  std::printf("%s %d\n", last.c_str(), q.length());
}
