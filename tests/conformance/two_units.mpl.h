#ifndef TESTS_CONFORMANCE_TWO_UNITS_MPL_H
#define TESTS_CONFORMANCE_TWO_UNITS_MPL_H

#include <mentat/mpl.h>

#include <string>
#include <vector>

namespace stock {

struct order {
  std::string what;
  int number = 0;
};

class [[mentat::persistent]] store {
 public:
  static const int shelf_size;
  store();
  ~store();
  int put(const order& o);
  int put(const std::string& what, int number = default_number());
  std::vector<order> orders(int at_least = 0) const;
  static int default_number();

 private:
  int count(const std::string& what) const;
  std::vector<order> orders_;
};

class [[mentat::regular]] counter {
 public:
  int sum(const std::vector<order>& all) {
    int n = 0;
    for (const order& o : all) n += o.number;
    rtf(n);
  }
};

int fill(store& s, int n);

}  // namespace stock

#endif
