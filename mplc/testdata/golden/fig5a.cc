#include <mentat/server.h>
#line 1 "fig5a.mpl.cc"
// Figure 5 (a) of the paper: an arc from A.op1() and from B.op1() to C.op1() [TOCS96].
#include <mentat/mpl.h>

class bar_impl; using bar = ::mentat::handle<bar_impl>; class bar_impl {
 public:
  void op1_body(::mentat::rtf_sink<int>& mentat_rtf, int a, int b) { mentat_rtf(a + b); }
#line 10 "fig5a.cc"
 public:
  using op1_tag = ::mentat::method<bar_impl, 0xb63cde0du, int(int, int)>;
  int op1(int a, int b) {
    ::mentat::local_call<op1_tag> call;
    op1_body(call.rtf(), a, b);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int op1(int a, int b) const { return call_fn<op1_tag>(a, b); }
  };
  static const ::mentat::class_info& mentat_class();
#line 7 "fig5a.mpl.cc"
};

class caller_impl; using caller = ::mentat::handle<caller_impl>; class caller_impl {
 public:
  void example_body(::mentat::rtf_sink<int>& mentat_rtf) {
    bar A, B, C;
    int w, x, y; ::mentat::rv_scope mentat_scope_w(w); ::mentat::rv_scope mentat_scope_x(x); ::mentat::rv_scope mentat_scope_y(y);
    ::mentat::RV_INSERT(w) = A.invoke_fn<::bar_impl::op1_tag>(4, 5);
    ::mentat::RV_INSERT(x) = B.invoke_fn<::bar_impl::op1_tag>(6, 7);
    ::mentat::RV_INSERT(y) = C.invoke_fn<::bar_impl::op1_tag>(::mentat::PRV_TO_ARG(w), ::mentat::PRV_TO_ARG(x));
    mentat_rtf(::mentat::PRV_TO_ARG(y));
  }
#line 35 "fig5a.cc"
 public:
  using example_tag = ::mentat::method<caller_impl, 0x0b3be701u, int()>;
  int example() {
    ::mentat::local_call<example_tag> call;
    example_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int example() const { return call_fn<example_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 19 "fig5a.mpl.cc"
};
#line 49 "fig5a.cc"
template <> struct mentat::server<::bar_impl> {
  static void dispatch(::bar_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::bar_impl::op1_tag::number: {
        ::mentat::accepted_call<::bar_impl::op1_tag> call(unit);
        return self.op1_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "bar", ::mentat::kind::regular, 0xa9e2d3202a7f5ca4ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::bar_impl::op1_tag>("op1", "fig5a.mpl.cc:6"),
  };
};
auto ::bar_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::bar_impl>();
}
MENTAT_REGISTER_CLASS(::bar_impl)
template <> struct mentat::server<::caller_impl> {
  static void dispatch(::caller_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::caller_impl::example_tag::number: {
        ::mentat::accepted_call<::caller_impl::example_tag> call(unit);
        return self.example_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "caller", ::mentat::kind::regular, 0xa77e67af4626c2daull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::caller_impl::example_tag>("example", "fig5a.mpl.cc:11"),
  };
};
auto ::caller_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::caller_impl>();
}
MENTAT_REGISTER_CLASS(::caller_impl)
