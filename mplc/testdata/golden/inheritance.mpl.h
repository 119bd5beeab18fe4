#pragma once
#include <mentat/mpl.h>

namespace zoo {

persistent mentat class animal {
 public:
  explicit animal(int legs) : legs_(legs) {}
  virtual ~animal() = default;
  virtual int sound(int times) = 0;
  virtual int legs() const { return legs_; }
  void rest() {}

 protected:
  int legs_;
};

persistent mentat class dog final : public animal {
 public:
  using animal::rest;
  dog() : animal(4) {}
  int sound(int times) override;
  int legs() const override { return animal::legs() + 0; }
  void rest(int hours) {}
};

}  // namespace zoo
