// Objects with plain constructors are named before they exist: they are called, copied, compared,
// sent, kept and destroyed at once. Other constructors have ended when create returns, so that what
// they print, call and throw comes where it stands.
// No elision: variables are compared and copied.
#include <mentat/mpl.h>

#include <cstdio>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

class [[mentat::persistent]] cell {
 public:
  cell() : n_(100) {}
  cell(int n) : n_(n), more_(3, n) {}
  cell(std::string name, int n) : n_(n), name_(std::move(name)) {}
  int add(int k) { return n_ += k; }
  std::string name() { return name_; }
  int more() { return static_cast<int>(more_.size()) * more_.back(); }

 private:
  int n_;
  std::string name_ = "none";
  std::vector<int> more_ = {1, 2};
};

class [[mentat::persistent]] list {
 public:
  void note(int n) { all_.push_back(n); }
  std::vector<int> all() { return all_; }
  void keep(cell one) { cell_ = one; }
  int add(int k) { return cell_.add(k); }

 private:
  std::vector<int> all_;
  cell cell_;
};

class [[mentat::persistent]] noted {
 public:
  noted(list in, int n) : n_(n) {
    in.note(n);
    if (n < 0) throw std::invalid_argument("negative");
  }
  int n() { return n_; }

 private:
  int n_;
};

class [[mentat::regular]] user {
 public:
  int twice(cell of, int k) {
    of.add(k);
    return of.add(k);
  }
  cell same(cell of) { return of; }
  std::pair<cell, cell> two(int n) {
    cell a(n), b(n + 1);
    return {a, b};
  }
};

cell made(int n) {
  cell c;
  mentat::create(c, n);
  return c;
}

void many() {
  std::vector<cell> cells(3000);
  for (int k = 0; k < 3000; ++k) mentat::create(cells[k], k);
  std::vector<int> sums(3000);
  for (int k = 0; k < 3000; ++k) sums[k] = cells[k].add(1);
  long all = 0;
  for (int k = 0; k < 3000; ++k) all += sums[k];
  std::printf("%ld\n", all);
  for (cell& one : cells) mentat::destroy(one);
}

void names() {
  user u;
  cell a;
  mentat::create(a);
  cell b = a, c = made(5), d("d", 7);
  std::printf("%d %d %d\n", a == b, a == c, b != d);
  std::set<cell> all{a, b, c, d};
  std::printf("%zu\n", all.size());
  const int first = u.twice(a, 1), second = b.add(10);
  const bool in_order = first == 102 && second == 112;
  std::printf("%d %s %s %d\n", in_order || first == 112 || second == 111, c.name().c_str(),
              d.name().c_str(), c.more());
  cell e = u.same(made(20));
  std::pair<cell, cell> f = u.two(30);
  std::printf("%d %d %d\n", e.add(1), f.first.add(1), f.second.add(1));
  list l;
  mentat::create(l);
  l.keep(made(40));
  std::printf("%d\n", l.add(2));
  cell g;
  mentat::create(g, mentat::near(c), 50);
  std::printf("%d %d\n", mentat::bound(g), g.add(1));
}

void ends() {
  cell never_used = made(1);
  cell ended = made(2);
  mentat::destroy(ended);
  std::printf("%d\n", mentat::bound(ended));
  cell again = made(3);
  mentat::create(again, 4);
  std::printf("%d\n", again.add(0));
  cell other;
  mentat::destroy(other);
}

void observed() {
  list l;
  mentat::create(l);
  std::vector<noted> all(5);
  for (int k = 0; k < 5; ++k) mentat::create(all[k], l, k);
  std::vector<int> seen = l.all();
  for (const int n : seen) std::printf("%d ", n);
  noted bad;
  try {
    mentat::create(bad, l, -1);
    std::printf("made\n");
  } catch (const std::exception&) {
    std::printf("negative\n");
  }
}

int main() {
  many();
  names();
  ends();
  observed();
}
