// Elements of a local vector and the vector itself.
#include <mentat/mpl.h>

#include <algorithm>
#include <string>
#include <vector>

mentat class worker {
 public:
  int op(int n, int m = 2) { return n + m; }
  double half(double d) { return d / 2; }
  std::string text(int n) { return std::string(n, 0); }
  std::vector<double> row(int n) { return std::vector<double>(n); }
};

double run(worker A, unsigned n) {
  std::vector<double> v(n), u = A.row(n);
  double sum = 0;
  for (unsigned i = 0; i < v.size(); ++i) v[i] = A.half(i);
  for (unsigned i = 0; i < v.size(); ++i) sum += v[i];
  v[1] = A.half(1);
  v.push_back(u[0]);
  for (unsigned i = 0; i < v.size(); ++i) sum += v[i];
  u = A.row(3);
  u[1] = A.half(u[0]);
  u.size();
  v = A.row(5);
  v[2] = A.half(v[1]);
  for (double d : v) sum += d;
  for (unsigned i = 0; i < n; ++i) {
    v[i] = A.half(v[n - i]);
    sum += v[0];
  }
  std::sort(v.begin(), v.end());
  v[0] = 1;
  v[1] = A.half(v[0]);
  v[1] = 2;
  A.row(v.size());
  v.clear();
  return sum;
}

std::vector<double> all(worker A) {
  std::vector<double> v(3);
  v[0] = A.half(3);
  return v;
}

std::vector<double> whole(worker A) {
  std::vector<double> v;
  v = A.row(3);
  return v;
}
