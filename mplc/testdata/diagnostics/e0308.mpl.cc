#include <mentat/mpl.h>

persistent mentat class node;
void keep(node one);
void watch(node* one);

persistent mentat class node {
 public:
  void enter() {
    watch(this);
    keep(*this);
    auto later = [this] { return this->value_ + value(); };
    value_ = later();
    this->leave();
    (*this).leave();
  }
  void leave() {}

 private:
  node* own() { return this; }
  int value() const { return value_; }
  int value_ = 0;
};
// expect: 10:11: error: 'this' cannot leave the member function; use 'mentat::self<node>()', which is a Mentat variable [E0308]
// expect: 11:11: error: 'this' cannot leave the member function; use 'mentat::self<node>()', which is a Mentat variable [E0308]
// expect: 20:24: error: 'this' cannot leave the member function; use 'mentat::self<node>()', which is a Mentat variable [E0308]
