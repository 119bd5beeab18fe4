#include <cstdio>
#include <mentat/mpl.h>

int hits = 0;
const int limit = 3;

mentat class worker {
 public:
  int op() {
    static int calls = 0;
    ++hits;
    ++hits;
    if (sizeof(hits) > limit) std::fputs("", stdout);
    return ++calls;
  }
};

int main() { return hits; }
// expect: 11:7: warning: member function 'op' of Mentat class 'worker' uses 'hits', which is not part of the object: each process has its own copy [W0208]
// expect: 14:14: warning: member function 'op' of Mentat class 'worker' uses 'calls', which is not part of the object: each process has its own copy [W0208]
