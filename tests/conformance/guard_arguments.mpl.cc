// Guards on arguments: calls wait until their key is there, and may pass earlier calls of others.
// No elision: nothing else runs there that could make a guard hold.
#include <cstdio>
#include <map>
#include <mentat/mpl.h>
#include <string>
#include <vector>

class [[mentat::persistent]] shelf {
 public:
  void put(int key, std::string what) { items_[key] = what; }
  std::string take(int key) {
    mentat::guard(items_.count(key) != 0);
    ++taken_;
    std::string what = items_[key];
    items_.erase(key);
    return what;
  }
  std::string take_long(const std::string&, std::string least) {
    mentat::guard(!items_.empty() && items_.begin()->second.size() > least.size());
    std::string what = items_.begin()->second + least;
    items_.erase(items_.begin());
    return what;
  }
  int taken() { return taken_; }

 private:
  std::map<int, std::string> items_;
  int taken_ = 0;
};

class [[mentat::regular]] taker {
 public:
  std::string take(shelf from, int key) { return from.take(key) + "!"; }
};

int main() {
  shelf s;
  mentat::create(s);
  taker t;
  std::vector<std::string> got(4);
  for (int key = 0; key < 4; ++key) got[key] = t.take(s, key);
  for (int key = 3; key >= 0; --key) s.put(key, "item " + std::to_string(key));
  for (int key = 0; key < 4; ++key) std::printf("%s\n", got[key].c_str());
  std::printf("%d taken\n", s.taken());
  std::string longer = s.take_long("", "four");
  s.put(1, "abcde");
  std::printf("%s\n", longer.c_str());
}
