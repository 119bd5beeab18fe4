#include <mentat/mpl.h>

inline namespace one {
mentat class worker {
 public:
  int op() { return 1; }
};
}  // namespace one
namespace {
mentat class worker {
 public:
  int op() { return 2; }
};
}  // namespace
// expect: 10:14: error: there is a second Mentat class 'worker' in this program; objects are found by the name of their class [E0209]
