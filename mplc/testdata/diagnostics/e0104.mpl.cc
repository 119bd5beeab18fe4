#include <mentat/mpl.h>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return n; }
  void serve() {
    mselect {
      : maccept add(int n); break;
// expect: 7:5: error: unterminated mselect: the '}' that ends it is missing [E0104]
