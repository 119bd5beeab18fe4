// Constructors choose as C++ chooses: overloads, defaults, explicit ones, references, bases, templates; what one throws arrives
// at create(). Where the object is made must not be seen.
// No elision: an ordinary compiler cannot declare such variables.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <cstddef>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct point {
  int x = 0, y = 0;
};

struct step {  // converts from an int
  step(int of) : size(of) {}
  step() = default;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(size);
  }
  int size = 0;
};

int evaluated = 0;
int next_default() { return ++evaluated; }

class [[mentat::persistent]] register_of_names {
 public:
  void enter(std::string name) { names_ += name + ","; }
  std::string names() { return names_; }

 private:
  std::string names_;
};

class [[mentat::persistent]] overloaded {
 public:
  explicit overloaded(int n) : how_("int " + std::to_string(n)) {}
  overloaded(double d) : how_("double " + std::to_string(static_cast<int>(d * 10))) {}
  overloaded(const std::string& text, std::size_t times = 2) : how_("string ") {
    for (; times > 0; --times) how_ += text;
  }
  overloaded(std::vector<point> points, const std::map<std::string, int>& sizes)
      : how_("points " + std::to_string(points.size() + sizes.size() + static_cast<std::size_t>(points.back().y))) {}
  overloaded(std::string&& first, std::string&& second) : how_("moved " + std::move(first) + std::move(second)) {}
  overloaded(step by, std::optional<int> from) : how_("step " + std::to_string(by.size + from.value_or(100))) {}
  overloaded(std::nullptr_t) = delete;
  std::string how() { return how_; }

 private:
  std::string how_;
};

class [[mentat::persistent]] with_defaults {
 public:
  static constexpr int usual = 7;
  enum class unit { metre, mile };
  with_defaults(int n = usual, int count = next_default(), unit in = unit::mile)
      : all_(n * 100 + count * 10 + static_cast<int>(in)) {}
  int all() { return all_; }

 private:
  int all_;
};

// Of these constructors none can be called from elsewhere, or not with what it is called with.
class [[mentat::persistent]] local {
 public:
  local(const char* text) : text_(text) {}
  local(std::string text) : text_("string " + text) {}
  local(int& counted) : text_("counted") { ++counted; }
  local(std::unique_ptr<int> owned) : text_("owned " + std::to_string(*owned)) {}
  std::string text() { return text_; }

 private:
  std::string text_;
};

class [[mentat::persistent]] looks_at {
 public:
  looks_at(const std::vector<int>& seen) : seen_(&seen) {}
  int count() { return static_cast<int>(seen_->size()); }

 private:
  const std::vector<int>* seen_;
};

struct settings {  // cannot be copied
  settings() = default;
  settings(const settings&) = delete;
  int level = 0;
};

class [[mentat::persistent]] set_up {
 public:
  set_up(const settings& by, int more = 1) : level_(by.level + more) {}
  int level() { return level_; }

 private:
  int level_;
};

class [[mentat::persistent]] any_of_them {
 public:
  template <class T>
  any_of_them(T value) : n_(static_cast<int>(value) + 1) {}
  any_of_them(double) : n_(0) {}
  int n() { return n_; }

 private:
  int n_;
};

class [[mentat::persistent]] failing {
 public:
  failing(int n, const std::string& why) {
    if (n == 1) throw std::out_of_range(why);
    if (n == 2) throw 2;
  }
  int fine() { return 1; }
};

class [[mentat::persistent]] named {
 public:
  named(std::string name) : name_(std::move(name)) {}
  virtual ~named() = default;
  virtual std::string title() { return "the " + name_; }

 protected:
  std::string name_;
};

class [[mentat::persistent]] numbered : public named {
 public:
  numbered(std::string name, int number, register_of_names book) : named(std::move(name)), number_(number) {
    book.enter(name_);
    mentat::create(other_, name_ + "'s");
  }
  std::string title() override { return name_ + " " + std::to_string(number_); }
  std::string other() { return other_.title(); }

 private:
  int number_;
  named other_;
};

class [[mentat::persistent]] inheriting : public named {
 public:
  using named::named;
  std::string title() override { return "heir " + name_; }
};

template <class T, int Size = 2>
class [[mentat::persistent]] box {
 public:
  box(T value, std::vector<T> more = {}) : value_(std::move(value)), count_(Size + static_cast<int>(more.size())) {}
  T value() { return value_; }
  int count() { return count_; }

 private:
  T value_;
  int count_;
};

template <class F>
class [[mentat::persistent]] applies {
 public:
  applies(F function) : function_(std::move(function)) {}
  int to(int n) { return function_(n); }

 private:
  F function_;
};

class [[mentat::regular]] clerk {
 public:
  int ten(int n) { return 10 * n; }
  // Made in a function, given away.
  with_defaults make(int n) {
    with_defaults made;
    made.create(n, 1);
    return made;
  }
};

std::string failure(int n) {
  failing f;
  try {
    mentat::create(f, n, "out of " + std::to_string(n));
    return "fine " + std::to_string(f.fine());
  } catch (const std::exception& e) {
    return std::string(e.what()) + (mentat::bound(f) ? " bound" : " unbound");
  }
}

int main() {
  overloaded a, b, c, d, e, f, g;
  a.create(1);
  b.create(2.5);
  mentat::create(c, "ab");
  std::string kept = "cd";
  mentat::create(d, kept, 1);
  e.create(std::vector<point>{{1, 2}, {3, 4}}, std::map<std::string, int>{{"a", 1}});
  f.create(std::string("x"), std::string("y"));
  g.create(step(3), std::optional<int>());
  std::printf("%s, %s, %s, %s, %s, %s, %s\n", a.how().c_str(), b.how().c_str(), c.how().c_str(), d.how().c_str(),
              e.how().c_str(), f.how().c_str(), g.how().c_str());

  with_defaults h, i, j, k(9, 8, with_defaults::unit::metre);
  mentat::create(h);
  mentat::create(i, 1);
  mentat::create(j, 1, 5);
  int l = h.all() + evaluated * 10000;
  std::printf("%d %d %d %d\n", l, i.all(), j.all(), k.all());

  local m, n, o, p;
  int counted = 0;
  mentat::create(m, "text");
  mentat::create(n, std::string("text"));
  mentat::create(o, counted);
  mentat::create(p, std::make_unique<int>(4));
  std::printf("%s, %s, %s %d, %s\n", m.text().c_str(), n.text().c_str(), o.text().c_str(), counted, p.text().c_str());
  std::vector<int> seen{1, 2};
  looks_at q;
  mentat::create(q, seen);
  seen.push_back(3);
  settings set;
  set.level = 8;
  set_up level;
  mentat::create(level, set);
  any_of_them r, s;
  mentat::create(r, 5);
  mentat::create(s, 5.5);
  std::printf("%d %d %d %d\n", q.count(), level.level(), r.n(), s.n());

  std::printf("%s, %s\n", failure(0).c_str(), failure(1).c_str());
  failing t;
  try {
    mentat::create(t, 2, "");
  } catch (const mentat::remote_error&) {
    std::printf("thrown elsewhere\n");
  } catch (int) {
    std::printf("thrown elsewhere\n");
  }

  register_of_names book;
  mentat::create(book);
  numbered u;
  named v;
  inheriting w;
  mentat::create(u, "Ann", 3, book);
  mentat::create(v, "Bob");
  mentat::create(w, "Eve");
  std::string title = u.title(), other = u.other();
  std::printf("%s, %s, %s, %s, %s\n", title.c_str(), other.c_str(), v.title().c_str(), w.title().c_str(),
              book.names().c_str());

  box<std::string> x;
  box<point, 5> y;
  mentat::create(x, "in the box");
  mentat::create(y, point{1, 2}, std::vector<point>(3));
  applies<std::function<int(int)>> z([](int of) { return 2 * of; });
  point in_y = y.value();
  std::printf("%s %d, %d %d, %d\n", x.value().c_str(), x.count(), in_y.y, y.count(), z.to(21));

  clerk paid;
  with_defaults from_result, made;
  int delayed = paid.ten(3);
  mentat::create(from_result, delayed, paid.ten(1));
  made = paid.make(2);
  std::printf("%d %d\n", from_result.all(), made.all());

  std::vector<with_defaults> many(5);
  for (int at = 0; at < 5; ++at) mentat::create(many[at], mentat::near(h), mentat::apart_from(h), at, 0);
  int sum = 0;
  for (with_defaults& one : many) sum += one.all();
  std::printf("%d\n", sum);
}
