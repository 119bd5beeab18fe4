#include <mentat/mpl.h>

#include <string>
#include <vector>

struct labelled {
  std::string label;
};

class [[mentat::replicated]] table : public labelled {
 public:
  explicit table(int size) : values_(size) {}
  int at(int index) const { return values_[index]; }
  const std::string& name(bool upper = false) const;
  int full() const {
    mentat::guard(count_ > 3);
    return at(0);
  }
  virtual int size() const { return int(values_.size()); }
  void set(int index, int value) {
    values_.at(index) = value;
    ++count_;
  }

 private:
  std::vector<int> values_;
  unsigned count_ : 4 = 0;
};

const std::string& table::name(bool) const { return label; }

replicated mentat struct longer : table {
  longer() : table(3) {}
  int size() const override { return 2 * table::size(); }
};

template <class T>
replicated mentat class cell {
 public:
  T get() const { return value_; }
  void set(T value) { value_ = value; }

 private:
  T value_{};
};

class [[mentat::regular]] worker {
 public:
  int square(int n) { return n * n; }
};

int use(table t, worker w) {
  t.set(1, w.square(3));
  int size = t.size() + t.at(1);
  int n = w.square(size);
  cell<int> c;
  mentat::create(c);
  c.set(n);
  return t.full() + c.get();
}
