// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "actual_values.mpl.cc"
// RESOLVE is left out where the variable is known to be actual.
#include <mentat/mpl.h>

#include <string>
#include <vector>

class worker_impl__; using worker = ::mentat::handle__<worker_impl__>; class worker_impl__ {
 public:
  void op_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n, int m) { return mentat_rtf__(n + m); }
  void half_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double d) { return mentat_rtf__(d / 2); }
  void text_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__, int n) { return mentat_rtf__(std::string(n, 0)); }
  void row_body__(::mentat::rtf_sink__<std::vector<double>>& mentat_rtf__, int n) { return mentat_rtf__(std::vector<double>(n)); }
#line 17 "actual_values.cc"
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
#line 13 "actual_values.mpl.cc"
};

int run(worker A, int n) {
  int w = 0; ::mentat::rv_scope__ mentat_scope_w__(w);
  n += w;
  ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::op_tag__>(n, ::worker_impl__::op_default_1__());
  if (n > 1) n += ::mentat::RESOLVE__(w);
  n += ::mentat::RESOLVE__(w);
  n += w;
  ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::op_tag__>(w, ::worker_impl__::op_default_1__());
  ::mentat::RV_DELETE__(w) = 3;
  n += w;
  while (::mentat::RESOLVE__(w) < 10) ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::op_tag__>(w, ::worker_impl__::op_default_1__());
  n += w;
  for (int i = 0; i < n; ++i) {
    int x; ::mentat::rv_scope__ mentat_scope_x__(x); ::mentat::RV_INSERT__(x) = A.invoke_fn__<::worker_impl__::op_tag__>(i, ::worker_impl__::op_default_1__());
    if (i == 3) continue;
    n += ::mentat::RESOLVE__(x);
    n -= x;
  }
  ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::op_tag__>(n, ::worker_impl__::op_default_1__());
  n = n > 2 ? ::mentat::RESOLVE__(w) : ::mentat::RESOLVE__(w) + 1;
  n += ::mentat::RESOLVE__(w);
  try {
    ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::op_tag__>(w, ::worker_impl__::op_default_1__());
    n += ::mentat::RESOLVE__(w);
  } catch (...) {
    n -= ::mentat::RESOLVE__(w);
  }
  n += w;
  ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__());
  n = A.call_fn__<::worker_impl__::op_tag__>(::mentat::RESOLVE__(w), ::mentat::RESOLVE__(w) + 1) + ::mentat::RESOLVE__(w);
  int y; ::mentat::rv_scope__ mentat_scope_y__(y); ::mentat::RV_INSERT__(y) = A.invoke_fn__<::worker_impl__::op_tag__>(w, ::worker_impl__::op_default_1__());
  ::mentat::RESOLVE__(y) += A.call_fn__<::worker_impl__::op_tag__>(::mentat::RESOLVE__(y), ::worker_impl__::op_default_1__());
  A.invoke_fn__<::worker_impl__::op_tag__>(y, ::worker_impl__::op_default_1__());
  return w > 1 && n > 2 ? w : n;
}
#line 97 "actual_values.cc"
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
      ::mentat::describe__<::worker_impl__::op_tag__>("op", "actual_values.mpl.cc:9"),
      ::mentat::describe__<::worker_impl__::half_tag__>("half", "actual_values.mpl.cc:10"),
      ::mentat::describe__<::worker_impl__::text_tag__>("text", "actual_values.mpl.cc:11"),
      ::mentat::describe__<::worker_impl__::row_tag__>("row", "actual_values.mpl.cc:12"),
  };
};
auto ::worker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::worker_impl__>();
}
MENTAT_REGISTER_CLASS(::worker_impl__)
