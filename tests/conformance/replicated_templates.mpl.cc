// Replicated class templates, and templates over the variable.
// No elision: workers get the object by value, and an ordinary compiler would copy it.
#include <mentat/mpl.h>
#include <cstdio>
#include <map>
#include <string>

template <class Key, class Value>
class [[mentat::replicated]] dictionary {
 public:
  Value at(const Key& key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? Value() : found->second;
  }
  int size() const { return int(values_.size()); }
  void set(const Key& key, const Value& value) { values_[key] = value; }
  Value swap(const Key& key, Value value);

 private:
  std::map<Key, Value> values_;
};

template <class Key, class Value>
Value dictionary<Key, Value>::swap(const Key& key, Value value) {
  std::swap(values_[key], value);
  return value;
}

using ages = dictionary<std::string, int>;

class [[mentat::regular]] worker {
 public:
  int age(ages of, const std::string& who) { return of.at(who); }
};

template <class Table>
int total(const Table& in, int keys) {
  int sum = 0;
  for (int key = 0; key < keys; ++key) sum += in.at(key);
  return sum;
}

struct place {
  int x = 0, y = 0;
};

// The type of its data travels in nobody's signature.
template <class T>
class [[mentat::replicated]] last {
 public:
  int sum() const { return last_.x + last_.y; }
  void set(int x, int y) { last_ = T{x, y}; }

 private:
  T last_{};
};

class [[mentat::regular]] looker {
 public:
  int look(last<place> at) { return at.sum(); }
};

int main() {
  ages a;
  mentat::create(a);
  a.set("ann", 3);
  a.set("bob", 4);
  int old = a.swap("ann", 5);
  worker w;
  int ann = w.age(a, "ann"), nobody = w.age(a, "nobody");
  std::printf("%d %d %d %d\n", old, ann, nobody, a.size());
  dictionary<int, int> squares;
  mentat::create(squares);
  for (int key = 0; key < 5; ++key) squares.set(key, key * key);
  std::printf("%d\n", total(squares, 5));
  last<place> l;
  mentat::create(l);
  l.set(3, 4);
  looker eye;
  int seen = eye.look(l);
  std::printf("%d\n", seen);
}
