// __func__ is the name that the user wrote, in member functions of Mentat classes, their
// constructors and main; in a lambda and in an ordinary function as everywhere.
#include <mentat/mpl.h>

#include <cstring>
#include <iostream>
#include <string>

std::string ordinary() { return __func__; }

class [[mentat::regular]] named {
 public:
  std::string first() { return __func__; }
  std::string second() const {
    rtf(std::string(__FUNCTION__) + "!");
  }
  std::string pretty(int) { return __PRETTY_FUNCTION__; }
  std::string lambda() {
    auto name = [] { return std::string(__func__); };
    return name();
  }
  std::string local() { return helper(); }
  int size() { return static_cast<int>(sizeof(__func__) + std::strlen(__func__)); }
  virtual std::string overridden() { return __func__; }

 private:
  std::string helper() { return __func__; }
};

class [[mentat::persistent]] counted {
 public:
  counted(int n) : name_(__func__) { count_ = n; }
  std::string name() { return name_ + __func__; }

 private:
  std::string name_;
  int count_ = 0;
};

template <class T>
class [[mentat::regular]] typed {
 public:
  std::string name() { return __func__; }
};

int main() {
  named n;
  counted c(1);
  typed<int> t;
  std::cout << ordinary() << ' ' << n.first() << ' ' << n.second() << ' ' << n.pretty(1) << ' '
      << n.lambda() << ' ' << n.local() << ' '
            << n.size() << ' ' << n.overridden() << ' ' << c.name() << ' ' << t.name() << ' '
            << __func__ << '\n';
}
