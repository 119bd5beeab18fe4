#include <mentat/server.h>
#line 1 "overloads.mpl.cc"
#include <mentat/mpl.h>

#include <string>

class printer_impl; using printer = ::mentat::handle<printer_impl>; class printer_impl {
 public:
  void print_1fcf1824_body(::mentat::rtf_sink<int>& mentat_rtf, int n) { return mentat_rtf(n); }
  void print_3fc6b896_body(::mentat::rtf_sink<int>& mentat_rtf, double n) { return mentat_rtf(static_cast<int>(n)); }
  void print_e329fcd8_body(::mentat::rtf_sink<int>& mentat_rtf, const std::string& text) const { return mentat_rtf(static_cast<int>(text.size())); }

 private:
  int print(char c) { return c; }
#line 16 "overloads.cc"
 public:
  using print_1fcf1824_tag = ::mentat::method<printer_impl, 0xaf57714du, int(int)>;
  int print(int n) {
    ::mentat::local_call<print_1fcf1824_tag> call;
    print_1fcf1824_body(call.rtf(), n);
    return call.take();
  }
  using print_3fc6b896_tag = ::mentat::method<printer_impl, 0x27b31908u, int(double)>;
  int print(double n) {
    ::mentat::local_call<print_3fc6b896_tag> call;
    print_3fc6b896_body(call.rtf(), n);
    return call.take();
  }
  using print_e329fcd8_tag = ::mentat::method<printer_impl, 0xcb169272u, int(const std::string&)>;
  int print(const std::string& text) const {
    ::mentat::local_call<print_e329fcd8_tag> call;
    print_e329fcd8_body(call.rtf(), text);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int print(int n) const { return call_fn<print_1fcf1824_tag>(n); }
    int print(double n) const { return call_fn<print_3fc6b896_tag>(n); }
    int print(const std::string& text) const { return call_fn<print_e329fcd8_tag>(text); }
  };
  static const ::mentat::class_info& mentat_class();
#line 13 "overloads.mpl.cc"
};

int use() {
  printer p;
  int n; ::mentat::rv_scope mentat_scope_n(n); ::mentat::RV_INSERT(n) = p.invoke_fn<::printer_impl::print_1fcf1824_tag>(1);
  return ::mentat::RESOLVE(n) + p.call_fn<::printer_impl::print_3fc6b896_tag>(2.5) + p.call_fn<::printer_impl::print_e329fcd8_tag>("three");
}
#line 50 "overloads.cc"
template <> struct mentat::server<::printer_impl> {
  static void dispatch(::printer_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::printer_impl::print_1fcf1824_tag::number: {
        ::mentat::accepted_call<::printer_impl::print_1fcf1824_tag> call(unit);
        return self.print_1fcf1824_body(call.rtf(), call.argument<0>());
      }
      case ::printer_impl::print_3fc6b896_tag::number: {
        ::mentat::accepted_call<::printer_impl::print_3fc6b896_tag> call(unit);
        return self.print_3fc6b896_body(call.rtf(), call.argument<0>());
      }
      case ::printer_impl::print_e329fcd8_tag::number: {
        ::mentat::accepted_call<::printer_impl::print_e329fcd8_tag> call(unit);
        return self.print_e329fcd8_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "printer", ::mentat::kind::regular, 0x02b06063ec0b6e79ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::printer_impl::print_1fcf1824_tag>("print", "overloads.mpl.cc:7"),
      ::mentat::describe<::printer_impl::print_3fc6b896_tag>("print", "overloads.mpl.cc:8"),
      ::mentat::describe<::printer_impl::print_e329fcd8_tag>("print", "overloads.mpl.cc:9"),
  };
};
auto ::printer_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::printer_impl>();
}
MENTAT_REGISTER_CLASS(::printer_impl)
