#include <mentat/server.h>
#line 1 "macro_arguments.mpl.cc"
// Arguments of macros are edited where they are written, unless the macro shows their text.
#include <mentat/mpl.h>

#include <cassert>
#include <string>
#include <vector>

class worker_impl; using worker = ::mentat::handle<worker_impl>; class worker_impl {
 public:
  void op_body(::mentat::rtf_sink<int>& mentat_rtf, int n, int m) { return mentat_rtf(n + m); }
  void half_body(::mentat::rtf_sink<double>& mentat_rtf, double d) { return mentat_rtf(d / 2); }
  void text_body(::mentat::rtf_sink<std::string>& mentat_rtf, int n) { return mentat_rtf(std::string(n, 0)); }
  void row_body(::mentat::rtf_sink<std::vector<double>>& mentat_rtf, int n) { return mentat_rtf(std::vector<double>(n)); }
#line 17 "macro_arguments.cc"
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
#line 14 "macro_arguments.mpl.cc"
};

#define SQUARE(x) ((x) * (x))
#define SHOW(x) show(#x, x)
#define SWAP(a, b) \
  {                \
    decltype(a) t = a; \
    a = b;         \
    b = t;         \
  }
#define BODY w = A.op(3)
void show(const char*, int);

int run(worker A) {
  int w = A.call_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1()); int x[3]; int y; ::mentat::rv_scope mentat_scope_y(y); ::mentat::RV_INSERT(y) = A.invoke_fn<::worker_impl::op_tag>(5, ::worker_impl::op_default_1()); int z; ::mentat::rv_scope mentat_scope_z(z); ::mentat::RV_INSERT(z) = A.invoke_fn<::worker_impl::op_tag>(6, ::worker_impl::op_default_1()); ::mentat::rv_scope mentat_scope_x(x);
  ::mentat::RV_INSERT(x[1]) = A.invoke_fn<::worker_impl::op_tag>(2, ::worker_impl::op_default_1());
  int sum = SQUARE(w) + SQUARE(::mentat::RESOLVE(x[1]));
  w = A.call_fn<::worker_impl::op_tag>(w, ::worker_impl::op_default_1());
  if (sum > 1) { ::mentat::RESOLVE(y); SHOW(y); }
  else SHOW(A.op(w));
  ::mentat::RESOLVE(x); SHOW(x[1] + w);
  ::mentat::RESOLVE(x); assert(x[1] > 0 && sum > 0);
  ::mentat::RESOLVE(y); SWAP(y, ::mentat::RESOLVE(z));
  int v = SQUARE(A.call_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1()));
  BODY;
  return ::mentat::RESOLVE(y) + z + v;
}
#line 79 "macro_arguments.cc"
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
      ::mentat::describe<::worker_impl::op_tag>("op", "macro_arguments.mpl.cc:10"),
      ::mentat::describe<::worker_impl::half_tag>("half", "macro_arguments.mpl.cc:11"),
      ::mentat::describe<::worker_impl::text_tag>("text", "macro_arguments.mpl.cc:12"),
      ::mentat::describe<::worker_impl::row_tag>("row", "macro_arguments.mpl.cc:13"),
  };
};
auto ::worker_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::worker_impl>();
}
MENTAT_REGISTER_CLASS(::worker_impl)
