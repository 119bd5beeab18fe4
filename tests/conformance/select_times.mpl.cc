// melse goes on at once when nothing can be accepted; mafter when nobody came for that long.
// No elision: mselect has none.
#include <mentat/mpl.h>

#include <chrono>
#include <cstdio>

class [[mentat::persistent]] door {
 public:
  int knock(int n) { return knocks_ += n; }
  int poll() {
    int found = 0;
    for (bool more = true; more;) {
      mselect {
        : maccept knock(int n);
          found += n;
          break;
        : melse
          more = false;
          break;
      };
    }
    return found;
  }
  int wait_for(int milliseconds) {
    int came = 0;
    mselect {
      : maccept knock(int n);
        came = n;
        break;
      : mafter(std::chrono::milliseconds(milliseconds))
        came = -1;
        break;
    };
    return came;
  }

 private:
  int knocks_ = 0;
};

int main() {
  door d;
  mentat::create(d);
  int none = d.poll();
  int late = none == 0 ? d.wait_for(5) : 0;
  int waiting = d.wait_for(late == -1 ? 60000 : 0);  // goes on: the knock comes in time
  int knocked = d.knock(3);
  std::printf("%d %d %d %d\n", none, late, waiting, knocked);
}
