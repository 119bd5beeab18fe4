#include <mentat/mpl.h>
#include <vector>

regular mentat class shape {
 public:
  virtual double area() = 0;
};
regular mentat class square : public shape {
 public:
  double area() override { return 1; }
};
class [[mentat::regular]] painter {
 public:
  double paint(shape what) { return what.area(); }
};
int main() {
  shape one;
  double sum = one.area();
  return int(sum);
}
// expect: 14:16: error: a variable, element or value of Mentat class 'shape' names an object, but the class has pure virtual functions; write an empty body in place of '= 0' [E0210]
// expect: 17:9: error: a variable, element or value of Mentat class 'shape' names an object, but the class has pure virtual functions; write an empty body in place of '= 0' [E0210]
