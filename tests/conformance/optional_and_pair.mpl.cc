// optional, pair, tuple and map as results and arguments; another type is made from a result.
#include <mentat/mpl.h>

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

class [[mentat::regular]] worker {
 public:
  std::optional<int> find(int n) {
    if (n < 0) {
      rtf(std::nullopt);
    } else {
      rtf(n);
    }
  }
  std::pair<int, std::string> both(int n) { rtf(std::make_pair(n, std::to_string(n))); }
  std::tuple<int, double> three(std::pair<int, std::string> p) {
    rtf(std::make_tuple(p.first, p.second.size() / 2.0));
  }
  std::map<std::string, int> index(std::map<std::string, int> m, const std::string& key, int n) {
    m[key] = n;
    rtf(m);
  }
  int number() { rtf(6); }
};

int main() {
  worker w;
  auto none = w.find(-1);
  std::optional<int> some = w.find(4);
  std::optional<int> made = w.number();
  auto p = w.both(1234);
  std::tuple<int, double> t = w.three(p);
  std::map<std::string, int> m;
  for (int i = 0; i < 3; ++i) m = w.index(m, std::string(1, static_cast<char>('c' - i)), i);
  p.first = w.number();
  std::printf("%d %d %d ", none.has_value(), *some, made.value());
  std::printf("%d %s %.1f\n", p.first, p.second.c_str(), std::get<1>(t));
  for (const auto& [key, n] : m) std::printf("%s%d ", key.c_str(), n);
  std::printf("\n");
}
