#include <mentat/mpl.h>

#include <utility>

namespace kinds {

template <class T = int>
mentat class holder;

template <class T>
mentat class holder {
 public:
  T twice(T value) { return value + value; }
};

// Specialisations carry marks of their own.
template <class T>
mentat class holder<std::pair<T, T>> {
 public:
  T first(std::pair<T, T> both) { return both.first; }
};
template <>
mentat class holder<char> {
 public:
  int code(char c) { return c; }
};

template <int N, class... Ts>
class [[mentat::persistent]] many {
 public:
  explicit many(int n) : count_(n) {}
  ~many() {}
  int count() const { return count_ + N; }
  many next(const many& other) { return other; }
  static constexpr int limit = N;

 protected:
  int count_ = 0;
};

template <class T>
persistent mentat class derived : public many<3, T> {
 public:
  derived() : many<3, T>(many<3, T>::limit) {}
  int more(T value) { return this->count_ + static_cast<int>(value); }
};

}  // namespace kinds

template class kinds::holder<double>;

int main() {
  kinds::holder<> plain;
  kinds::holder<std::pair<int, int>> paired;
  kinds::holder<char> special;
  kinds::many<2, int, char> some;
  some.create(1);
  kinds::derived<long> most;
  most.create();
  return plain.twice(1) + paired.first({1, 2}) + special.code('a') + some.count() + most.more(2) +
         kinds::many<2, int, char>::limit;
}
