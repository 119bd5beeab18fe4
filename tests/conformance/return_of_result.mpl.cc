// A function returns a mentat::result of a class type: a local one, one of a container, that of a
// reduction. The call is handed on, or its value is copied.
#include <mentat/group.h>
#include <mentat/map.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <functional>
#include <list>
#include <ranges>
#include <string>
#include <vector>

class [[mentat::regular]] words {
 public:
  std::string number(int n) { return std::to_string(n); }
  std::vector<int> row(int n) { return std::vector<int>(n, n); }

  std::string local() {
    words w;
    mentat::result<std::string> one = w.number(1);
    return one;
  }
  std::string element() {
    words w;
    std::vector<mentat::result<std::string>> many;
    for (int i = 0; i < 3; ++i) many.push_back(w.number(i));
    return many[2];
  }
  std::vector<int> field() {
    words w;
    struct {
      mentat::result<std::vector<int>> kept;
    } holder{w.row(2)};
    return holder.kept;
  }
  std::string reduced() {
    words w;
    const std::list<int> numbers{1, 2, 3, 4};
    return mentat::map_reduce(w, &words::number, numbers, std::plus<>{});
  }
  std::string filtered() {
    words w;
    const std::list<int> numbers{1, 2, 3, 4};
    auto even = numbers | std::views::filter([](int n) { return n % 2 == 0; });
    mentat::results<std::string> all = mentat::map(w, &words::number, even);
    return mentat::reduce(all, std::plus<>{});
  }
};

int main() {
  words w;
  std::string local = w.local(), element = w.element(), reduced = w.reduced(),
              filtered = w.filtered();
  std::vector<int> field = w.field();
  std::printf("%s %s %s %s %zu\n", local.c_str(), element.c_str(), reduced.c_str(),
              filtered.c_str(), field.size());
}
