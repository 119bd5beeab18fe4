// The value that travels along the arcs of the paper's figures, and records its visits: a variable
// that is declared with a counter counts every value that is stored into it. Copies are not
// counted. Thread-safety: that of an int, plus the counter's.
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
  int* visits_ = nullptr;  // belongs to the variable, not to its value
};

inline token operator+(const token& w, int n) { return token(w.value() + n); }

#endif
