// Public functions that override those of ordinary classes: interfaces, visitors, callbacks. They
// are called through a variable as well as by the ordinary code that knows only the base.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>
#include <vector>

struct visitor {
  virtual ~visitor() = default;
  virtual int visit(int n) { return n; }
  virtual std::string name() const noexcept = 0;
  virtual void end(const std::string& how = "well") = 0;
  int walk(int n) {
    int total = 0;
    for (int i = 0; i < n; ++i) total += visit(i);
    end();
    return total;
  }
};
struct counting_visitor : visitor {
  int visit(int n) override { return ++count, n; }
  int count = 0;
};
struct listener {
  virtual ~listener() = default;
  virtual void heard(const std::string&) & = 0;
  virtual int level() const { return 1; }
  virtual const std::vector<int>& kept() const = 0;
  void tell() {
    heard("told");
    heard(std::to_string(level()));
  }
};

class [[mentat::persistent]] adder : public counting_visitor {
 public:
  auto visit(int n) -> int override { rtf(n * 10); }
  std::string name() const noexcept override { rtf("adder"); }
  void end(const std::string& how) override { how_ = how; }
  int run(int n) { rtf(walk(n)); }
  std::string how() { rtf(name() + " ended " + how_); }

 private:
  std::string how_ = "never";
};
#define OVERRIDES override
class [[mentat::persistent]] squarer : public adder, private listener {
 public:
  int visit(int n) OVERRIDES;
  std::string name() const noexcept final { return "squarer, an " + adder::name(); }
  void heard(const std::string& text) & override { heard_ += text; }
  int level() const final { return 2 + listener::level(); }
  std::string said() {
    tell();
    rtf(heard_ + std::to_string(kept().size()));
  }

 private:
  const std::vector<int>& kept() const override { return kept_; }
  std::vector<int> kept_{1, 2};
  std::string heard_;
};
int squarer::visit(int n) { return count + n * n; }

template <class T>
class [[mentat::regular]] scaler : public visitor {
 public:
  int visit(int n) override { return n * sizeof(T); }
  std::string name() const noexcept override { return "scaler"; }
  void end(const std::string&) override {}
  int run(int n) { return walk(n); }
};

int main() {
  adder a;
  mentat::create(a);
  int r = a.run(4), s = a.visit(5);
  std::string how = a.how();
  squarer q;
  mentat::create(q);
  int t = q.run(4), u = q.visit(5), level = q.level();
  adder& as_adder = q;
  int v = as_adder.visit(6);
  q.heard("first ");
  std::string name = q.name(), said = q.said();
  scaler<long> sc;
  int w = sc.run(3), x = sc.visit(2);
  std::printf("%d %d %s\n", r, s, how.c_str());
  std::printf("%d %d %d %d %s %s\n", t, u, v, level, name.c_str(), said.c_str());
  std::printf("%d %d\n", w, x);
}
