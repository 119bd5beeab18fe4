// Translated by mplc VERSION.
#include <mentat/api.h>
#line 1 "plain_constructors.mpl.h"
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

class plain_members_impl__; using plain_members = ::mentat::handle__<plain_members_impl__>; class plain_members_impl__ {
 public:
  plain_members_impl__(int n) : n_(n), copy_(n_ + 1) {}
  plain_members_impl__(const double* at) : n_(0), copy_(at ? 1 : 0) { n_ = copy_ ? 2 : 3; }
  plain_members_impl__(point p, int) : p_(p) {}
  void n_body__(::mentat::rtf_sink__<int>& mentat_rtf__);

 private:
  int n_ = 7, copy_{};
  point p_;
  counted* none_ = nullptr;
#line 35 "plain_constructors.h"
 public:
  using n_tag__ = ::mentat::method__<plain_members_impl__, 0xb1cb67beu, int()>;
  int n() {
    ::mentat::local_call__<n_tag__> call__;
    n_body__(call__.rtf__());
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_constructor_0__ = ::mentat::constructor__<plain_members_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int n) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(n);
  }
  static void mentat_constructor__(const double* at);
  using mentat_constructor_1__ = ::mentat::constructor__<plain_members_impl__, 1, point, int>;
  static ::mentat::construction__<mentat_constructor_1__> mentat_constructor__(point p, int argument_1__) {
    return ::mentat::construction__<mentat_constructor_1__>::of__(static_cast<decltype(p)&&>(p), argument_1__);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000003, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int n(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<n_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 31 "plain_constructors.mpl.h"
};

class observed_impl__; using observed = ::mentat::handle__<observed_impl__>; class observed_impl__ {
 public:
  observed_impl__(int n) { note(n); }
  observed_impl__(int n, int) : n_(next(n)) {}
  observed_impl__(int, int, int) { ++instances; }
  observed_impl__(counted c, int, int, int) : n_(c.n) {}
  observed_impl__(int n, int, int, int, int) {
    if (n < 0) throw n;
  }
  observed_impl__(int n, int, int, int, int, int) : n_(*new int(n)) {}
  void n_body__(::mentat::rtf_sink__<int>& mentat_rtf__);

 private:
  int n_ = 0;
  counted c_;
#line 79 "plain_constructors.h"
 public:
  using n_tag__ = ::mentat::method__<observed_impl__, 0xb2619fb8u, int()>;
  int n() {
    ::mentat::local_call__<n_tag__> call__;
    n_body__(call__.rtf__());
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_constructor_0__ = ::mentat::constructor__<observed_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int n) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(n);
  }
  using mentat_constructor_1__ = ::mentat::constructor__<observed_impl__, 1, int, int>;
  static ::mentat::construction__<mentat_constructor_1__> mentat_constructor__(int n, int argument_1__) {
    return ::mentat::construction__<mentat_constructor_1__>::of__(n, argument_1__);
  }
  using mentat_constructor_2__ = ::mentat::constructor__<observed_impl__, 2, int, int, int>;
  static ::mentat::construction__<mentat_constructor_2__> mentat_constructor__(int argument_0__, int argument_1__, int argument_2__) {
    return ::mentat::construction__<mentat_constructor_2__>::of__(argument_0__, argument_1__, argument_2__);
  }
  using mentat_constructor_3__ = ::mentat::constructor__<observed_impl__, 3, counted, int, int, int>;
  static ::mentat::construction__<mentat_constructor_3__> mentat_constructor__(counted c, int argument_1__, int argument_2__, int argument_3__) {
    return ::mentat::construction__<mentat_constructor_3__>::of__(static_cast<decltype(c)&&>(c), argument_1__, argument_2__, argument_3__);
  }
  using mentat_constructor_4__ = ::mentat::constructor__<observed_impl__, 4, int, int, int, int, int>;
  static ::mentat::construction__<mentat_constructor_4__> mentat_constructor__(int n, int argument_1__, int argument_2__, int argument_3__, int argument_4__) {
    return ::mentat::construction__<mentat_constructor_4__>::of__(n, argument_1__, argument_2__, argument_3__, argument_4__);
  }
  using mentat_constructor_5__ = ::mentat::constructor__<observed_impl__, 5, int, int, int, int, int, int>;
  static ::mentat::construction__<mentat_constructor_5__> mentat_constructor__(int n, int argument_1__, int argument_2__, int argument_3__, int argument_4__, int argument_5__) {
    return ::mentat::construction__<mentat_constructor_5__>::of__(n, argument_1__, argument_2__, argument_3__, argument_4__, argument_5__);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int n(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<n_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 48 "plain_constructors.mpl.h"
};

class has_variables_impl__; using has_variables = ::mentat::handle__<has_variables_impl__>; class has_variables_impl__ {
 public:
  has_variables_impl__(plain_members first) : first_(first) {}
  has_variables_impl__(int n) : first_(n) {}
  void n_body__(::mentat::rtf_sink__<int>& mentat_rtf__);

 private:
  plain_members first_, second_;
#line 131 "plain_constructors.h"
 public:
  using n_tag__ = ::mentat::method__<has_variables_impl__, 0xe9cf030cu, int()>;
  int n() {
    ::mentat::local_call__<n_tag__> call__;
    n_body__(call__.rtf__());
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_constructor_0__ = ::mentat::constructor__<has_variables_impl__, 0, plain_members>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(plain_members first) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(static_cast<decltype(first)&&>(first));
  }
  using mentat_constructor_1__ = ::mentat::constructor__<has_variables_impl__, 1, int>;
  static ::mentat::construction__<mentat_constructor_1__> mentat_constructor__(int n) {
    return ::mentat::construction__<mentat_constructor_1__>::of__(n);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000001, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int n(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<n_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 58 "plain_constructors.mpl.h"
};

class derived_plain_impl__; using derived_plain = ::mentat::handle__<derived_plain_impl__>; class derived_plain_impl__ : public plain_members_impl__ {
 public:
  derived_plain_impl__(int n) : plain_members_impl__(n) {}
#line 162 "plain_constructors.h"
 public:
  using mentat_constructor_0__ = ::mentat::constructor__<derived_plain_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int n) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(n);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000001, true>;
  struct mentat_stubs__ : ::mentat::handle__<plain_members_impl__> {
  };
  static const ::mentat::class_info__& mentat_class__();
#line 63 "plain_constructors.mpl.h"
};

class derived_observed_impl__; using derived_observed = ::mentat::handle__<derived_observed_impl__>; class derived_observed_impl__ : public observed_impl__ {
 public:
  derived_observed_impl__(int n) : observed_impl__(n) {}
  derived_observed_impl__(int n, int) : derived_observed_impl__(n) {}
#line 179 "plain_constructors.h"
 public:
  using mentat_constructor_0__ = ::mentat::constructor__<derived_observed_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int n) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(n);
  }
  using mentat_constructor_1__ = ::mentat::constructor__<derived_observed_impl__, 1, int, int>;
  static ::mentat::construction__<mentat_constructor_1__> mentat_constructor__(int n, int argument_1__) {
    return ::mentat::construction__<mentat_constructor_1__>::of__(n, argument_1__);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, true>;
  struct mentat_stubs__ : ::mentat::handle__<observed_impl__> {
  };
  static const ::mentat::class_info__& mentat_class__();
#line 69 "plain_constructors.mpl.h"
};

class elsewhere_impl__; using elsewhere = ::mentat::handle__<elsewhere_impl__>; class elsewhere_impl__ {
 public:
  elsewhere_impl__(int n);
  void n_body__(::mentat::rtf_sink__<int>& mentat_rtf__);
#line 200 "plain_constructors.h"
 public:
  using n_tag__ = ::mentat::method__<elsewhere_impl__, 0x2013c51eu, int()>;
  int n() {
    ::mentat::local_call__<n_tag__> call__;
    n_body__(call__.rtf__());
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_constructor_0__ = ::mentat::constructor__<elsewhere_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int n) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(n);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int n(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<n_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 75 "plain_constructors.mpl.h"
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

class hidden_impl__; using hidden = ::mentat::handle__<hidden_impl__>; class hidden_impl__ {
 public:
  hidden_impl__(int n) { tracer t{n}; }
  hidden_impl__(int n, int) { instances_ = n; }
  hidden_impl__(int n, int, int) { *where = n; }
  hidden_impl__(int, int, int, int) : n_(changing) {}
  hidden_impl__(int n, int, int, int, int) { this->instances_ = n; }
  void n_body__(::mentat::rtf_sink__<int>& mentat_rtf__);

 private:
  static inline int instances_ = 0;
  int n_ = 0;
#line 257 "plain_constructors.h"
 public:
  using n_tag__ = ::mentat::method__<hidden_impl__, 0x6d6c7eb8u, int()>;
  int n() {
    ::mentat::local_call__<n_tag__> call__;
    n_body__(call__.rtf__());
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_constructor_0__ = ::mentat::constructor__<hidden_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int n) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(n);
  }
  using mentat_constructor_1__ = ::mentat::constructor__<hidden_impl__, 1, int, int>;
  static ::mentat::construction__<mentat_constructor_1__> mentat_constructor__(int n, int argument_1__) {
    return ::mentat::construction__<mentat_constructor_1__>::of__(n, argument_1__);
  }
  using mentat_constructor_2__ = ::mentat::constructor__<hidden_impl__, 2, int, int, int>;
  static ::mentat::construction__<mentat_constructor_2__> mentat_constructor__(int n, int argument_1__, int argument_2__) {
    return ::mentat::construction__<mentat_constructor_2__>::of__(n, argument_1__, argument_2__);
  }
  using mentat_constructor_3__ = ::mentat::constructor__<hidden_impl__, 3, int, int, int, int>;
  static ::mentat::construction__<mentat_constructor_3__> mentat_constructor__(int argument_0__, int argument_1__, int argument_2__, int argument_3__) {
    return ::mentat::construction__<mentat_constructor_3__>::of__(argument_0__, argument_1__, argument_2__, argument_3__);
  }
  using mentat_constructor_4__ = ::mentat::constructor__<hidden_impl__, 4, int, int, int, int, int>;
  static ::mentat::construction__<mentat_constructor_4__> mentat_constructor__(int n, int argument_1__, int argument_2__, int argument_3__, int argument_4__) {
    return ::mentat::construction__<mentat_constructor_4__>::of__(n, argument_1__, argument_2__, argument_3__, argument_4__);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int n(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<n_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 110 "plain_constructors.mpl.h"
};

class hidden_array_impl__; using hidden_array = ::mentat::handle__<hidden_array_impl__>; class hidden_array_impl__ {
 public:
  hidden_array_impl__(int) {}
  void n_body__(::mentat::rtf_sink__<int>& mentat_rtf__);

 private:
  counted all_[3]{};
#line 304 "plain_constructors.h"
 public:
  using n_tag__ = ::mentat::method__<hidden_array_impl__, 0x255884d6u, int()>;
  int n() {
    ::mentat::local_call__<n_tag__> call__;
    n_body__(call__.rtf__());
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_constructor_0__ = ::mentat::constructor__<hidden_array_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int argument_0__) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(argument_0__);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int n(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<n_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 119 "plain_constructors.mpl.h"
};

class hidden_initialiser_impl__; using hidden_initialiser = ::mentat::handle__<hidden_initialiser_impl__>; class hidden_initialiser_impl__ {
 public:
  hidden_initialiser_impl__(int) {}
  void n_body__(::mentat::rtf_sink__<int>& mentat_rtf__);

 private:
  numbered<int> n_;
#line 335 "plain_constructors.h"
 public:
  using n_tag__ = ::mentat::method__<hidden_initialiser_impl__, 0x9f39ead4u, int()>;
  int n() {
    ::mentat::local_call__<n_tag__> call__;
    n_body__(call__.rtf__());
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_constructor_0__ = ::mentat::constructor__<hidden_initialiser_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int argument_0__) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(argument_0__);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int n(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<n_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 128 "plain_constructors.mpl.h"
};

class plain_template_impl__; using plain_template = ::mentat::handle__<plain_template_impl__>; class plain_template_impl__ {
 public:
  plain_template_impl__(int n) : both_{n, n} {}
  void n_body__(::mentat::rtf_sink__<int>& mentat_rtf__);

 private:
  pair_of<int> both_;
#line 366 "plain_constructors.h"
 public:
  using n_tag__ = ::mentat::method__<plain_template_impl__, 0xc781cfe1u, int()>;
  int n() {
    ::mentat::local_call__<n_tag__> call__;
    n_body__(call__.rtf__());
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_constructor_0__ = ::mentat::constructor__<plain_template_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int n) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(n);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000001, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int n(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<n_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 137 "plain_constructors.mpl.h"
};

class observed_after_plain_impl__; using observed_after_plain = ::mentat::handle__<observed_after_plain_impl__>; class observed_after_plain_impl__ : public plain_members_impl__ {
 public:
  observed_after_plain_impl__(int n) : plain_members_impl__(n) { note(n); }
#line 393 "plain_constructors.h"
 public:
  using mentat_constructor_0__ = ::mentat::constructor__<observed_after_plain_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int n) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(n);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::handle__<plain_members_impl__> {
  };
  static const ::mentat::class_info__& mentat_class__();
#line 142 "plain_constructors.mpl.h"
};
