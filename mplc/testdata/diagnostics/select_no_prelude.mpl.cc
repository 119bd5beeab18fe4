class [[mentat::persistent]] counter {
 public:
  int add(int n) { return total_ += n; }
  void serve() {
    mselect { : maccept add(int n); break; };
  }

 private:
  int total_ = 0;
};
// expect: 5:5: error: no member named 'mentat' in the global namespace
// expect: 5:29: error: no member named 'mentat' in the global namespace
