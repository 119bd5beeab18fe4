persistent mentat class counter {
 public:
  int add(int n) { rtf(n); }
};
