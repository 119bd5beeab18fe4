// Data of all kinds, private too: a process that sees the object late gets all of it.
// No elision: workers get the object by value, and an ordinary compiler would copy it.
#include <mentat/mpl.h>
#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return total_ += n; }

 private:
  int total_ = 0;
};

struct route {
  std::string to;
  int cost = 0;
  std::vector<std::pair<int, double>> legs;
};

enum class colour { red, green, blue };

class [[mentat::replicated]] everything {
 public:
  void fill(counter with, int n) {
    small_ = 5;
    negative_ = -3;
    for (int k = 0; k < 3; ++k) array_[k] = n + k;
    grid_[1][0] = 'x';
    fixed_ = {n, n + 1};
    routes_["home"] = {"street", n, {{1, 0.5}, {2, 1.5}}};
    keys_ = {3, 1, 2};
    maybe_ = n;
    either_ = std::string("text");
    colour_ = colour::blue;
    flags_ = {true, false, true};
    counter_ = with;
  }
  std::string all() const {
    std::string text = std::to_string(small_) + " " + std::to_string(negative_);
    for (const int one : array_) text += " " + std::to_string(one);
    text += std::string(" ") + grid_[1][0] + " " + std::to_string(fixed_[1]);
    const route& home = routes_.at("home");
    text += " " + home.to + " " + std::to_string(home.cost) + " " +
            std::to_string(int(home.legs[1].second * 2));
    for (const int key : keys_) text += " " + std::to_string(key);
    text += " " + std::to_string(*maybe_) + " " + std::get<std::string>(either_);
    text += colour_ == colour::blue ? " blue" : " other";
    return text + (flags_[2] ? " set" : " clear");
  }
  counter kept() const { return counter_; }

 private:
  unsigned small_ : 3 = 0;
  signed int negative_ : 4 = 0;
  int array_[3] = {};
  char grid_[2][2] = {};
  std::array<int, 2> fixed_{};
  std::map<std::string, route> routes_;
  std::set<int> keys_;
  std::optional<int> maybe_;
  std::variant<int, std::string> either_;
  colour colour_ = colour::red;
  std::vector<bool> flags_;
  counter counter_;
};

class [[mentat::regular]] worker {
 public:
  std::string look(everything in) { return in.all(); }
  int count(everything in) {
    counter c = in.kept();
    int now = c.add(1);
    return now;
  }
};

int main() {
  counter c;
  mentat::create(c);
  everything e;
  mentat::create(e);
  e.fill(c, 40);
  worker w;
  std::string there = w.look(e);
  std::printf("%s\n", there.c_str());
  std::printf("%s\n", there == e.all() ? "the same here" : "other here");
  int one = w.count(e);
  int two = c.add(1);
  std::printf("%d\n", one + two);
}
