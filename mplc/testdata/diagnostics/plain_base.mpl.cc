// Overrides of ordinary classes that cannot be called from elsewhere, and variables that are no
// objects of an ordinary base.
#include <mentat/mpl.h>
#include <vector>

struct visitor {
  virtual ~visitor() = default;
  virtual visitor* clone() const = 0;
  virtual visitor& best() = 0;
  virtual const std::vector<int>& all() const = 0;
  virtual int visit(int n) { return n; }
  virtual void take(int*) {}
  int walk(int n) { return visit(n); }
  int walked = 0;
};
int run(visitor& v) { return v.walk(1); }

mentat class adder : public visitor {
 public:
  adder* clone() const override { return nullptr; }
  adder& best() override;
  const std::vector<int>& all() const override { return all_; }
  int visit(int n) override { return run(*this) + visitor::visit(n) + walk(n) + walked; }
  void take(int* p) override { *p = 1; }

 private:
  std::vector<int> all_;
};
mentat class quiet : public visitor {
 public:
  int visit(int n) override { return n; }

 private:
  visitor* clone() const override { return nullptr; }
  visitor& best() override { return *static_cast<visitor*>(nullptr); }
  const std::vector<int>& all() const override { return all_; }
  std::vector<int> all_;
};

int main() {
  quiet q;
  visitor& v = q;
  int n = q.visit(1) + q.walk(2) + run(q);
  quiet* p = &q;
  return n + v.walked + p->walked + static_cast<visitor*>(p)->walked;
}
// expect: 20:10: error: 'adder::clone' cannot return a pointer to another object; return the value, a std::vector or a std::optional; if only 'visitor' calls this function, make it private [E0302]
// expect: 21:10: error: 'adder::best' overrides a function of an ordinary class and returns a reference; the result goes by value, so the override cannot keep it; if only 'visitor' calls this function, make it private [E0313]
// expect: 22:27: error: 'adder::all' overrides a function of an ordinary class and returns a reference; the result goes by value, so the override cannot keep it; if only 'visitor' calls this function, make it private [E0313]
// expect: 24:18: error: pointer parameter 'p' cannot be sent to another object; pass a value, a std::vector or a std::string; if only 'visitor' calls this function, make it private [E0301]
// expect: 27:20: warning: regular Mentat class 'adder' has data members; they do not last from one call to the next, make the class persistent if they should [W0207]
// expect: 37:20: warning: regular Mentat class 'quiet' has data members; they do not last from one call to the next, make the class persistent if they should [W0207]
// expect: 42:16: error: a variable of Mentat class 'quiet' is not a 'visitor': only the class itself can use its ordinary base; give 'quiet' a member function that does [E0306]
// expect: 43:24: error: a variable of Mentat class 'quiet' is not a 'visitor': only the class itself can use its ordinary base; give 'quiet' a member function that does [E0306]
// expect: 43:40: error: a variable of Mentat class 'quiet' is not a 'visitor': only the class itself can use its ordinary base; give 'quiet' a member function that does [E0306]
// expect: 45:25: error: a variable of Mentat class 'quiet' is not a 'visitor': only the class itself can use its ordinary base; give 'quiet' a member function that does [E0306]
// expect: 45:59: error: a variable of Mentat class 'quiet' is not a 'visitor': only the class itself can use its ordinary base; give 'quiet' a member function that does [E0306]
