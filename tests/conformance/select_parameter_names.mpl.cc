// A parameter in maccept has the name of the function, of another function, or of a variable around the mselect.
// No elision: mselect has none.
#include <mentat/mpl.h>

#include <iostream>

class [[mentat::persistent]] store {
 public:
  int put(int put) { return last_ = put; }
  int add(int put, const int& add) { return last_ += put + add; }
  int last() { return last_; }

 private:
  void serve() {
    for (int seen = 0;;) {
      mselect {
        : maccept put(int put);
          seen += put;
          break;
        : maccept add(int put, const int& add);
          seen += put * add;
          break;
        : maccept last();
          last_ += 100 * seen;
          break;
      };
    }
  }
  int last_ = 0;
};

int main() {
  store s;
  mentat::create(s);
  int put = s.put(4), add = s.add(1, 2), last = s.last();
  std::cout << put << " " << add << " " << last << " " << s.last() << "\n";
}
