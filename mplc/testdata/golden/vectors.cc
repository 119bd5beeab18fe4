// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "vectors.mpl.cc"
// Elements of a local vector and the vector itself.
#include <mentat/mpl.h>

#include <algorithm>
#include <string>
#include <vector>

class worker_impl__; using worker = ::mentat::handle__<worker_impl__>; class worker_impl__ {
 public:
  void op_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n, int m) { return mentat_rtf__(n + m); }
  void half_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double d) { return mentat_rtf__(d / 2); }
  void text_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__, int n) { return mentat_rtf__(std::string(n, 0)); }
  void row_body__(::mentat::rtf_sink__<std::vector<double>>& mentat_rtf__, int n) { return mentat_rtf__(std::vector<double>(n)); }
#line 18 "vectors.cc"
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
#line 14 "vectors.mpl.cc"
};

double run(worker A, unsigned n) {
  std::vector<double> v(n); ::std::vector<double> u; ::mentat::rv_scope__ mentat_scope_u__(u); ::mentat::RV_INSERT__(u) = A.invoke_fn__<::worker_impl__::row_tag__>(n); ::mentat::rv_scope_all__ mentat_elements_u__(u); ::mentat::rv_scope__ mentat_scope_v__(v); ::mentat::rv_scope_all__ mentat_elements_v__(v);
  double sum = 0;
  for (unsigned i = 0; i < v.size(); ++i) ::mentat::RV_INSERT__(v[i]) = A.invoke_fn__<::worker_impl__::half_tag__>(i);
  ::mentat::RESOLVE_ALL__(v); for (unsigned i = 0; i < v.size(); ++i) sum += v[i];
  ::mentat::RV_INSERT__(v[1]) = A.invoke_fn__<::worker_impl__::half_tag__>(1);
  ::mentat::RESOLVE_ALL__(v).push_back(::mentat::RESOLVE__(u)[0]);
  for (unsigned i = 0; i < v.size(); ++i) sum += v[i];
  ::mentat::RV_INSERT__(u) = A.invoke_fn__<::worker_impl__::row_tag__>(3);
  ::mentat::RV_INSERT__(::mentat::RESOLVE__(u)[1]) = A.invoke_fn__<::worker_impl__::half_tag__>(::mentat::RESOLVE__(u)[0]);
  u.size();
  ::mentat::RV_INSERT__(v) = A.invoke_fn__<::worker_impl__::row_tag__>(5);
  ::mentat::RV_INSERT__(::mentat::RESOLVE__(v)[2]) = A.invoke_fn__<::worker_impl__::half_tag__>(::mentat::RESOLVE__(v)[1]);
  for (double d : ::mentat::RESOLVE_ALL__(v)) sum += d;
  for (unsigned i = 0; i < n; ++i) {
    ::mentat::RV_INSERT__(v[i]) = A.invoke_fn__<::worker_impl__::half_tag__>(::mentat::PRV_TO_ARG__(v[n - i]));
    sum += ::mentat::RESOLVE__(v[0]);
  }
  std::sort(::mentat::RESOLVE_ALL__(v).begin(), ::mentat::RESOLVE_ALL__(v).end());
  v[0] = 1;
  ::mentat::RV_INSERT__(v[1]) = A.invoke_fn__<::worker_impl__::half_tag__>(v[0]);
  ::mentat::RV_DELETE__(v[1]) = 2;
  A.invoke_fn__<::worker_impl__::row_tag__>(v.size());
  ::mentat::RESOLVE_ALL__(v).clear();
  return sum;
}

std::vector<double> all(worker A) {
  std::vector<double> v(3); ::mentat::rv_scope_all__ mentat_elements_v__(v);
  ::mentat::RV_INSERT__(v[0]) = A.invoke_fn__<::worker_impl__::half_tag__>(3);
  { ::mentat::RESOLVE_ALL__(v); return v; }
}

std::vector<double> whole(worker A) {
  std::vector<double> v; ::mentat::rv_scope__ mentat_scope_v__(v);
  ::mentat::RV_INSERT__(v) = A.invoke_fn__<::worker_impl__::row_tag__>(3);
  { ::mentat::RESOLVE__(v); return v; }
}
#line 101 "vectors.cc"
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
      ::mentat::describe__<::worker_impl__::op_tag__>("op", "vectors.mpl.cc:10"),
      ::mentat::describe__<::worker_impl__::half_tag__>("half", "vectors.mpl.cc:11"),
      ::mentat::describe__<::worker_impl__::text_tag__>("text", "vectors.mpl.cc:12"),
      ::mentat::describe__<::worker_impl__::row_tag__>("row", "vectors.mpl.cc:13"),
  };
};
auto ::worker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::worker_impl__>();
}
MENTAT_REGISTER_CLASS(::worker_impl__)
