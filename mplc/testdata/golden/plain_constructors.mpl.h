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
