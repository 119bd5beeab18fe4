#include "two_units.mpl.h"

namespace stock {

const int store::shelf_size = 10;

store::store() { orders_.push_back(order{"shelf", shelf_size}); }
store::~store() = default;

int store::default_number() { return 4; }

int store::put(const order& o) {
  orders_.push_back(o);
  rtf(count(o.what));
}

int store::put(const std::string& what, int number) {
  order o;
  o.what = what;
  o.number = number;
  return put(o);
}

std::vector<order> store::orders(int at_least) const {
  std::vector<order> found;
  for (const order& o : orders_)
    if (o.number >= at_least) found.push_back(o);
  rtf(found);
}

int store::count(const std::string& what) const {
  int n = 0;
  for (const order& o : orders_)
    if (o.what == what) n += o.number;
  return n;
}

int fill(store& s, int n) {
  int last = 0;
  for (int i = 0; i < n; ++i) last = s.put("apple");
  return last;
}

}  // namespace stock
