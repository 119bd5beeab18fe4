// mselect in a class template; functions of a base.
#include <mentat/mpl.h>

#include <vector>

template <class T, int limit>
class [[mentat::persistent]] channel {
 public:
  void put(const T& value) { values_.push_back(value); }
  void put(const std::vector<T>& values) { for (const T& value : values) values_.push_back(value); }
  T get() {
    T value = values_.back();
    values_.pop_back();
    return value;
  }
  void serve() {
    for (;;) {
      mselect {
        (values_.size() < limit) : maccept put(const T& value); last_ = value; break;
        (values_.empty()) : maccept put(const std::vector<T>& all); last_ = all[0]; break;
        (!values_.empty()) : maccept get(); break;
      };
    }
  }

 private:
  std::vector<T> values_;
  T last_{};
};

class [[mentat::persistent]] base {
 public:
  virtual int next(int step) { return count_ += step; }
  void reset() { count_ = 0; }
  void serve() {
    for (;;) mselect { : maccept next(int step); break; : maccept reset(); break; };
  }

 protected:
  int count_ = 0;
};

class [[mentat::persistent]] derived : public base {
 public:
  int next(int step) override {
    mselect {
      : maccept reset(); break;
      : maccept next(int s); step += s; break;
    };
    return step;
  }
};

class [[mentat::persistent]] quiet : public base {
 public:
  int one() { return 1; }
  void serve() {
    mselect { : maccept one(); break; };
  }
};
