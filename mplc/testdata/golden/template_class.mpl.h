#ifndef TEMPLATE_CLASS_MPL_H
#define TEMPLATE_CLASS_MPL_H

#include <mentat/mpl.h>

namespace store {

struct label {
  int number;
};

template <class T, int Size = 4>
persistent mentat class box {
 public:
  box() = default;
  T put(const T& value, int at = Size);
  box same(box other) { return other; }
  label name() const { return label{Size}; }

 private:
  T kept_{};
};

template <class T, int Size>
T box<T, Size>::put(const T& value, int at) {
  kept_ = value;
  rtf(kept_);
}

}  // namespace store

#endif  // TEMPLATE_CLASS_MPL_H
