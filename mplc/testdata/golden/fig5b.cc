// Translated by mplc VERSION.
#include <mentat/server.h>
#include <mentat/main.h>
int mentat_main__(int, char**);
#line 1 "fig5b.mpl.cc"
// Figure 5 (b) of the paper: w is used in a strict expression [TOCS96].
#include <mentat/mpl.h>

class bar_impl__; using bar = ::mentat::handle__<bar_impl__>; class bar_impl__ {
 public:
  void op1_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int a, int b) { mentat_rtf__(a + b); }
#line 13 "fig5b.cc"
 public:
  using op1_tag__ = ::mentat::method__<bar_impl__, 0xb63cde0du, int(int, int)>;
  int op1(int a, int b) {
    ::mentat::local_call__<op1_tag__> call__;
    op1_body__(call__.rtf__(), a, b);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int op1(int a, int b, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<op1_tag__>(a, b, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 7 "fig5b.mpl.cc"
};

int mentat_main__(int, char**) {
  bar A;
  int w, x, y; ::mentat::rv_scope__ mentat_scope_w__(w);
  ::mentat::RV_INSERT__(w) = A.invoke_fn__<::bar_impl__::op1_tag__>(4, 5);
  y = ::mentat::RESOLVE__(w) + 1;
  return y == 10 ? 0 : 1;
}
#line 37 "fig5b.cc"
template <> struct mentat::server__<::bar_impl__> {
  static void dispatch__(::bar_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::bar_impl__::op1_tag__::number__: {
        ::mentat::accepted_call__<::bar_impl__::op1_tag__> call__(unit__);
        return self__.op1_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "bar", ::mentat::kind__::regular__, 0xa9e2d3202a7f5ca4ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::bar_impl__::op1_tag__>("op1", "fig5b.mpl.cc:6"),
  };
};
auto ::bar_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::bar_impl__>();
}
MENTAT_REGISTER_CLASS(::bar_impl__)
int main(int argc__, char** argv__) {
  return ::mentat::run_main__(argc__, argv__, &mentat_main__);
}
