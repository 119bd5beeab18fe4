// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "returns.mpl.cc"
// What leaves a function: results of member functions, result variables, and what is moved.
#include <mentat/mpl.h>

#include <string>
#include <vector>

class worker_impl__; using worker = ::mentat::handle__<worker_impl__>; class worker_impl__ {
 public:
  void op_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n, int m) { return mentat_rtf__(n + m); }
  void half_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double d) { return mentat_rtf__(d / 2); }
  void text_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__, int n) { return mentat_rtf__(std::string(n, 0)); }
  void row_body__(::mentat::rtf_sink__<std::vector<double>>& mentat_rtf__, int n) { return mentat_rtf__(std::vector<double>(n)); }
#line 17 "returns.cc"
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
#line 13 "returns.mpl.cc"
};

class source_impl__; using source = ::mentat::handle__<source_impl__>; class source_impl__ {
 public:
  void plain_body__(::mentat::rtf_sink__<std::vector<double>>& mentat_rtf__, worker A, int n) {
    std::vector<double> v(n);
    if (n == 0) return mentat_rtf__({});
    if (n == 1) return mentat_rtf__({1, 2});
    if (n == 2)
      return mentat_rtf__(A.invoke_fn__<::worker_impl__::row_tag__>(n));
    else if (n == 3) return mentat_rtf__(static_cast<decltype(v)&&>(v));
    ::std::vector<double> w; ::mentat::rv_scope__ mentat_scope_w__(w); ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::row_tag__>(n);
    if (n == 4) return mentat_rtf__(::mentat::PRV_TO_ARG__(w));
    if (n == 5) return mentat_rtf__(n > 5
        ? ::mentat::RESOLVE__(w) : v);
    mentat_rtf__(static_cast<decltype(v)&&>(v));
  }
  void numbers_body__(::mentat::rtf_sink__<int>& mentat_rtf__, worker A, int n) {
    int x; ::mentat::rv_scope__ mentat_scope_x__(x); ::mentat::RV_INSERT__(x) = A.invoke_fn__<::worker_impl__::op_tag__>(n, ::worker_impl__::op_default_1__());
    auto inner = [&] { { ::mentat::RESOLVE__(x); return x; } };
    if (n == 1) mentat_rtf__(::mentat::PRV_TO_ARG__(x));
    else if (n == 2) mentat_rtf__(::mentat::RESOLVE__(x) + 1);
    else if (n == 3) mentat_rtf__(A.invoke_fn__<::worker_impl__::op_tag__>(A.invoke_fn__<::worker_impl__::op_tag__>(n, ::worker_impl__::op_default_1__()), ::worker_impl__::op_default_1__()));
    else return mentat_rtf__(A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(x), ::worker_impl__::op_default_1__()));
  }
  void converted_body__(::mentat::rtf_sink__<double>& mentat_rtf__, worker A, int n) {
    if (n == 0) return mentat_rtf__(A.invoke_fn__<::worker_impl__::op_tag__>(n, ::worker_impl__::op_default_1__()));
    int x; ::mentat::rv_scope__ mentat_scope_x__(x); ::mentat::RV_INSERT__(x) = A.invoke_fn__<::worker_impl__::op_tag__>(n, ::worker_impl__::op_default_1__());
    mentat_rtf__(::mentat::PRV_TO_ARG__(x));
  }
  void nothing_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, worker A, int n) {
    if (n == 0) return;
    A.invoke_fn__<::worker_impl__::op_tag__>(n, ::worker_impl__::op_default_1__());
    mentat_rtf__();
  }
#line 95 "returns.cc"
 public:
  using plain_tag__ = ::mentat::method__<source_impl__, 0xaa9f7071u, std::vector<double>(worker, int)>;
  std::vector<double> plain(worker A, int n) {
    ::mentat::local_call__<plain_tag__> call__;
    plain_body__(call__.rtf__(), static_cast<decltype(A)&&>(A), n);
    return call__.take__();
  }
  using numbers_tag__ = ::mentat::method__<source_impl__, 0x1ef4cfd7u, int(worker, int)>;
  int numbers(worker A, int n) {
    ::mentat::local_call__<numbers_tag__> call__;
    numbers_body__(call__.rtf__(), static_cast<decltype(A)&&>(A), n);
    return call__.take__();
  }
  using converted_tag__ = ::mentat::method__<source_impl__, 0x1579c307u, double(worker, int)>;
  double converted(worker A, int n) {
    ::mentat::local_call__<converted_tag__> call__;
    converted_body__(call__.rtf__(), static_cast<decltype(A)&&>(A), n);
    return call__.take__();
  }
  using nothing_tag__ = ::mentat::method__<source_impl__, 0x1830a5a8u, void(worker, int)>;
  void nothing(worker A, int n) {
    ::mentat::local_call__<nothing_tag__> call__;
    nothing_body__(call__.rtf__(), static_cast<decltype(A)&&>(A), n);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    std::vector<double> plain(worker A, int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<plain_tag__>(static_cast<decltype(A)&&>(A), n, place__);
    }
    int numbers(worker A, int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<numbers_tag__>(static_cast<decltype(A)&&>(A), n, place__);
    }
    double converted(worker A, int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<converted_tag__>(static_cast<decltype(A)&&>(A), n, place__);
    }
    void nothing(worker A, int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<nothing_tag__>(static_cast<decltype(A)&&>(A), n, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 48 "returns.mpl.cc"
};

std::string free_function(worker A, int n) {
  std::string s; ::mentat::rv_scope__ mentat_scope_s__(s); ::mentat::RV_INSERT__(s) = A.invoke_fn__<::worker_impl__::text_tag__>(n);
  ::mentat::rv_slot__<::std::string> mentat_slot_t__; const std::string &t = mentat_slot_t__.value__(); mentat_slot_t__ = A.invoke_fn__<::worker_impl__::text_tag__>(n);
  if (n == 1) { ::mentat::RESOLVE__(s); throw s; }
  if (n == 2) { ::mentat::RESOLVE__(t); return t; }
  if (n == 3) return ::mentat::RESOLVE__(s) + ::mentat::RESOLVE__(t);
  { ::mentat::RESOLVE__(s); return s; }
}
#line 147 "returns.cc"
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
      ::mentat::describe__<::worker_impl__::op_tag__>("op", "returns.mpl.cc:9"),
      ::mentat::describe__<::worker_impl__::half_tag__>("half", "returns.mpl.cc:10"),
      ::mentat::describe__<::worker_impl__::text_tag__>("text", "returns.mpl.cc:11"),
      ::mentat::describe__<::worker_impl__::row_tag__>("row", "returns.mpl.cc:12"),
  };
};
auto ::worker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::worker_impl__>();
}
MENTAT_REGISTER_CLASS(::worker_impl__)
template <> struct mentat::server__<::source_impl__> {
  static void dispatch__(::source_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::source_impl__::plain_tag__::number__: {
        ::mentat::accepted_call__<::source_impl__::plain_tag__> call__(unit__);
        return self__.plain_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::source_impl__::numbers_tag__::number__: {
        ::mentat::accepted_call__<::source_impl__::numbers_tag__> call__(unit__);
        return self__.numbers_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::source_impl__::converted_tag__::number__: {
        ::mentat::accepted_call__<::source_impl__::converted_tag__> call__(unit__);
        return self__.converted_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::source_impl__::nothing_tag__::number__: {
        ::mentat::accepted_call__<::source_impl__::nothing_tag__> call__(unit__);
        return self__.nothing_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "source", ::mentat::kind__::regular__, 0xecfa96c4158a034full, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::source_impl__::plain_tag__>("plain", "returns.mpl.cc:17"),
      ::mentat::describe__<::source_impl__::numbers_tag__>("numbers", "returns.mpl.cc:30"),
      ::mentat::describe__<::source_impl__::converted_tag__>("converted", "returns.mpl.cc:38"),
      ::mentat::describe__<::source_impl__::nothing_tag__>("nothing", "returns.mpl.cc:43"),
  };
};
auto ::source_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::source_impl__>();
}
MENTAT_REGISTER_CLASS(::source_impl__)
