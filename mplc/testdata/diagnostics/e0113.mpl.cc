#include <mentat/mpl.h>
import <vector>;

persistent mentat class worker {
 public:
  std::vector<int> f(int n) { return {n}; }
};
// expect: 2:8: error: modules are not translated; #include headers [E0113]
