#include <mentat/mpl.h>

class [[mentat::persistant]] counter {
 public:
  int add(int n) { return n; }
};
class [[deprecated, mentat::regualr]] worker;
class [[using mentat: regular, swift]] adder {
 public:
  [[mentat::asynchronous("soon")]] int add(int a, int b) { return a + b; }
};
#if 0
class [[mentat::nothing]] removed;
#endif
[[maybe_unused]] int numbers[1] = {[] { return 1; }()};
#define MARK(kind) [[mentat::kind]]
class MARK(regular) marked {};
// expect: 3:17: warning: 'mentat::persistant' has no effect: there are 'mentat::persistent', 'mentat::regular', 'mentat::replicated' and 'mentat::durable'; did you mean 'mentat::persistent'? [W0111]
// expect: 7:29: warning: 'mentat::regualr' has no effect: there are 'mentat::persistent', 'mentat::regular', 'mentat::replicated' and 'mentat::durable'; did you mean 'mentat::regular'? [W0111]
// expect: 8:32: warning: 'mentat::swift' has no effect: there are 'mentat::persistent', 'mentat::regular', 'mentat::replicated' and 'mentat::durable' [W0111]
// expect: 10:13: warning: 'mentat::asynchronous' has no effect: there are 'mentat::persistent', 'mentat::regular', 'mentat::replicated' and 'mentat::durable' [W0111]
