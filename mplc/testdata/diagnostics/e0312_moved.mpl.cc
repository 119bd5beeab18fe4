#include <mentat/mpl.h>
#include <memory>
#include <vector>
struct ticket {
  ticket() = default;
  ticket(ticket&&) = default;
  ticket& operator=(ticket&&) = default;
  int number = 0;
};
struct deleted {
  deleted() = default;
  deleted(const deleted&) = delete;
  int number = 0;
};
struct saved {
  saved() = default;
  saved(saved&&) = default;
  template <class Archive>
  void serialize(Archive& archive) {
    archive(number);
  }
  int number = 0;
};
struct booking {
  ticket first;
};
struct copied {
  copied() = default;
  copied(const copied&) = default;
  copied(copied&&) = default;
  int number = 0;
};
class [[mentat::regular]] desk {
 public:
  ticket sell(int n) { return {}; }
  int check(ticket t) { return t.number; }
  int look(const saved& s) { return s.number; }
  int count(std::vector<deleted> all) { return 0; }
  int open(booking b) { return 0; }
  copied copy(copied c) { return c; }
  std::unique_ptr<int> own() { return nullptr; }
};
// expect: 35:10: error: the result of 'desk::sell' cannot be sent: result has type ticket, which cannot be copied, as arguments and results are; give it a copy constructor, or send its parts [E0312]
// expect: 36:20: error: parameter 't' of 'desk::check' cannot be sent: t has type ticket, which cannot be copied, as arguments and results are; give it a copy constructor, or send its parts [E0312]
// expect: 37:25: error: parameter 's' of 'desk::look' cannot be sent: s has type saved, which cannot be copied, as arguments and results are; give it a copy constructor, or send its parts [E0312]
// expect: 38:34: error: parameter 'all' of 'desk::count' cannot be sent: all[i] has type deleted, which cannot be copied, as arguments and results are; give it a copy constructor, or send its parts [E0312]
// expect: 39:20: error: parameter 'b' of 'desk::open' cannot be sent: b.first has type ticket, which cannot be copied, as arguments and results are; give it a copy constructor, or send its parts [E0312]
// expect: 41:24: error: the result of 'desk::own' cannot be sent: result has type std::unique_ptr<int>; it points to memory of this process, send the value (std::optional, if there may be none) [E0312]
