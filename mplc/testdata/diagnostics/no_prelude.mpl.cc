persistent mentat class counter {
 public:
  int add(int n) { rtf(n); }
};
// expect: 3:20: error: use of undeclared identifier 'rtf'
