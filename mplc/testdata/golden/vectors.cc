#include <mentat/server.h>
#line 1 "vectors.mpl.cc"
// Elements of a local vector and the vector itself.
#include <mentat/mpl.h>

#include <algorithm>
#include <string>
#include <vector>

class worker_impl; using worker = ::mentat::handle<worker_impl>; class worker_impl {
 public:
  void op_body(::mentat::rtf_sink<int>& mentat_rtf, int n, int m) { return mentat_rtf(n + m); }
  void half_body(::mentat::rtf_sink<double>& mentat_rtf, double d) { return mentat_rtf(d / 2); }
  void text_body(::mentat::rtf_sink<std::string>& mentat_rtf, int n) { return mentat_rtf(std::string(n, 0)); }
  void row_body(::mentat::rtf_sink<std::vector<double>>& mentat_rtf, int n) { return mentat_rtf(std::vector<double>(n)); }
#line 17 "vectors.cc"
 public:
  using op_tag = ::mentat::method<worker_impl, 0x85cc9a13u, int(int, int)>;
  static int op_default_1() { return 2; }
  int op(int n, int m = op_default_1()) {
    ::mentat::local_call<op_tag> call;
    op_body(call.rtf(), n, m);
    return call.take();
  }
  using half_tag = ::mentat::method<worker_impl, 0xc109c5d0u, double(double)>;
  double half(double d) {
    ::mentat::local_call<half_tag> call;
    half_body(call.rtf(), d);
    return call.take();
  }
  using text_tag = ::mentat::method<worker_impl, 0x04363a0bu, std::string(int)>;
  std::string text(int n) {
    ::mentat::local_call<text_tag> call;
    text_body(call.rtf(), n);
    return call.take();
  }
  using row_tag = ::mentat::method<worker_impl, 0x1f5679b0u, std::vector<double>(int)>;
  std::vector<double> row(int n) {
    ::mentat::local_call<row_tag> call;
    row_body(call.rtf(), n);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int op(int n, int m = op_default_1()) const { return call_fn<op_tag>(n, m); }
    double half(double d) const { return call_fn<half_tag>(d); }
    std::string text(int n) const { return call_fn<text_tag>(n); }
    std::vector<double> row(int n) const { return call_fn<row_tag>(n); }
  };
  static const ::mentat::class_info& mentat_class();
#line 14 "vectors.mpl.cc"
};

double run(worker A, unsigned n) {
  std::vector<double> v(n); ::std::vector<double> u; ::mentat::rv_scope mentat_scope_u(u); ::mentat::RV_INSERT(u) = A.invoke_fn<::worker_impl::row_tag>(n); ::mentat::rv_scope_all mentat_elements_u(u); ::mentat::rv_scope mentat_scope_v(v); ::mentat::rv_scope_all mentat_elements_v(v);
  double sum = 0;
  for (unsigned i = 0; i < v.size(); ++i) ::mentat::RV_INSERT(v[i]) = A.invoke_fn<::worker_impl::half_tag>(i);
  ::mentat::RESOLVE_ALL(v); for (unsigned i = 0; i < v.size(); ++i) sum += v[i];
  ::mentat::RV_INSERT(v[1]) = A.invoke_fn<::worker_impl::half_tag>(1);
  ::mentat::RESOLVE_ALL(v).push_back(::mentat::RESOLVE(u)[0]);
  for (unsigned i = 0; i < v.size(); ++i) sum += v[i];
  ::mentat::RV_INSERT(u) = A.invoke_fn<::worker_impl::row_tag>(3);
  ::mentat::RV_INSERT(::mentat::RESOLVE(u)[1]) = A.invoke_fn<::worker_impl::half_tag>(::mentat::RESOLVE(u)[0]);
  u.size();
  ::mentat::RV_INSERT(v) = A.invoke_fn<::worker_impl::row_tag>(5);
  ::mentat::RV_INSERT(::mentat::RESOLVE(v)[2]) = A.invoke_fn<::worker_impl::half_tag>(::mentat::RESOLVE(v)[1]);
  for (double d : ::mentat::RESOLVE_ALL(v)) sum += d;
  for (unsigned i = 0; i < n; ++i) {
    ::mentat::RV_INSERT(v[i]) = A.invoke_fn<::worker_impl::half_tag>(::mentat::PRV_TO_ARG(v[n - i]));
    sum += ::mentat::RESOLVE(v[0]);
  }
  std::sort(::mentat::RESOLVE_ALL(v).begin(), ::mentat::RESOLVE_ALL(v).end());
  v[0] = 1;
  ::mentat::RV_INSERT(v[1]) = A.invoke_fn<::worker_impl::half_tag>(v[0]);
  ::mentat::RV_DELETE(v[1]) = 2;
  A.invoke_fn<::worker_impl::row_tag>(v.size());
  ::mentat::RESOLVE_ALL(v).clear();
  return sum;
}

std::vector<double> all(worker A) {
  std::vector<double> v(3); ::mentat::rv_scope_all mentat_elements_v(v);
  ::mentat::RV_INSERT(v[0]) = A.invoke_fn<::worker_impl::half_tag>(3);
  { ::mentat::RESOLVE_ALL(v); return v; }
}

std::vector<double> whole(worker A) {
  std::vector<double> v; ::mentat::rv_scope mentat_scope_v(v);
  ::mentat::RV_INSERT(v) = A.invoke_fn<::worker_impl::row_tag>(3);
  { ::mentat::RESOLVE(v); return v; }
}
#line 92 "vectors.cc"
template <> struct mentat::server<::worker_impl> {
  static void dispatch(::worker_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::worker_impl::op_tag::number: {
        ::mentat::accepted_call<::worker_impl::op_tag> call(unit);
        return self.op_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::worker_impl::half_tag::number: {
        ::mentat::accepted_call<::worker_impl::half_tag> call(unit);
        return self.half_body(call.rtf(), call.argument<0>());
      }
      case ::worker_impl::text_tag::number: {
        ::mentat::accepted_call<::worker_impl::text_tag> call(unit);
        return self.text_body(call.rtf(), call.argument<0>());
      }
      case ::worker_impl::row_tag::number: {
        ::mentat::accepted_call<::worker_impl::row_tag> call(unit);
        return self.row_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "worker", ::mentat::kind::regular, 0xd7d3bb4f814ee5d4ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::worker_impl::op_tag>("op", "vectors.mpl.cc:10"),
      ::mentat::describe<::worker_impl::half_tag>("half", "vectors.mpl.cc:11"),
      ::mentat::describe<::worker_impl::text_tag>("text", "vectors.mpl.cc:12"),
      ::mentat::describe<::worker_impl::row_tag>("row", "vectors.mpl.cc:13"),
  };
};
auto ::worker_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::worker_impl>();
}
MENTAT_REGISTER_CLASS(::worker_impl)
