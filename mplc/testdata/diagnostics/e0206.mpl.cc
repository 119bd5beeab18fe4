#include <mentat/mpl.h>

persistent mentat class node {
 public:
  int value() { return 1; }

 private:
  node next_;
};
persistent mentat class list;
class owner {
  list all_;
};
// expect: 8:8: error: Mentat class 'node' is not complete here; a field that names such an object is a 'mentat::ref<node>' [E0206]
// expect: 12:8: error: Mentat class 'list' is not complete here; a field that names such an object is a 'mentat::ref<list>' [E0206]
