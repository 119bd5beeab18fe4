#include <mentat/mpl.h>

template <mentat class T>
struct holder {
  T value;
};
template <class A, persistent mentat class B>
void use(A, B);
