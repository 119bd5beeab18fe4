#include <mentat/mpl.h>
#include <mentat/space.h>

using namespace mentat::literals;

class [[mentat::regular]] worker {
 public:
  int one(mentat::space bag) { return bag.in("job"_name, mentat::formal<int>); }
  int many(mentat::space bag) {
    int sum = 0;
    for (int i = 0; i < 3; ++i) sum += bag.in("job"_name, mentat::formal<int>);
    while (auto job = bag.inp("job"_name, mentat::formal<int>)) sum += *job;
    do {
      sum += bag.rd("last"_name, mentat::formal<int>);
    } while (sum < 0);
    return sum;
  }
};

class [[mentat::persistent]] keeper {
 public:
  int many(mentat::space bag) {
    int sum = 0;
    for (int i = 0; i < 3; ++i) sum += bag.in("job"_name, mentat::formal<int>);
    return sum;
  }
};
// expect: 11:40: warning: 'in' in a loop: if this process dies, the function runs again from its beginning, with every tuple that it took; give each tuple to a call of its own [W0805]
// expect: 12:23: warning: 'inp' in a loop: if this process dies, the function runs again from its beginning, with every tuple that it took; give each tuple to a call of its own [W0805]
