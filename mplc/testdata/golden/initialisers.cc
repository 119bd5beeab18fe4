// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "initialisers.mpl.cc"
// A result variable can be initialised in every form; const and what cannot be constructed first live in slots.
#include <mentat/mpl.h>

#include <string>
#include <vector>

class worker_impl__; using worker = ::mentat::handle__<worker_impl__>; class worker_impl__ {
 public:
  void op_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n, int m) { return mentat_rtf__(n + m); }
  void half_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double d) { return mentat_rtf__(d / 2); }
  void text_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__, int n) { return mentat_rtf__(std::string(n, 0)); }
  void row_body__(::mentat::rtf_sink__<std::vector<double>>& mentat_rtf__, int n) { return mentat_rtf__(std::vector<double>(n)); }
#line 17 "initialisers.cc"
 public:
  using op_tag__ = ::mentat::method__<worker_impl__, 0x85cc9a13u, int(int, int)>;
  static int op_default_1__() { return 2; }
  int op(int n, int m = op_default_1__()) {
    ::mentat::local_call__<op_tag__> call__;
    op_body__(call__.rtf__(), n, m);
    return call__.take__();
  }
  using half_tag__ = ::mentat::method__<worker_impl__, 0xc109c5d0u, double(double)>;
  double half(double d) {
    ::mentat::local_call__<half_tag__> call__;
    half_body__(call__.rtf__(), d);
    return call__.take__();
  }
  using text_tag__ = ::mentat::method__<worker_impl__, 0x04363a0bu, std::string(int)>;
  std::string text(int n) {
    ::mentat::local_call__<text_tag__> call__;
    text_body__(call__.rtf__(), n);
    return call__.take__();
  }
  using row_tag__ = ::mentat::method__<worker_impl__, 0x1f5679b0u, std::vector<double>(int)>;
  std::vector<double> row(int n) {
    ::mentat::local_call__<row_tag__> call__;
    row_body__(call__.rtf__(), n);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int op(int n, int m = op_default_1__(), ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<op_tag__>(n, m, place__);
    }
    double half(double d, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<half_tag__>(d, place__);
    }
    std::string text(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<text_tag__>(n, place__);
    }
    std::vector<double> row(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<row_tag__>(n, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 13 "initialisers.mpl.cc"
};

struct key {
  explicit key(int n) : n(n) {}
  int n;
};
class keeper_impl__; using keeper = ::mentat::handle__<keeper_impl__>; class keeper_impl__ {
 public:
  void make_body__(::mentat::rtf_sink__<key>& mentat_rtf__, int n) { return mentat_rtf__(key(n)); }
#line 69 "initialisers.cc"
 public:
  using make_tag__ = ::mentat::method__<keeper_impl__, 0xf3c69930u, key(int)>;
  key make(int n) {
    ::mentat::local_call__<make_tag__> call__;
    make_body__(call__.rtf__(), n);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    key make(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<make_tag__>(n, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 22 "initialisers.mpl.cc"
};

key run(worker A, keeper K) {
  int a; ::mentat::rv_scope__ mentat_scope_a__(a); ::mentat::RV_INSERT__(a) = A.invoke_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__());
  int b; ::mentat::rv_scope__ mentat_scope_b__(b); ::mentat::RV_INSERT__(b) = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(a), ::worker_impl__::op_default_1__());
  int c; ::mentat::rv_scope__ mentat_scope_c__(c); ::mentat::RV_INSERT__(c) = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(b), ::worker_impl__::op_default_1__());
  int d; ::mentat::rv_scope__ mentat_scope_d__(d); ::mentat::RV_INSERT__(d) = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(c), ::worker_impl__::op_default_1__());
  ::std::string e; ::mentat::rv_scope__ mentat_scope_e__(e); ::mentat::RV_INSERT__(e) = A.invoke_fn__<::worker_impl__::text_tag__>(::mentat::PRV_TO_ARG__(d));
  ::mentat::rv_slot__<int> mentat_slot_f__; const auto &f = mentat_slot_f__.value__(); mentat_slot_f__ = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(d), ::worker_impl__::op_default_1__()); ::mentat::rv_slot__<int> mentat_slot_g__; const int& g = mentat_slot_g__.value__(); mentat_slot_g__ = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(f), ::worker_impl__::op_default_1__());
  ::mentat::rv_slot__<::std::string> mentat_slot_h__; std::string const &h = mentat_slot_h__.value__(); mentat_slot_h__ = 
      A.invoke_fn__<::worker_impl__::text_tag__>(::mentat::PRV_TO_ARG__(g));
  ::std::vector<double> i; ::mentat::rv_scope__ mentat_scope_i__(i); ::mentat::RV_INSERT__(i) = A.invoke_fn__<::worker_impl__::row_tag__>(3); ::std::vector<double> j; ::mentat::rv_scope__ mentat_scope_j__(j); ::mentat::RV_INSERT__(j) = A.invoke_fn__<::worker_impl__::row_tag__>(A.invoke_fn__<::worker_impl__::op_tag__>(1, 1));
  int k = 1; int l; ::mentat::rv_scope__ mentat_scope_l__(l); ::mentat::RV_INSERT__(l) = A.invoke_fn__<::worker_impl__::op_tag__>(k, ::worker_impl__::op_default_1__()); int m(2); int n; ::mentat::rv_scope__ mentat_scope_n__(n); ::mentat::RV_INSERT__(n) = A.invoke_fn__<::worker_impl__::op_tag__>(m, ::worker_impl__::op_default_1__()); int o;
  long p; ::mentat::rv_scope__ mentat_scope_p__(p); ::mentat::RV_INSERT__(p) = A.invoke_fn__<::worker_impl__::op_tag__>(o = 3, ::worker_impl__::op_default_1__());
  static int q = A.call_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__());
  const std::string& r = A.call_fn__<::worker_impl__::text_tag__>(1);
  std::string s(A.call_fn__<::worker_impl__::op_tag__>(3, ::worker_impl__::op_default_1__()), 'x');
  ::mentat::rv_slot__<::key> mentat_slot_t__; key &t = mentat_slot_t__.value__(); mentat_slot_t__ = K.invoke_fn__<::keeper_impl__::make_tag__>(1);
  ::mentat::RV_INSERT__(::mentat::RESOLVE__(t)) = K.invoke_fn__<::keeper_impl__::make_tag__>(2);
  ::mentat::RESOLVE__(t) = key(3);
  if (int u = A.call_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__())) ::mentat::RESOLVE__(l) += u;
  return static_cast<::key&&>(t);
}
#line 107 "initialisers.cc"
#ifndef MENTAT_SERIALIZE_5239fa6401dd17ea
#define MENTAT_SERIALIZE_5239fa6401dd17ea
template <class Archive__>
void serialize__(Archive__& archive__, ::key& value__) {
  archive__(value__.n);
}
#endif
template <> struct mentat::server__<::worker_impl__> {
  static void dispatch__(::worker_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::worker_impl__::op_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::op_tag__> call__(unit__);
        return self__.op_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::worker_impl__::half_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::half_tag__> call__(unit__);
        return self__.half_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::worker_impl__::text_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::text_tag__> call__(unit__);
        return self__.text_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::worker_impl__::row_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::row_tag__> call__(unit__);
        return self__.row_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "worker", ::mentat::kind__::regular__, 0xd7d3bb4f814ee5d4ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::worker_impl__::op_tag__>("op", "initialisers.mpl.cc:9"),
      ::mentat::describe__<::worker_impl__::half_tag__>("half", "initialisers.mpl.cc:10"),
      ::mentat::describe__<::worker_impl__::text_tag__>("text", "initialisers.mpl.cc:11"),
      ::mentat::describe__<::worker_impl__::row_tag__>("row", "initialisers.mpl.cc:12"),
  };
};
auto ::worker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::worker_impl__>();
}
MENTAT_REGISTER_CLASS(::worker_impl__)
template <> struct mentat::server__<::keeper_impl__> {
  static void dispatch__(::keeper_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::keeper_impl__::make_tag__::number__: {
        ::mentat::accepted_call__<::keeper_impl__::make_tag__> call__(unit__);
        return self__.make_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "keeper", ::mentat::kind__::regular__, 0xed1df1db315c320full, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::keeper_impl__::make_tag__>("make", "initialisers.mpl.cc:21"),
  };
};
auto ::keeper_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::keeper_impl__>();
}
MENTAT_REGISTER_CLASS(::keeper_impl__)
