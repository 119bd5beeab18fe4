#include <mentat/mpl.h>

template <mentat class T>
struct holder {
  T value;
};
template <class A, persistent mentat class B>
void use(A, B);
// expect: 3:11: error: 'mentat' is not allowed on a template parameter; mark the classes that are its arguments [E0103]
// expect: 7:20: error: 'mentat' is not allowed on a template parameter; mark the classes that are its arguments [E0103]
