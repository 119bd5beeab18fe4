// Explicit instantiations of class templates, as definition and as declaration, in and out of their
// namespace.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <vector>

namespace store {
template <class T>
class [[mentat::persistent]] stack {
 public:
  void push(const T& t);
  T pop();
  int size() const;

 private:
  std::vector<T> v_;
};
template <class T>
void stack<T>::push(const T& t) {
  v_.push_back(t);
}
template <class T>
T stack<T>::pop() {
  T t = v_.back();
  v_.pop_back();
  return t;
}
template <class T>
int stack<T>::size() const {
  return int(v_.size());
}
extern template class stack<long>;
template class stack<long>;
template class stack<double>;
}  // namespace store

template <class T, int N = 2>
class [[mentat::regular]] scaler {
 public:
  T scale(T t) { return t * N; }
};
template class store::stack<int>;
template class scaler<int>;
template class scaler<double, 3>;

int main() {
  store::stack<std::string> s;
  mentat::create(s);
  s.push("a");
  s.push("b");
  std::string x = s.pop();
  int n = s.size();
  store::stack<double> d;
  mentat::create(d);
  d.push(1.5);
  double y = d.pop();
  store::stack<long> l;
  mentat::create(l);
  l.push(7);
  long z = l.pop();
  scaler<int> two;
  scaler<double, 3> three;
  int i = two.scale(4);
  double j = three.scale(0.5);
  std::printf("%s %d %g %ld %d %g\n", x.c_str(), n, y, z, i, j);
}
