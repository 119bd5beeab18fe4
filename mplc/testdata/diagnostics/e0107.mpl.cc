#include <mentat/mpl.h>

class [[mentat::persistent]] counter {
 public:
  int add(int n) { return total_ += n; }
  void serve() {
    mselect {
      [this] { return total_ > 3; }() : maccept add(int n); break;
    };
    mselect {
      : maccept add(int n); break;
      pair{1, 2} == pair{total_, 2} : melse break;
    };
    mselect {
      ([this] { return total_ > 3; }()) : maccept add(int n); if (n > 2) { break; } else { break; }
      (pair{1, 2} == pair{total_, 2}) : melse break;
    };
  }

 private:
  struct pair { int a, b; bool operator==(const pair&) const = default; };
  int total_ = 0;
};
// expect: 8:7: error: parenthesise a guard that contains braces [E0107]
// expect: 12:7: error: parenthesise a guard that contains braces [E0107]
