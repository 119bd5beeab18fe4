// What leaves a function: results of member functions, result variables, and what is moved.
#include <mentat/mpl.h>

#include <string>
#include <vector>

mentat class worker {
 public:
  int op(int n, int m = 2) { return n + m; }
  double half(double d) { return d / 2; }
  std::string text(int n) { return std::string(n, 0); }
  std::vector<double> row(int n) { return std::vector<double>(n); }
};

mentat class source {
 public:
  std::vector<double> plain(worker A, int n) {
    std::vector<double> v(n);
    if (n == 0) return {};
    if (n == 1) return {1, 2};
    if (n == 2)
      return A.row(n);
    else if (n == 3) return v;
    auto w = A.row(n);
    if (n == 4) return w;
    if (n == 5) return /* several */ n > 5
        ? w : v;
    rtf(v);
  }
  int numbers(worker A, int n) {
    int x = A.op(n);
    auto inner = [&] { return x; };
    if (n == 1) rtf(x);
    else if (n == 2) rtf(x + 1);
    else if (n == 3) rtf(A.op(A.op(n)));
    else return A.op(x);
  }
  double converted(worker A, int n) {
    if (n == 0) return A.op(n);
    int x = A.op(n);
    rtf(x);
  }
  void nothing(worker A, int n) {
    if (n == 0) return;
    A.op(n);
    rtf();
  }
};

std::string free_function(worker A, int n) {
  std::string s = A.text(n);
  const std::string t = A.text(n);
  if (n == 1) throw s;
  if (n == 2) return t;
  if (n == 3) return s + t;
  return s;
}
