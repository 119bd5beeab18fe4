// A replicated class whose functions another file defines, and one that derives from it there.
// No elision: functions get the object by value, and an ordinary compiler would copy it.
#include <cstdio>

#include "replicated_in_header.mpl.h"

class [[mentat::replicated]] closed_directory : public city::sorted_directory {
 public:
  void close() { closed_ = true; }
  bool closed() const { return closed_; }

 private:
  bool closed_ = false;
};

int main() {
  city::directory d;
  mentat::create(d, std::string("first"));
  d.add("second");
  city::visitor v;
  std::string seen = v.visit(d, 1);
  std::printf("%s %d\n", seen.c_str(), d.wait_for(2));
  closed_directory c;
  mentat::create(c);
  c.add("b");
  c.add("a");
  c.sort();
  c.close();
  std::string first = v.visit(c, 0);
  std::printf("%s %d %s\n", first.c_str(), c.closed(), c.at(1).c_str());
}
