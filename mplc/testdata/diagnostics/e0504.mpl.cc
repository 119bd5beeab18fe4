#include <mentat/mpl.h>

#define ANSWER rtf(42)
#define LEAVE return 42

int free_function(int n) {
  rtf(n);
// expect: 7:3: error: 'rtf' is used outside of a public member function of a Mentat class [E0504]
  return n;
}
mentat class worker {
 public:
  worker() {
    rtf(1);
// expect: 14:5: error: 'rtf' is used outside of a public member function of a Mentat class [E0504]
  }
  int op(int n) {
    if (n > 1) ANSWER;
// expect: 18:16: error: 'rtf' is written in the body of a macro; write it in the member function itself [E0504]
    else LEAVE;
// expect: 20:10: error: the result is returned in the body of a macro; write 'return' in the member function itself [E0504]
  }

 private:
  int helper(int n) {
    rtf(n);
// expect: 26:5: error: 'rtf' is used outside of a public member function of a Mentat class [E0504]
    return n;
  }
};
