// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "fig5a.mpl.cc"
// Figure 5 (a) of the paper: an arc from A.op1() and from B.op1() to C.op1() [TOCS96].
#include <mentat/mpl.h>

class bar_impl__; using bar = ::mentat::handle__<bar_impl__>; class bar_impl__ {
 public:
  void op1_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int a, int b) { mentat_rtf__(a + b); }
#line 11 "fig5a.cc"
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
#line 7 "fig5a.mpl.cc"
};

class caller_impl__; using caller = ::mentat::handle__<caller_impl__>; class caller_impl__ {
 public:
  void example_body__(::mentat::rtf_sink__<int>& mentat_rtf__) {
    bar A, B, C;
    int w, x, y; ::mentat::rv_scope__ mentat_scope_w__(w); ::mentat::rv_scope__ mentat_scope_x__(x); ::mentat::rv_scope__ mentat_scope_y__(y);
    ::mentat::RV_INSERT__(w) = A.invoke_fn__<::bar_impl__::op1_tag__>(4, 5);
    ::mentat::RV_INSERT__(x) = B.invoke_fn__<::bar_impl__::op1_tag__>(6, 7);
    ::mentat::RV_INSERT__(y) = C.invoke_fn__<::bar_impl__::op1_tag__>(::mentat::PRV_TO_ARG__(w), ::mentat::PRV_TO_ARG__(x));
    mentat_rtf__(::mentat::PRV_TO_ARG__(y));
  }
#line 38 "fig5a.cc"
 public:
  using example_tag__ = ::mentat::method__<caller_impl__, 0x0b3be701u, int()>;
  int example() {
    ::mentat::local_call__<example_tag__> call__;
    example_body__(call__.rtf__());
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int example(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<example_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 19 "fig5a.mpl.cc"
};
#line 54 "fig5a.cc"
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
      ::mentat::describe__<::bar_impl__::op1_tag__>("op1", "fig5a.mpl.cc:6"),
  };
};
auto ::bar_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::bar_impl__>();
}
MENTAT_REGISTER_CLASS(::bar_impl__)
template <> struct mentat::server__<::caller_impl__> {
  static void dispatch__(::caller_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::caller_impl__::example_tag__::number__: {
        ::mentat::accepted_call__<::caller_impl__::example_tag__> call__(unit__);
        return self__.example_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "caller", ::mentat::kind__::regular__, 0xa77e67af4626c2daull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::caller_impl__::example_tag__>("example", "fig5a.mpl.cc:11"),
  };
};
auto ::caller_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::caller_impl__>();
}
MENTAT_REGISTER_CLASS(::caller_impl__)
