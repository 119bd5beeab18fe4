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
