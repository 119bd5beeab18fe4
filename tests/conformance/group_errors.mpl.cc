// Groups: constructors and calls that throw, an object that has ended, too many objects, blocks
// that are empty, a combination that throws.
// No elision: there no object ends before its group, and no limit is known.
#include <mentat/errors.h>
#include <mentat/group.h>
#include <mentat/map.h>
#include <mentat/mpl.h>

#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

class [[mentat::persistent]] cell {
 public:
  cell(int number, int bad) : number_(number) {
    if (number % 8 == bad) throw std::out_of_range("no cell " + std::to_string(number));
  }
  int number() const { return number_; }
  int checked(int from, int to) {
    if (number_ >= from && number_ < to) throw std::range_error("cell " + std::to_string(number_));
    return number_;
  }
  int count(const std::vector<int>& block) { return static_cast<int>(block.size()); }
  void touch() { ++number_; }

 private:
  int number_;
};

class [[mentat::regular]] adder {
 public:
  int add(int a, int b) {
    if (a == 2 && b == 3) throw std::domain_error("2 and 3");
    return a + b;
  }
  int half(int n) {
    if (n % 2 == 1) throw std::domain_error(std::to_string(n) + " is odd");
    return n / 2;
  }
};

template <class Action>
void attempt(const char* what, Action action) {
  try {
    action();
    std::printf("%s: no error\n", what);
  } catch (const mentat::object_lost&) {
    std::printf("%s: lost\n", what);
  } catch (const mentat::limit_error& error) {
    const std::string text = error.what();  // ends with the path of this file
    std::printf("%s: %s\n", what, text.substr(0, text.find(" (called at")).c_str());
  } catch (const mentat::remote_error& error) {
    std::printf("%s: %s: %s\n", what, error.type_name().c_str(), error.what());
  } catch (const std::exception& error) {
    std::printf("%s: %s\n", what, error.what());
  }
}

int main() {
  attempt("constructor", [] { mentat::group<cell> g(16, mentat::index, 5); });
  attempt("ten millions", [] { mentat::group<cell> g(10'000'000, mentat::index, 8); });
  attempt("below zero", [] { mentat::group<cell> g(-1, mentat::index, 8); });

  mentat::group<cell> g(6, mentat::index, 8);
  attempt("smallest index", [&] { mentat::gather(g.each(&cell::checked, 2, 5)); });
  attempt("reduced here", [&] {
    int sum = mentat::reduce(g.each(&cell::checked, 3, 6), std::plus<>{});
    std::printf("%d\n", sum);
  });
  attempt("reduced by calls", [&] {
    int sum = mentat::reduce(g.each(&cell::checked, 1, 6), &adder::add);
    std::printf("%d\n", sum);
  });
  attempt("combination", [&] {
    int sum = mentat::reduce(g.each(&cell::number), &adder::add);
    std::printf("%d\n", sum);
  });
  attempt("combination here", [&] {
    int sum = mentat::reduce(g.each(&cell::number), [](int a, int b) {
      if (a == 4) throw std::domain_error("4");
      return a + b;
    });
    std::printf("%d\n", sum);
  });
  adder w;
  attempt("map", [&] { mentat::gather(mentat::map(w, &adder::half, std::vector<int>{4, 7, 9})); });
  attempt("map_reduce of nothing", [&] {
    int sum = mentat::map_reduce(w, &adder::half, std::vector<int>{}, &adder::add);
    std::printf("%d\n", sum);
  });

  for (const int size : mentat::gather(g.scatter(std::vector<int>(8), &cell::count)))
    std::printf("%d ", size);
  for (const int size : mentat::gather(g.scatter(std::vector<int>(), &cell::count)))
    std::printf("%d ", size);
  std::printf("\n");
  mentat::group<cell> none(0, mentat::index, 8);
  attempt("scattered to nobody", [&] { none.scatter(std::vector<int>(3), &cell::count); });
  attempt("nothing to nobody", [&] { none.scatter(std::vector<int>(), &cell::count); });

  cell third = g[3];
  mentat::destroy(third);
  g.each(&cell::touch);  // does not fail for the others
  const mentat::results<int> numbers = g.each(&cell::number);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    try {
      std::printf("%d ", numbers[i].get());
    } catch (const mentat::object_lost&) {
      std::printf("lost ");
    }
  }
  std::printf("\n");
  attempt("reduced", [&] {
    int sum = mentat::reduce(numbers, &adder::add);
    std::printf("%d\n", sum);
  });
  mentat::group<cell> moved = std::move(g);
  std::printf("%zu %zu %d\n", g.size(), moved.size(), moved[5].number());
  cell last = moved[5];
  moved = mentat::group<cell>();
  attempt("after its group", [&] {
    int number = last.number();
    std::printf("%d\n", number);
  });
}
