// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "lambdas.mpl.cc"
// Lambdas: by copy, by reference, with variables of their own, and kept.
#include <mentat/mpl.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

class worker_impl__; using worker = ::mentat::handle__<worker_impl__>; class worker_impl__ {
 public:
  void op_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n, int m) { return mentat_rtf__(n + m); }
  void half_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double d) { return mentat_rtf__(d / 2); }
  void text_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__, int n) { return mentat_rtf__(std::string(n, 0)); }
  void row_body__(::mentat::rtf_sink__<std::vector<double>>& mentat_rtf__, int n) { return mentat_rtf__(std::vector<double>(n)); }
#line 19 "lambdas.cc"
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
#line 15 "lambdas.mpl.cc"
};

int run(worker A) {
  int w; ::mentat::rv_scope__ mentat_scope_w__(w); ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__()); int sum = 0; ::mentat::rv_scope__ mentat_scope_sum__(sum);
  auto copy = (static_cast<void>(::mentat::RESOLVE__(w)), [w] { return w + 1; });
  ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::op_tag__>(2, ::worker_impl__::op_default_1__());
  auto every = (static_cast<void>(::mentat::RESOLVE__(w)), static_cast<void>(::mentat::RESOLVE__(sum)), [=] { return w + sum; });
  ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::op_tag__>(3, ::worker_impl__::op_default_1__());
  auto look = [&] { { ::mentat::RESOLVE__(w); return w; } };
  ::mentat::RV_INSERT__(w) = A.invoke_fn__<::worker_impl__::op_tag__>(look(), ::worker_impl__::op_default_1__());
  auto fill = [&](int n) { ::mentat::RV_INSERT__(sum) = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(sum), n); };
  fill(1);
  auto own = [A](int n) mutable {
    int x; ::mentat::rv_scope__ mentat_scope_x__(x); ::mentat::RV_INSERT__(x) = A.invoke_fn__<::worker_impl__::op_tag__>(n, ::worker_impl__::op_default_1__()); int y; ::mentat::rv_scope__ mentat_scope_y__(y);
    ::mentat::RV_INSERT__(y) = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(x), ::worker_impl__::op_default_1__());
    if (n > 1) { ::mentat::RESOLVE__(y); return y; }
    { ::mentat::RESOLVE__(x); return x; }
  };
  int z; ::mentat::rv_scope__ mentat_scope_z__(z); ::mentat::RV_INSERT__(z) = A.invoke_fn__<::worker_impl__::op_tag__>(copy(), every());
  std::vector<int> v(3);
  std::for_each(v.begin(), v.end(), (static_cast<void>(::mentat::RESOLVE__(z)), [&](int& e) { e = ::mentat::RESOLVE__(z); }));
  int k; ::mentat::rv_scope__ mentat_scope_k__(k); ::mentat::RV_INSERT__(k) = A.invoke_fn__<::worker_impl__::op_tag__>(4, ::worker_impl__::op_default_1__());
  std::function<int()> kept = (static_cast<void>(::mentat::RESOLVE__(k)), [&] { { ::mentat::RESOLVE__(k); return k; } });
  int d = A.call_fn__<::worker_impl__::op_tag__>(5, ::worker_impl__::op_default_1__());
  std::function<int()> late = [&d] { return d; };
  d = A.call_fn__<::worker_impl__::op_tag__>(6, ::worker_impl__::op_default_1__());
  return own(::mentat::RESOLVE__(sum)) + kept() + late();
}
#line 90 "lambdas.cc"
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
      ::mentat::describe__<::worker_impl__::op_tag__>("op", "lambdas.mpl.cc:11"),
      ::mentat::describe__<::worker_impl__::half_tag__>("half", "lambdas.mpl.cc:12"),
      ::mentat::describe__<::worker_impl__::text_tag__>("text", "lambdas.mpl.cc:13"),
      ::mentat::describe__<::worker_impl__::row_tag__>("row", "lambdas.mpl.cc:14"),
  };
};
auto ::worker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::worker_impl__>();
}
MENTAT_REGISTER_CLASS(::worker_impl__)
