// The value that travels along the arcs of the paper's figures, and shows where it has been: a
// variable that is declared with a counter counts every value that is stored into it. Copies are
// not watched. Thread-safety: that of an int, plus the counter's.
#ifndef TESTS_PAPER_TOKEN_H
#define TESTS_PAPER_TOKEN_H

class token {
 public:
  token() = default;
  explicit token(int value) : value_(value) {}
  explicit token(int* visits) : visits_(visits) {}
  token(const token& other) : value_(other.value_) {}
  token& operator=(const token& other) {
    value_ = other.value_;
    if (visits_) ++*visits_;
    return *this;
  }

  int value() const { return value_; }

  template <class Archive>
  void serialize(Archive& archive) {
    archive(value_);
  }

 private:
  int value_ = 0;
  int* visits_ = nullptr;  // of the variable, not of its value
};

inline token operator+(const token& w, int n) { return token(w.value() + n); }

#endif
