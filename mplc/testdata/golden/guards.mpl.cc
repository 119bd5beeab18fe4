// Guards: in the class, behind the class, in a class template, and with parameters of all kinds.
#include <mentat/mpl.h>

#include <string>

class [[mentat::persistent]] shelf {
 public:
  void put(std::string what) { mentat::guard(!full_); last_ = what; full_ = true; }
  std::string take(const std::string& wanted, int);

 private:
  std::string last_;
  bool full_ = false;
};

std::string shelf::take(const std::string& name, int) {
  mentat::guard(full_ &&
                last_ == name);
  full_ = false;
  return last_;
}

template <class T>
class [[mentat::persistent]] cell {
 public:
  T get() {
    mentat::guard(set_);
    return value_;
  }

 private:
  T value_{};
  bool set_ = false;
};

class [[mentat::persistent]] quoting_shelf {
 public:
  void put(const std::string& what) {
    mentat::guard(  // on one line in errors, and cut
        what != "a\"b" && what != R"(c\
d)" && what != "a text that is long enough to be cut at a hundred and twenty characters of it, this one");
    last_ = what;
  }

 private:
  std::string last_;
};
