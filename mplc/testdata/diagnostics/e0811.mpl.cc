#include <mentat/mpl.h>
#include <mentat/space.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

class [[mentat::persistent]] other {
 public:
  int level() { return 1; }
};

inline bool has_token(mentat::space s) { return s.rdp("token"); }

class [[mentat::persistent]] gate {
 public:
  void changes(int n) { mentat::guard(n > 0 && ++count_ > 1); }
  void assigns(int n) { mentat::guard((count_ = n) != 0); }
  void calls(other o) { mentat::guard(o.level() > 0); }
  void takes(mentat::space s) { mentat::guard(s.inp("token") && count_ > 2); }
  void puts(mentat::space s) { mentat::guard((s.out("token"), count_ > 2)); }
  void waits(mentat::space s) { mentat::guard(s.in("key", mentat::formal<int>) > count_); }
  void counts(mentat::space s) { mentat::guard(s.count("token") > 0 || s.rdp("token")); }
  void asks(mentat::space s) { mentat::guard(help(s)); }
  void asks_more(mentat::space s, other o) { mentat::guard(has_token(s) || is_high(o)); }
  void steps() { mentat::guard(step() > 1); }
  void grows(std::vector<int> v) { mentat::guard((v.push_back(1), v.size() > 2)); }
  void grows_own() { mentat::guard((this->own_.push_back(1), count_ > 2)); }

  // These change nothing.
  void looks(int n, std::vector<int> v, std::string s) {
    mentat::guard(is_open(n) && v.front() > 0 && own_.begin() != own_.end() && s.at(0) == 'a');
  }
  void looks_again(std::string key) {
    mentat::guard(known_.find(key) != known_.end() && twin() && deep_->step() > 0);
  }
  bool twin() { return true; }
  bool twin() const { return false; }

 private:
  struct counter {
    int step() { return ++n; }
    int n = 0;
  };
  bool help(mentat::space s) const { return help_more(s, 3); }
  bool help_more(mentat::space s, int n) const {
    return n == 0 ? s.count("token") > 0 : help_more(s, n - 1);
  }
  bool is_high(other o) const { return o.level() > 1; }
  bool is_open(int n) const { return n < 1 || is_open(n - 1); }
  int step() { return ++count_; }

  int count_ = 0;
  std::vector<int> own_;
  std::map<std::string, int> known_;
  std::unique_ptr<counter> deep_;
};
// expect: 18:48: error: the condition of a guard changes something; an object may test it any number of times [E0811]
// expect: 19:40: error: the condition of a guard changes something; an object may test it any number of times [E0811]
// expect: 20:39: error: the condition of a guard calls a Mentat object; it may use the object's own state and the arguments alone [E0811]
// expect: 21:47: error: the condition of a guard calls a Mentat object; it may use the object's own state and the arguments alone [E0811]
// expect: 22:47: error: the condition of a guard calls a Mentat object; it may use the object's own state and the arguments alone [E0811]
// expect: 23:47: error: the condition of a guard calls a Mentat object; it may use the object's own state and the arguments alone [E0811]
// expect: 24:48: error: the condition of a guard calls a Mentat object; it may use the object's own state and the arguments alone [E0811]
// expect: 24:72: error: the condition of a guard calls a Mentat object; it may use the object's own state and the arguments alone [E0811]
// expect: 25:46: error: the condition of a guard calls 'help', which calls a Mentat object; it may use the object's own state and the arguments alone [E0811]
// expect: 26:60: error: the condition of a guard calls 'has_token', which calls a Mentat object; it may use the object's own state and the arguments alone [E0811]
// expect: 26:76: error: the condition of a guard calls 'is_high', which calls a Mentat object; it may use the object's own state and the arguments alone [E0811]
// expect: 27:32: error: the condition of a guard calls 'step', which is not const; the condition must not change the object or the arguments [E0811]
// expect: 28:51: error: the condition of a guard calls 'push_back', which is not const; the condition must not change the object or the arguments [E0811]
// expect: 29:37: error: the condition of a guard calls 'push_back', which is not const; the condition must not change the object or the arguments [E0811]
