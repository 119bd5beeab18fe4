#ifndef TESTS_CONFORMANCE_BASE_IN_HEADER_MPL_H
#define TESTS_CONFORMANCE_BASE_IN_HEADER_MPL_H

#include <mentat/mpl.h>

#include <string>

namespace animals {

persistent mentat class animal {
 public:
  virtual ~animal();
  virtual std::string sound(int times) const;
  int feed(int n);
  int meals() const { rtf(meals_); }

 protected:
  int meals_ = 0;
};

int feed_twice(animal& a, int n);

}  // namespace animals

#endif
