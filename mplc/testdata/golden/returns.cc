#include <mentat/server.h>
#line 1 "returns.mpl.cc"
// What leaves a function: results of member functions, result variables, and what is moved.
#include <mentat/mpl.h>

#include <string>
#include <vector>

class worker_impl; using worker = ::mentat::handle<worker_impl>; class worker_impl {
 public:
  void op_body(::mentat::rtf_sink<int>& mentat_rtf, int n, int m) { return mentat_rtf(n + m); }
  void half_body(::mentat::rtf_sink<double>& mentat_rtf, double d) { return mentat_rtf(d / 2); }
  void text_body(::mentat::rtf_sink<std::string>& mentat_rtf, int n) { return mentat_rtf(std::string(n, 0)); }
  void row_body(::mentat::rtf_sink<std::vector<double>>& mentat_rtf, int n) { return mentat_rtf(std::vector<double>(n)); }
#line 16 "returns.cc"
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
#line 13 "returns.mpl.cc"
};

class source_impl; using source = ::mentat::handle<source_impl>; class source_impl {
 public:
  void plain_body(::mentat::rtf_sink<std::vector<double>>& mentat_rtf, worker A, int n) {
    std::vector<double> v(n);
    if (n == 0) return mentat_rtf({});
    if (n == 1) return mentat_rtf({1, 2});
    if (n == 2)
      return mentat_rtf(A.invoke_fn<::worker_impl::row_tag>(n));
    else if (n == 3) return mentat_rtf(static_cast<decltype(v)&&>(v));
    ::std::vector<double> w; ::mentat::rv_scope mentat_scope_w(w); ::mentat::RV_INSERT(w) = A.invoke_fn<::worker_impl::row_tag>(n);
    if (n == 4) return mentat_rtf(::mentat::PRV_TO_ARG(w));
    if (n == 5) return mentat_rtf(n > 5
        ? ::mentat::RESOLVE(w) : v);
    mentat_rtf(static_cast<decltype(v)&&>(v));
  }
  void numbers_body(::mentat::rtf_sink<int>& mentat_rtf, worker A, int n) {
    int x; ::mentat::rv_scope mentat_scope_x(x); ::mentat::RV_INSERT(x) = A.invoke_fn<::worker_impl::op_tag>(n, ::worker_impl::op_default_1());
    auto inner = [&] { { ::mentat::RESOLVE(x); return x; } };
    if (n == 1) mentat_rtf(::mentat::PRV_TO_ARG(x));
    else if (n == 2) mentat_rtf(::mentat::RESOLVE(x) + 1);
    else if (n == 3) mentat_rtf(A.invoke_fn<::worker_impl::op_tag>(A.invoke_fn<::worker_impl::op_tag>(n, ::worker_impl::op_default_1()), ::worker_impl::op_default_1()));
    else return mentat_rtf(A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(x), ::worker_impl::op_default_1()));
  }
  void converted_body(::mentat::rtf_sink<double>& mentat_rtf, worker A, int n) {
    if (n == 0) return mentat_rtf(A.invoke_fn<::worker_impl::op_tag>(n, ::worker_impl::op_default_1()));
    int x; ::mentat::rv_scope mentat_scope_x(x); ::mentat::RV_INSERT(x) = A.invoke_fn<::worker_impl::op_tag>(n, ::worker_impl::op_default_1());
    mentat_rtf(::mentat::PRV_TO_ARG(x));
  }
  void nothing_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, worker A, int n) {
    if (n == 0) return;
    A.invoke_fn<::worker_impl::op_tag>(n, ::worker_impl::op_default_1());
    mentat_rtf();
  }
#line 86 "returns.cc"
 public:
  using plain_tag = ::mentat::method<source_impl, 0xaa9f7071u, std::vector<double>(worker, int)>;
  std::vector<double> plain(worker A, int n) {
    ::mentat::local_call<plain_tag> call;
    plain_body(call.rtf(), static_cast<worker&&>(A), n);
    return call.take();
  }
  using numbers_tag = ::mentat::method<source_impl, 0x1ef4cfd7u, int(worker, int)>;
  int numbers(worker A, int n) {
    ::mentat::local_call<numbers_tag> call;
    numbers_body(call.rtf(), static_cast<worker&&>(A), n);
    return call.take();
  }
  using converted_tag = ::mentat::method<source_impl, 0x1579c307u, double(worker, int)>;
  double converted(worker A, int n) {
    ::mentat::local_call<converted_tag> call;
    converted_body(call.rtf(), static_cast<worker&&>(A), n);
    return call.take();
  }
  using nothing_tag = ::mentat::method<source_impl, 0x1830a5a8u, void(worker, int)>;
  void nothing(worker A, int n) {
    ::mentat::local_call<nothing_tag> call;
    nothing_body(call.rtf(), static_cast<worker&&>(A), n);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    std::vector<double> plain(worker A, int n) const {
      return call_fn<plain_tag>(static_cast<worker&&>(A), n);
    }
    int numbers(worker A, int n) const { return call_fn<numbers_tag>(static_cast<worker&&>(A), n); }
    double converted(worker A, int n) const {
      return call_fn<converted_tag>(static_cast<worker&&>(A), n);
    }
    void nothing(worker A, int n) const {
      return call_fn<nothing_tag>(static_cast<worker&&>(A), n);
    }
  };
  static const ::mentat::class_info& mentat_class();
#line 48 "returns.mpl.cc"
};

std::string free_function(worker A, int n) {
  std::string s; ::mentat::rv_scope mentat_scope_s(s); ::mentat::RV_INSERT(s) = A.invoke_fn<::worker_impl::text_tag>(n);
  ::mentat::rv_slot<::std::string> mentat_slot_t; const std::string &t = mentat_slot_t.value(); mentat_slot_t = A.invoke_fn<::worker_impl::text_tag>(n);
  if (n == 1) { ::mentat::RESOLVE(s); throw s; }
  if (n == 2) { ::mentat::RESOLVE(t); return t; }
  if (n == 3) return ::mentat::RESOLVE(s) + ::mentat::RESOLVE(t);
  { ::mentat::RESOLVE(s); return s; }
}
#line 136 "returns.cc"
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
      ::mentat::describe<::worker_impl::op_tag>("op", "returns.mpl.cc:9"),
      ::mentat::describe<::worker_impl::half_tag>("half", "returns.mpl.cc:10"),
      ::mentat::describe<::worker_impl::text_tag>("text", "returns.mpl.cc:11"),
      ::mentat::describe<::worker_impl::row_tag>("row", "returns.mpl.cc:12"),
  };
};
auto ::worker_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::worker_impl>();
}
MENTAT_REGISTER_CLASS(::worker_impl)
template <> struct mentat::server<::source_impl> {
  static void dispatch(::source_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::source_impl::plain_tag::number: {
        ::mentat::accepted_call<::source_impl::plain_tag> call(unit);
        return self.plain_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::source_impl::numbers_tag::number: {
        ::mentat::accepted_call<::source_impl::numbers_tag> call(unit);
        return self.numbers_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::source_impl::converted_tag::number: {
        ::mentat::accepted_call<::source_impl::converted_tag> call(unit);
        return self.converted_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::source_impl::nothing_tag::number: {
        ::mentat::accepted_call<::source_impl::nothing_tag> call(unit);
        return self.nothing_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "source", ::mentat::kind::regular, 0xecfa96c4158a034full, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::source_impl::plain_tag>("plain", "returns.mpl.cc:17"),
      ::mentat::describe<::source_impl::numbers_tag>("numbers", "returns.mpl.cc:30"),
      ::mentat::describe<::source_impl::converted_tag>("converted", "returns.mpl.cc:38"),
      ::mentat::describe<::source_impl::nothing_tag>("nothing", "returns.mpl.cc:43"),
  };
};
auto ::source_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::source_impl>();
}
MENTAT_REGISTER_CLASS(::source_impl)
