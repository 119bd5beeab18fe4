#ifndef TESTS_CONFORMANCE_TEMPLATE_HEADER_MPL_H
#define TESTS_CONFORMANCE_TEMPLATE_HEADER_MPL_H

#include <mentat/mpl.h>

template <class T>
class [[mentat::persistent]] accumulator {
 public:
  T add(T value, int times = 1);
  T total() const { rtf(total_); }

 private:
  T total_{};
};

template <class T>
T accumulator<T>::add(T value, int times) {
  for (int i = 0; i < times; ++i) total_ += value;
  rtf(total_);
}

int add_in_other_unit(accumulator<int>& a, int n);

#endif
