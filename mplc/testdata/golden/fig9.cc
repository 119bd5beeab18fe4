// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "fig9.mpl.cc"
// Figure 9 (a) of the paper: op2 is accepted only if z > 5 [TOCS96 3.2.4].
#include <mentat/mpl.h>

class server_impl__; using server = ::mentat::handle__<server_impl__>; class server_impl__ {
 public:
  void op1_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, int arg1, int arg2) { z += arg1 - arg2; }
  void op2_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, int arg1, int arg2) { z -= arg1 * arg2; }

  void work_body__(::mentat::rtf_sink__<int>& mentat_rtf__) {
    switch (::mentat::select__ mentat_select__; (static_cast<void>(mentat_select__.enable_operation__<::server_impl__::op1_tag__>(1)), static_cast<void>((z > 5) && mentat_select__.enable_operation__<::server_impl__::op2_tag__>(2)), mentat_select__.block_predicate__())) {
        case 1: { mentat_select__.serve__();
          break ; }
        case 2: { mentat_select__.serve__();
          break ; }
    default: break; } ;
    mentat_rtf__(z);
  }

 private:
  int z = 0;
#line 25 "fig9.cc"
 public:
  using op1_tag__ = ::mentat::method__<server_impl__, 0x734953e9u, void(int, int)>;
  void op1(int arg1, int arg2) {
    ::mentat::local_call__<op1_tag__> call__;
    op1_body__(call__.rtf__(), arg1, arg2);
    return call__.take__();
  }
  using op2_tag__ = ::mentat::method__<server_impl__, 0xee078956u, void(int, int)>;
  void op2(int arg1, int arg2) {
    ::mentat::local_call__<op2_tag__> call__;
    op2_body__(call__.rtf__(), arg1, arg2);
    return call__.take__();
  }
  using work_tag__ = ::mentat::method__<server_impl__, 0xe299ed38u, int()>;
  int work() {
    ::mentat::local_call__<work_tag__> call__;
    work_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    void op1(int arg1, int arg2, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<op1_tag__>(arg1, arg2, place__);
    }
    void op2(int arg1, int arg2, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<op2_tag__>(arg1, arg2, place__);
    }
    int work(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<work_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 21 "fig9.mpl.cc"
};
#line 60 "fig9.cc"
template <> struct mentat::server__<::server_impl__> {
  static void dispatch__(::server_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::server_impl__::op1_tag__::number__: {
        ::mentat::accepted_call__<::server_impl__::op1_tag__> call__(unit__);
        return self__.op1_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::server_impl__::op2_tag__::number__: {
        ::mentat::accepted_call__<::server_impl__::op2_tag__> call__(unit__);
        return self__.op2_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::server_impl__::work_tag__::number__: {
        ::mentat::accepted_call__<::server_impl__::work_tag__> call__(unit__);
        return self__.work_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "server", ::mentat::kind__::persistent__, 0xd8f6c6e46711bbb6ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::server_impl__::op1_tag__>("op1", "fig9.mpl.cc:6"),
      ::mentat::describe__<::server_impl__::op2_tag__>("op2", "fig9.mpl.cc:7"),
      ::mentat::describe__<::server_impl__::work_tag__>("work", "fig9.mpl.cc:9"),
  };
};
auto ::server_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::server_impl__>();
}
MENTAT_REGISTER_CLASS(::server_impl__)
