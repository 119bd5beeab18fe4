// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "overloads.mpl.cc"
#include <mentat/mpl.h>

#include <string>

class printer_impl__; using printer = ::mentat::handle__<printer_impl__>; class printer_impl__ {
 public:
  void print_1fcf1824_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n) { return mentat_rtf__(n); }
  void print_3fc6b896_body__(::mentat::rtf_sink__<int>& mentat_rtf__, double n) { return mentat_rtf__(static_cast<int>(n)); }
  void print_e329fcd8_body__(::mentat::rtf_sink__<int>& mentat_rtf__, const std::string& text) const { return mentat_rtf__(static_cast<int>(text.size())); }

 private:
  int print(char c) { return c; }
#line 17 "overloads.cc"
 public:
  using print_1fcf1824_tag__ = ::mentat::method__<printer_impl__, 0xaf57714du, int(int)>;
  int print(int n) {
    ::mentat::local_call__<print_1fcf1824_tag__> call__;
    print_1fcf1824_body__(call__.rtf__(), n);
    return call__.take__();
  }
  using print_3fc6b896_tag__ = ::mentat::method__<printer_impl__, 0x27b31908u, int(double)>;
  int print(double n) {
    ::mentat::local_call__<print_3fc6b896_tag__> call__;
    print_3fc6b896_body__(call__.rtf__(), n);
    return call__.take__();
  }
  using print_e329fcd8_tag__ = ::mentat::method__<printer_impl__, 0xcb169272u, int(const std::string&)>;
  int print(const std::string& text) const {
    ::mentat::local_call__<print_e329fcd8_tag__> call__;
    print_e329fcd8_body__(call__.rtf__(), text);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int print(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<print_1fcf1824_tag__>(n, place__);
    }
    int print(double n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<print_3fc6b896_tag__>(n, place__);
    }
    int print(const std::string& text, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<print_e329fcd8_tag__>(text, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 13 "overloads.mpl.cc"
};

int use() {
  printer p;
  int n; ::mentat::rv_scope__ mentat_scope_n__(n); ::mentat::RV_INSERT__(n) = p.invoke_fn__<::printer_impl__::print_1fcf1824_tag__>(1);
  return ::mentat::RESOLVE__(n) + p.call_fn__<::printer_impl__::print_3fc6b896_tag__>(2.5) + p.call_fn__<::printer_impl__::print_e329fcd8_tag__>("three");
}
#line 57 "overloads.cc"
template <> struct mentat::server__<::printer_impl__> {
  static void dispatch__(::printer_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::printer_impl__::print_1fcf1824_tag__::number__: {
        ::mentat::accepted_call__<::printer_impl__::print_1fcf1824_tag__> call__(unit__);
        return self__.print_1fcf1824_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::printer_impl__::print_3fc6b896_tag__::number__: {
        ::mentat::accepted_call__<::printer_impl__::print_3fc6b896_tag__> call__(unit__);
        return self__.print_3fc6b896_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::printer_impl__::print_e329fcd8_tag__::number__: {
        ::mentat::accepted_call__<::printer_impl__::print_e329fcd8_tag__> call__(unit__);
        return self__.print_e329fcd8_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "printer", ::mentat::kind__::regular__, 0x02b06063ec0b6e79ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::printer_impl__::print_1fcf1824_tag__>("print", "overloads.mpl.cc:7"),
      ::mentat::describe__<::printer_impl__::print_3fc6b896_tag__>("print", "overloads.mpl.cc:8"),
      ::mentat::describe__<::printer_impl__::print_e329fcd8_tag__>("print", "overloads.mpl.cc:9"),
  };
};
auto ::printer_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::printer_impl__>();
}
MENTAT_REGISTER_CLASS(::printer_impl__)
