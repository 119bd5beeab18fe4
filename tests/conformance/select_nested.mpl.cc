// An mselect in an arm of another one: an object that is opened, used and closed.
// No elision: mselect has none.
#include <mentat/mpl.h>

#include <cstdio>
#include <string>

class [[mentat::persistent]] file {
 public:
  int open(std::string name) {
    log_ += "open " + name + "; ";
    return 1;
  }
  int write(int n) { return written_ += n; }
  int close() {
    log_ += "close " + std::to_string(written_) + "; ";
    return written_;
  }
  std::string log() { return log_; }

  void serve() {
    for (;;) {
      mselect {
        : maccept open(std::string name);
          for (bool is_open = true; is_open;) {
            mselect {
              : maccept write(int n);
                if (n < 0) log_ += "back in " + name + "; ";
                break;
              : maccept close();
                is_open = false;
                break;
            };
          }
          break;
        : maccept log();
          break;
      };
    }
  }

 private:
  int written_ = 0;
  std::string log_;
};

int main() {
  file f;
  mentat::create(f);
  for (int i = 0; i < 2; ++i) {
    int opened = f.open(i == 0 ? "first" : "second");
    int written = opened == 1 ? f.write(5) : 0;
    if (written > 5) written = f.write(-1);
    int closed = f.close();
    std::printf("%d %d\n", written, closed);
  }
  std::string log = f.log();
  std::printf("%s\n", log.c_str());
}
