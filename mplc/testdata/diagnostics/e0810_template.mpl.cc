#include "e0810_template.mpl.h"

template <class Value>
void boxed<Value>::put(Value value) {
  mentat::guard(count_ < 1);
  value_ = value;
  ++count_;
}

int main() {
  boxed<int> one;
  mentat::create(one);
  one.put(3);
}
// expect: 5:3: error: a guard of a class template belongs in the file that defines the class; move the function there [E0810]
