// Which constructors are plain: bit i of mentat_plain_constructors__ for constructor i, the highest
// one for the constructor without parameters.
#pragma once
#include <mentat/mpl.h>

struct point {
  int x = 0, y = 0;
};

void note(int n);
int next(int n);
inline int instances = 0;

struct counted {
  counted() { ++instances; }
  counted(const counted& other) : n(other.n) { ++instances; }
  int n = 0;
};

class [[mentat::persistent]] plain_members {
 public:
  plain_members(int n) : n_(n), copy_(n_ + 1) {}
  plain_members(const double* at) : n_(0), copy_(at ? 1 : 0) { n_ = copy_ ? 2 : 3; }
  plain_members(point p, int) : p_(p) {}
  int n();

 private:
  int n_ = 7, copy_{};
  point p_;
  counted* none_ = nullptr;
};

class [[mentat::persistent]] observed {
 public:
  observed(int n) { note(n); }
  observed(int n, int) : n_(next(n)) {}
  observed(int, int, int) { ++instances; }
  observed(counted c, int, int, int) : n_(c.n) {}
  observed(int n, int, int, int, int) {
    if (n < 0) throw n;
  }
  observed(int n, int, int, int, int, int) : n_(*new int(n)) {}
  int n();

 private:
  int n_ = 0;
  counted c_;
};

class [[mentat::persistent]] has_variables {
 public:
  has_variables(plain_members first) : first_(first) {}
  has_variables(int n) : first_(n) {}
  int n();

 private:
  plain_members first_, second_;
};

class [[mentat::persistent]] derived_plain : public plain_members {
 public:
  derived_plain(int n) : plain_members(n) {}
};

class [[mentat::persistent]] derived_observed : public observed {
 public:
  derived_observed(int n) : observed(n) {}
  derived_observed(int n, int) : derived_observed(n) {}
};

class [[mentat::persistent]] elsewhere {
 public:
  elsewhere(int n);
  int n();
};

// What can be observed without a call in the text of the constructor.
struct tracer {
  ~tracer() { note(0); }
  int n = 0;
};
struct checked {
  checked(int n) : n(next(n)) {}
  int n;
};
template <class T>
struct numbered {
  T n = next(1);
};
template <class T>
struct pair_of {
  T first, second;
};
inline int total = 0;
int* const where = &total;
const volatile int changing = 1;

class [[mentat::persistent]] hidden {
 public:
  hidden(int n) { tracer t{n}; }
  hidden(int n, int) { instances_ = n; }
  hidden(int n, int, int) { *where = n; }
  hidden(int, int, int, int) : n_(changing) {}
  hidden(int n, int, int, int, int) { this->instances_ = n; }
  int n();

 private:
  static inline int instances_ = 0;
  int n_ = 0;
};

class [[mentat::persistent]] hidden_array {
 public:
  hidden_array(int) {}
  int n();

 private:
  counted all_[3]{};
};

class [[mentat::persistent]] hidden_initialiser {
 public:
  hidden_initialiser(int) {}
  int n();

 private:
  numbered<int> n_;
};

class [[mentat::persistent]] plain_template {
 public:
  plain_template(int n) : both_{n, n} {}
  int n();

 private:
  pair_of<int> both_;
};

class [[mentat::persistent]] observed_after_plain : public plain_members {
 public:
  observed_after_plain(int n) : plain_members(n) { note(n); }
};
