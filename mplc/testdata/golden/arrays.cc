#include <mentat/server.h>
#line 1 "arrays.mpl.cc"
// Elements of arrays and std::array; loops without calls resolve once, in front.
#include <mentat/mpl.h>

#include <array>
#include <string>
#include <vector>

class worker_impl; using worker = ::mentat::handle<worker_impl>; class worker_impl {
 public:
  void op_body(::mentat::rtf_sink<int>& mentat_rtf, int n, int m) { return mentat_rtf(n + m); }
  void half_body(::mentat::rtf_sink<double>& mentat_rtf, double d) { return mentat_rtf(d / 2); }
  void text_body(::mentat::rtf_sink<std::string>& mentat_rtf, int n) { return mentat_rtf(std::string(n, 0)); }
  void row_body(::mentat::rtf_sink<std::vector<double>>& mentat_rtf, int n) { return mentat_rtf(std::vector<double>(n)); }
#line 17 "arrays.cc"
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
#line 14 "arrays.mpl.cc"
};

double run(worker A, int n) {
  double x[8], m[4][4] = {}, sum = 0; ::mentat::rv_scope mentat_scope_x(x); ::mentat::rv_scope mentat_scope_m(m);
  std::array<double, 8> y{}; ::mentat::rv_scope mentat_scope_y(y);
  for (int i = 0; i < 8; ++i) ::mentat::RV_INSERT(x[i]) = A.invoke_fn<::worker_impl::half_tag>(i);
  for (int i = 0; i < 8; ++i) ::mentat::RV_INSERT(y[i]) = A.invoke_fn<::worker_impl::half_tag>(::mentat::PRV_TO_ARG(x[i]));
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) ::mentat::RV_INSERT(m[i][j]) = A.invoke_fn<::worker_impl::half_tag>(::mentat::PRV_TO_ARG(m[j][i]));
  ::mentat::RESOLVE(x); ::mentat::RESOLVE(y); for (int i = 0; i < 8; ++i) sum += x[i] * y[i];
  ::mentat::RESOLVE(m); for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) sum += m[i][j];
  if (n > 1)
    for (double e : ::mentat::RESOLVE(y)) sum += e;
  ::mentat::RV_DELETE(x[n]) = 3;
  ::mentat::RESOLVE(y[n]) += ::mentat::RESOLVE(x[n]) + y.size();
  std::array<double, 8> z = ::mentat::RESOLVE(y);
  switch (n) {
    case 1:
      { ::mentat::RESOLVE(x[0]); for (int i = 0; i < 8; ++i) sum += z[i] + x[0]; }
  }
  while (sum > 0) sum -= ::mentat::RESOLVE(x[n]);
  return sum;
}
#line 76 "arrays.cc"
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
      ::mentat::describe<::worker_impl::op_tag>("op", "arrays.mpl.cc:10"),
      ::mentat::describe<::worker_impl::half_tag>("half", "arrays.mpl.cc:11"),
      ::mentat::describe<::worker_impl::text_tag>("text", "arrays.mpl.cc:12"),
      ::mentat::describe<::worker_impl::row_tag>("row", "arrays.mpl.cc:13"),
  };
};
auto ::worker_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::worker_impl>();
}
MENTAT_REGISTER_CLASS(::worker_impl)
