#include <mentat/server.h>
#line 1 "actual_values.mpl.cc"
// RESOLVE is left out where the variable is known to be actual.
#include <mentat/mpl.h>

#include <string>
#include <vector>

class worker_impl; using worker = ::mentat::handle<worker_impl>; class worker_impl {
 public:
  void op_body(::mentat::rtf_sink<int>& mentat_rtf, int n, int m) { return mentat_rtf(n + m); }
  void half_body(::mentat::rtf_sink<double>& mentat_rtf, double d) { return mentat_rtf(d / 2); }
  void text_body(::mentat::rtf_sink<std::string>& mentat_rtf, int n) { return mentat_rtf(std::string(n, 0)); }
  void row_body(::mentat::rtf_sink<std::vector<double>>& mentat_rtf, int n) { return mentat_rtf(std::vector<double>(n)); }
#line 16 "actual_values.cc"
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
#line 13 "actual_values.mpl.cc"
};

int run(worker A, int n) {
  int w = 0; ::mentat::rv_scope mentat_scope_w(w);
  n += w;
  ::mentat::RV_INSERT(w) = A.invoke_fn<::worker_impl::op_tag>(n, ::worker_impl::op_default_1());
  if (n > 1) n += ::mentat::RESOLVE(w);
  n += ::mentat::RESOLVE(w);
  n += w;
  ::mentat::RV_INSERT(w) = A.invoke_fn<::worker_impl::op_tag>(w, ::worker_impl::op_default_1());
  ::mentat::RV_DELETE(w) = 3;
  n += w;
  while (::mentat::RESOLVE(w) < 10) ::mentat::RV_INSERT(w) = A.invoke_fn<::worker_impl::op_tag>(w, ::worker_impl::op_default_1());
  n += w;
  for (int i = 0; i < n; ++i) {
    int x; ::mentat::rv_scope mentat_scope_x(x); ::mentat::RV_INSERT(x) = A.invoke_fn<::worker_impl::op_tag>(i, ::worker_impl::op_default_1());
    if (i == 3) continue;
    n += ::mentat::RESOLVE(x);
    n -= x;
  }
  ::mentat::RV_INSERT(w) = A.invoke_fn<::worker_impl::op_tag>(n, ::worker_impl::op_default_1());
  n = n > 2 ? ::mentat::RESOLVE(w) : ::mentat::RESOLVE(w) + 1;
  n += ::mentat::RESOLVE(w);
  try {
    ::mentat::RV_INSERT(w) = A.invoke_fn<::worker_impl::op_tag>(w, ::worker_impl::op_default_1());
    n += ::mentat::RESOLVE(w);
  } catch (...) {
    n -= ::mentat::RESOLVE(w);
  }
  n += w;
  ::mentat::RV_INSERT(w) = A.invoke_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1());
  n = A.call_fn<::worker_impl::op_tag>(::mentat::RESOLVE(w), ::mentat::RESOLVE(w) + 1) + ::mentat::RESOLVE(w);
  int y; ::mentat::rv_scope mentat_scope_y(y); ::mentat::RV_INSERT(y) = A.invoke_fn<::worker_impl::op_tag>(w, ::worker_impl::op_default_1());
  ::mentat::RESOLVE(y) += A.call_fn<::worker_impl::op_tag>(::mentat::RESOLVE(y), ::worker_impl::op_default_1());
  A.invoke_fn<::worker_impl::op_tag>(y, ::worker_impl::op_default_1());
  return w > 1 && n > 2 ? w : n;
}
#line 88 "actual_values.cc"
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
      ::mentat::describe<::worker_impl::op_tag>("op", "actual_values.mpl.cc:9"),
      ::mentat::describe<::worker_impl::half_tag>("half", "actual_values.mpl.cc:10"),
      ::mentat::describe<::worker_impl::text_tag>("text", "actual_values.mpl.cc:11"),
      ::mentat::describe<::worker_impl::row_tag>("row", "actual_values.mpl.cc:12"),
  };
};
auto ::worker_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::worker_impl>();
}
MENTAT_REGISTER_CLASS(::worker_impl)
