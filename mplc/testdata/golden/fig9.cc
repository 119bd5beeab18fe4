#include <mentat/server.h>
#line 1 "fig9.mpl.cc"
// Figure 9 (a) of the paper: op2 is accepted only if z > 5 [TOCS96 3.2.4].
#include <mentat/mpl.h>

class server_impl; using server = ::mentat::handle<server_impl>; class server_impl {
 public:
  void op1_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, int arg1, int arg2) { z += arg1 - arg2; }
  void op2_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, int arg1, int arg2) { z -= arg1 * arg2; }

  void work_body(::mentat::rtf_sink<int>& mentat_rtf) {
    switch (::mentat::select mentat_select; (static_cast<void>(mentat_select.enable_operation<::server_impl::op1_tag>(1)), static_cast<void>((z > 5) && mentat_select.enable_operation<::server_impl::op2_tag>(2)), mentat_select.block_predicate())) {
        case 1: { mentat_select.serve();
          break ; }
        case 2: { mentat_select.serve();
          break ; }
    } ;
    mentat_rtf(z);
  }

 private:
  int z = 0;
#line 24 "fig9.cc"
 public:
  using op1_tag = ::mentat::method<server_impl, 0x734953e9u, void(int, int)>;
  void op1(int arg1, int arg2) {
    ::mentat::local_call<op1_tag> call;
    op1_body(call.rtf(), arg1, arg2);
    return call.take();
  }
  using op2_tag = ::mentat::method<server_impl, 0xee078956u, void(int, int)>;
  void op2(int arg1, int arg2) {
    ::mentat::local_call<op2_tag> call;
    op2_body(call.rtf(), arg1, arg2);
    return call.take();
  }
  using work_tag = ::mentat::method<server_impl, 0xe299ed38u, int()>;
  int work() {
    ::mentat::local_call<work_tag> call;
    work_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    void op1(int arg1, int arg2) const { return call_fn<op1_tag>(arg1, arg2); }
    void op2(int arg1, int arg2) const { return call_fn<op2_tag>(arg1, arg2); }
    int work() const { return call_fn<work_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 21 "fig9.mpl.cc"
};
#line 52 "fig9.cc"
template <> struct mentat::server<::server_impl> {
  static void dispatch(::server_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::server_impl::op1_tag::number: {
        ::mentat::accepted_call<::server_impl::op1_tag> call(unit);
        return self.op1_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::server_impl::op2_tag::number: {
        ::mentat::accepted_call<::server_impl::op2_tag> call(unit);
        return self.op2_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::server_impl::work_tag::number: {
        ::mentat::accepted_call<::server_impl::work_tag> call(unit);
        return self.work_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "server", ::mentat::kind::persistent, 0xd8f6c6e46711bbb6ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::server_impl::op1_tag>("op1", "fig9.mpl.cc:6"),
      ::mentat::describe<::server_impl::op2_tag>("op2", "fig9.mpl.cc:7"),
      ::mentat::describe<::server_impl::work_tag>("work", "fig9.mpl.cc:9"),
  };
};
auto ::server_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::server_impl>();
}
MENTAT_REGISTER_CLASS(::server_impl)
