// Member functions of class templates that `requires` tells apart or takes away, and member
// templates of types.
#include <mentat/mpl.h>

#include <concepts>
#include <iostream>
#include <string>
#include <vector>

template <class T>
class [[mentat::regular]] box {
 public:
  using value = T;
  template <class U>
  using list = std::vector<U>;
  template <class U, int N>
  struct fixed {
    static constexpr int size = N;
    U first;
  };

  T next(T t)
    requires std::integral<T>
  {
    return t + 1;
  }
  T next(T t)
    requires(!std::integral<T>)
  {
    return t + "+";
  }
  T twice(T t, int times = 2) const
    requires std::integral<T>
  {
    return t * times;
  }
  T both(T t)
    requires requires { t + 1; };
  list<T> many(T t) { return {t, t}; }
};
template <class T>
T box<T>::both(T t)
  requires requires { t + 1; }
{
  return next(t) + twice(t);
}

template <class Box>
int use(Box b) {
  typename Box::template list<int> numbers = {1, 2};
  typename Box::value first = b.twice(numbers[1]);
  return first + Box::template fixed<int, 7>::size;
}

int main() {
  box<int> numbers;
  box<std::string> words;
  int next = numbers.next(1), twice = numbers.twice(4), both = numbers.both(10);
  std::string word = words.next("word");
  auto many = words.many(word);
  box<std::string>::list<std::string> copy = many;
  box<int>::fixed<int, 3> fixed{twice};
  std::cout << next << " " << twice << " " << both << " " << word << " " << copy[1] << " "
            << fixed.first << " " << use(numbers) << "\n";
}
