#include <mentat/server.h>
#include <mentat/main.h>
#line 1 "fig5b.mpl.cc"
// Figure 5 (b) of the paper: w is used in a strict expression [TOCS96].
#include <mentat/mpl.h>

class bar_impl; using bar = ::mentat::handle<bar_impl>; class bar_impl {
 public:
  void op1_body(::mentat::rtf_sink<int>& mentat_rtf, int a, int b) { mentat_rtf(a + b); }
#line 11 "fig5b.cc"
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
#line 7 "fig5b.mpl.cc"
};

int mentat_main(int, char**) {
  bar A;
  int w, x, y; ::mentat::rv_scope mentat_scope_w(w);
  ::mentat::RV_INSERT(w) = A.invoke_fn<::bar_impl::op1_tag>(4, 5);
  y = ::mentat::RESOLVE(w) + 1;
  return y == 10 ? 0 : 1;
}
#line 33 "fig5b.cc"
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
      ::mentat::describe<::bar_impl::op1_tag>("op1", "fig5b.mpl.cc:6"),
  };
};
auto ::bar_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::bar_impl>();
}
MENTAT_REGISTER_CLASS(::bar_impl)
int main(int argc, char** argv) { return ::mentat::run_main(argc, argv, &mentat_main); }
