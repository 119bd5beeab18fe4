// flags: -Rmentat
#include <mentat/mpl.h>
#include <functional>
#include <span>
#include <string>
#include <vector>

#define USE_W int(w)

mentat class worker {
 public:
  int op(int n) { return n; }
};

void run(worker A, int n) {
  int a = 0;
  int* p = &a;
// expect: 17:13: remark: result variable 'a' is never delayed, because 'p' may refer to it [R0402]
  a = A.op(*p);
// expect: 19:7: remark: the call blocks, because 'a' is never delayed [R0401]
  int b = 0;
  int& r = b;
// expect: 22:12: remark: result variable 'b' is never delayed, because it is bound to the reference 'r' [R0402]
  b = A.op(r);
// expect: 24:7: remark: the call blocks, because 'b' is never delayed [R0401]
  std::vector<int> v(3);
  auto it = v.begin();
// expect: 27:13: remark: result variable 'v' is never delayed, because 'it' may refer to it [R0402]
  v[0] = A.op(*it);
// expect: 29:10: remark: the call blocks, because 'v' is never delayed [R0401]
  std::vector<int> u(3);
  for (int& e : u) u[1] = A.op(e);
// expect: 32:17: remark: result variable 'u' is never delayed, because it is assigned in a range-for over itself [R0402]
// expect: 32:27: remark: the call blocks, because 'u' is never delayed [R0401]
  int w = 0;
  n = USE_W;
// expect: 36:7: remark: result variable 'w' is never delayed, because it is used in the body of a macro [R0402]
  w = A.op(n);
// expect: 38:7: remark: the call blocks, because 'w' is never delayed [R0401]
  int x[3];
  std::function<int()> f = [&] { return x[0]; };
// expect: 41:28: remark: result variable 'x' is never delayed, because a lambda that captures it is kept [R0402]
  x[0] = A.op(f());
// expect: 43:10: remark: the call blocks, because 'x' is never delayed [R0401]
  switch (n) {
    int inside;
// expect: 46:9: remark: result variable 'inside' is never delayed, because it is declared between the cases of a switch [R0402]
    case 1:
      inside = A.op(1);
// expect: 49:16: remark: the call blocks, because 'inside' is never delayed [R0401]
  }
}
