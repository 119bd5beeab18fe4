#include <mentat/mpl.h>

mentat class many {
 public:
  template <class T>
  T generic(T value) { return value; }
  many& operator+=(int n);
  explicit operator bool() const { return true; }
  many() = default;
  template <class T>
  explicit many(T) {}
  static int helper() { return 1; }

 private:
  template <class T>
  T own(T value) { return value; }
};
// expect: 6:5: warning: 'generic' is a template and cannot be called through a Mentat variable; only the class itself can use it [W0307]
// expect: 7:9: warning: 'operator+=' is an operator and cannot be called through a Mentat variable; only the class itself can use it [W0307]
// expect: 8:12: warning: 'operator bool' is a conversion and cannot be called through a Mentat variable; only the class itself can use it [W0307]
