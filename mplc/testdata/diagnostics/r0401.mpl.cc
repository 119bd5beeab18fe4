// flags: -Rmentat
#include <mentat/mpl.h>
#include <exception>
#include <string>
#include <vector>

#define TWICE(e) (e) + (e)
#define SHOWN(e) #e, e
#define CALL A.op(1)

mentat class worker {
 public:
  int op(int n) { return n; }
  std::string text() { return ""; }
};
int global;
struct bits {
  unsigned b : 3;
};
void show(const char*, int);

void run(worker A, int& reference, int* pointer) {
  int w = 0;
  w = A.op(1) + 1;
// expect: 24:7: remark: the call blocks, because its value is used at once [R0401]
  global = A.op(2);
// expect: 26:12: remark: the call blocks, because 'global' is not a local variable [R0401]
  reference = A.op(3);
// expect: 28:15: remark: the call blocks, because 'reference' is a reference [R0401]
  *pointer = A.op(4);
// expect: 30:14: remark: the call blocks, because it is not assigned to a local variable [R0401]
  volatile int v;
  v = A.op(5);
// expect: 33:7: remark: the call blocks, because 'v' is volatile [R0401]
  std::vector<std::vector<int>> rows(2, {1, 2});
  rows[0][1] = A.op(6);
// expect: 36:16: remark: the call blocks, because it is assigned to a part of 'rows' that cannot be delayed [R0401]
  bits f;
  f.b = A.op(7);
// expect: 39:9: remark: the call blocks, because it is assigned to a part of 'f' that cannot be delayed [R0401]
  std::vector<char> letters = {'a'};
  std::string s;
  s = A.op(65);
// expect: 43:7: remark: the call blocks, because its value is used at once [R0401]
  w = TWICE(A.op(8));
// expect: 45:13: remark: the call blocks, because a macro repeats it [R0401]
// That it is repeated is said once.
  show(SHOWN(A.op(9)));
// expect: 48:14: remark: the call blocks, because a macro shows its text [R0401]
  w = CALL;
// expect: 50:7: remark: the call blocks, because it is written in the body of a macro [R0401]
  auto lambda = [w, A]() mutable { w = A.op(10); };
// expect: 52:40: remark: the call blocks, because 'w' is the copy in a lambda [R0401]
  lambda();
}

// A result that leaves the function, where somebody could see its error.
mentat class careful {
 public:
  int handler(worker A) {
    try {
      return A.op(1);
// expect: 62:14: remark: the call blocks, because a handler of the 'try' around it could catch its error [R0401]
    } catch (...) {
      return A.op(2);
    }
  }
  int function_block(worker A) try {
    return A.op(3);
// expect: 69:12: remark: the call blocks, because a handler of the 'try' around it could catch its error [R0401]
  } catch (...) {
    return -1;
  }
  int scope(worker A) {
    struct guard {
      ~guard() {
        if (std::uncaught_exceptions() > 0) ++global;
      }
    } looks;
    return A.op(4);
// expect: 80:12: remark: the call blocks, because a destructor asks whether an exception is on its way [R0401]
  }
  int blind(worker A) {
    try {
      return A.op(5);
    } catch (int) {
      return -1;
    }
  }
};
