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
