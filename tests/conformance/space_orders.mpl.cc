// The actions of a caller take effect in its order: probes see earlier tuples, put by calls and by
// active tuples, however the space is busy.
// No elision: spaces have none.
#include <mentat/mpl.h>
#include <mentat/space.h>

#include <iostream>

using namespace mentat::literals;

class [[mentat::regular]] worker {
 public:
  int fill(mentat::space s, int who, int many) {
    for (int k = 0; k < many; ++k) {
      s.out("mine"_name, who, k);
      if (!s.rdp("mine"_name, who, k) ||
          s.count("mine"_name, who, mentat::formal<int>) != static_cast<std::size_t>(k + 1))
        rtf(-1);
    }
    rtf(many);
  }
  int echo(mentat::space s, int many) {
    for (int k = 0; k < many; ++k) s.out("echo"_name, s.in("say"_name, mentat::formal<int>));
    rtf(many);
  }
};

int main() {
  mentat::space s;
  mentat::create(s);
  worker w;
  int filled[4];
  for (int k = 0; k < 4; ++k) filled[k] = w.fill(s, k, 50);
  int echoed = w.echo(s, 50);
  long sum = 0;
  for (int k = 0; k < 50; ++k) {
    s.out("say"_name, k);
    sum += s.in("echo"_name, mentat::formal<int>);
  }
  for (int k = 0; k < 4; ++k) std::cout << filled[k] << " ";
  std::cout << echoed << " " << sum << "\n";
  std::cout << s.count("mine"_name, mentat::formal<int>, mentat::formal<int>) << "\n";
  int taken = 0;
  while (s.inp("mine"_name, mentat::formal<int>, mentat::formal<int>)) ++taken;
  std::cout << taken << "\n";
  return 0;
}
