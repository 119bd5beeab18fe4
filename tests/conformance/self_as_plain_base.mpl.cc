// The object itself is given to ordinary code as what its ordinary base is: by reference, by pointer, as a copy.
#include <mentat/mpl.h>

#include <iostream>

struct shape {
  int sides = 3;
  virtual ~shape() = default;
  virtual int corners() { return sides; }
  int twice() { return 2 * corners(); }
};
struct named {
  const char* name = "square";
};

int sides_of(const shape& s) { return s.sides; }
int sides_behind(const shape* s) { return s->sides; }
void grow(shape& s) { ++s.sides; }

class [[mentat::regular]] square : public shape, public named {
 public:
  int read() { return sides_of(*this) + sides_behind(this); }
  int changed() {
    grow(*this);
    shape& base = *this;
    ++base.sides;
    shape copy = *this;
    return copy.sides;
  }
  int cast() { return static_cast<shape&>(*this).sides + twice() + shape::corners(); }
  int corners() override { return 10 * sides_of(*this); }
  char first() {
    const named* base = this;
    return base->name[0];
  }
};

int main() {
  square s;
  int read = s.read(), cast = s.cast(), changed = s.changed();
  char first = s.first();
  std::cout << read << " " << changed << " " << cast << " " << first << "\n";
}
