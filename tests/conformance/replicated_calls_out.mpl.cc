// A write of a replicated object calls, makes and ends Mentat objects through functions of another
// file, where mplc cannot see it (E0902). The write fails, and the object lives on.
// No elision: there is one copy there, and any function may call any other.
#include <mentat/errors.h>
#include <mentat/mpl.h>

#include <iostream>

int call_elsewhere(int number);
int make_elsewhere(int number);
int make_by_declaration(int number);

class [[mentat::replicated]] cell {
 public:
  int get() const { return n_; }
  int set(int to) { return n_ = to; }
  int set_by_call(int to) { return n_ = call_elsewhere(to); }
  int set_by_object(int to) { return n_ = make_elsewhere(to); }
  int set_by_declaration(int to) { return n_ = make_by_declaration(to); }

 private:
  int n_ = 0;
};

int main() {
  cell c;
  mentat::create(c);
  try {
    int made = c.set_by_call(1);
    std::cout << made << '\n';
  } catch (const mentat::remote_error&) {
    std::cout << "no\n";
  }
  try {
    int made = c.set_by_object(2);
    std::cout << made << '\n';
  } catch (const mentat::remote_error&) {
    std::cout << "no\n";
  }
  try {
    int made = c.set_by_declaration(3);
    std::cout << made << '\n';
  } catch (const mentat::remote_error&) {
    std::cout << "no\n";
  }
  int last = c.set(7);
  std::cout << (last == c.get() ? last : -1) << '\n';
}
