// What looks like MPL and is not, and MPL in odd places: nothing is reported.
#include <mentat/mpl.h>

#if 0
mentat union isn't;
#define mentat
persistent mentat class { unbalanced
#endif

namespace mentat {}
struct persistent { int regular; };
struct mselect { int n; };
const char* text = "persistent mentat class";
const char* raw = R"(mentat class { mselect { )";
int mentat_ = 1;

persistent /* a comment
   over lines */ mentat
class counter final {
 public:
  int add(int n) {
    mselect m{1};
    persistent p{2};
    int mentat = m.n, regular = p.regular;
    rtf(n + mentat + regular);
  }
};
per\
sistent mentat class spliced { public: void op() {} };
class holder { friend mentat class later; friend class counter; };
mentat class later;
void take(mentat class later one);
struct copied { counter c; };
int use(copied a) { copied b = a; counter c = b.c; c = a.c; return c.add(1); }
