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
