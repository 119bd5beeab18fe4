// One error, though Clang would say something about each of two hundred copies of the file.
// expect: 4:10: error: #include nested too deeply; a file that includes itself needs '#pragma once' or an include guard
#include <mentat/mpl.h>
#include "include_cycle.mpl.cc"
struct twice {};
mentat class once {
 public:
  twice get();
};
