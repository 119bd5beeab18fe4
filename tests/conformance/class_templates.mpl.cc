// Class templates with out-of-line members, several parameters, defaults, and instances as members.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <vector>

template <class T>
class [[mentat::persistent]] box {
 public:
  void put(T value);
  T get(int n = 1);
  std::size_t size() const { rtf(values_.size()); }

 private:
  std::vector<T> values_;
};

template <class T>
void box<T>::put(T value) {
  values_.push_back(value);
}

template <class T>
T box<T>::get(int n) {
  T last = values_.back();
  while (n-- > 0) values_.pop_back();
  rtf(last);
}

template <class A, class B, int Scale = 2>
class [[mentat::regular]] converter {
 public:
  B convert(const A& a) { rtf(static_cast<B>(a) * Scale); }
};

int main() {
  box<int> numbers;
  box<std::string> texts;
  mentat::create(numbers);
  mentat::create(texts);
  converter<int, double> c;
  converter<double, int, 10> back;
  for (int i = 0; i < 4; ++i) numbers.put(i * i);
  int a = numbers.get();
  double d = c.convert(a);
  int b = back.convert(d / 8);
  numbers.put(numbers.get(2));
  int e = numbers.get();
  texts.put("one");
  texts.put(std::to_string(e) + "!");
  std::string s = texts.get();
  std::printf("%d %.1f %d %d %s %zu %zu\n", a, d, b, e, s.c_str(), numbers.size(), texts.size());
}
