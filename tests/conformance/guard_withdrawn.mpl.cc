// A call whose guard nothing can open fails, never takes effect, and lets later calls pass.
// No elision: nothing else runs there that could make a guard hold.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <iostream>
#include <string>

// Without the place of the call, whose folder differs from build to build.
std::string text_of(const mentat::deadlock& lost) {
  std::string text = lost.what();
  const std::size_t at = text.find(", called at ");
  return at == std::string::npos ? text : text.erase(at, text.find(", ", at + 2) - at);
}

class [[mentat::persistent]] tickets {
 public:
  int take(int who) {
    mentat::guard(have_ > 0);
    --have_;
    ++taken_;
    return who;
  }
  void put(int n) { have_ += n; }
  int have() { return have_; }
  int taken() { return taken_; }

 private:
  int have_ = 0, taken_ = 0;
};

class [[mentat::regular]] person {
 public:
  int ask(tickets t, int who) {
    int got = t.take(who);
    return got + 1;
  }
};

// Has an object that another process may have.
class [[mentat::persistent]] office {
 public:
  void open() { mentat::create(own_); }
  tickets of() { return own_; }
  int self_call() {
    office me = mentat::self<office>();
    int n = me.never();
    return n + 1;
  }
  int never() {
    ++calls_;
    return 1;
  }
  int calls() { return calls_; }

 private:
  tickets own_;
  int calls_ = 0;
};

void try_all(tickets t) {
  int first = 0;
  try {
    first = t.take(1);
    std::cout << first << "\n";
  } catch (const mentat::deadlock& lost) {
    std::cout << text_of(lost) << "\n";
  }
  t.put(1);
  std::cout << t.have() << t.taken() << "\n";
  int second = t.take(2);
  std::cout << second << t.have() << t.taken() << "\n";

  person p;
  try {
    int asked = p.ask(t, 3);
    std::cout << asked << "\n";
  } catch (const mentat::deadlock& lost) {
    std::cout << text_of(lost) << "\n";
  }
  t.put(2);
  std::cout << t.have() << t.taken() << "\n";
  int fourth = t.take(5);
  std::cout << fourth << "\n";
}

int main() {
  tickets t;
  mentat::create(t);
  try_all(t);
  office o;
  mentat::create(o);
  o.open();
  tickets far = o.of();
  try_all(far);
  try {
    int self = o.self_call();
    std::cout << self << "\n";
  } catch (const mentat::deadlock&) {
    std::cout << "circle\n";
  }
  std::cout << o.calls() << "\n";
}
