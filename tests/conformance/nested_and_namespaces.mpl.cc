// Mentat classes in namespaces, inline and anonymous ones, and in other classes; using, aliases and
// qualified names.
#include <mentat/mpl.h>

#include <cstdio>

namespace a {
inline namespace v1 {
class [[mentat::regular]] worker {
 public:
  int tell() { rtf(1); }
};
}  // namespace v1
namespace b {
struct [[mentat::regular]] worker {
  int tell() { rtf(10); }
};
}  // namespace b
}  // namespace a

struct outer {
  class [[mentat::persistent]] worker {
   public:
    int tell() { rtf(count_ += 100); }

   private:
    int count_ = 0;
  };
  worker inside;
  int ask() {
    int n = inside.tell();
    n += inside.tell();
    return n;
  }
};

class [[mentat::regular]] worker {
 public:
  int tell() {
    a::b::worker other;
    ::a::worker another;
    int x = other.tell();
    int y = another.tell();
    rtf(x + y + 1000);
  }
};

using namespace a::b;
using first = a::worker;
typedef outer::worker third;

int main() {
  first f;
  a::b::worker s;
  third t;
  ::worker w;
  outer o;
  mentat::create(t);
  mentat::create(o.inside);
  int sum = 0;
  int x = f.tell();
  int y = s.tell();
  int z = t.tell();
  int u = w.tell();
  sum = x + y + z + u;
  std::printf("%d %d %d\n", sum, t.tell(), o.ask());
}
