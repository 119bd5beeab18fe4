// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "moved_arguments.mpl.cc"
// A local variable is moved into the call that uses it last.
#include <mentat/mpl.h>

#include <string>
#include <vector>

class adder_impl__; using adder = ::mentat::handle__<adder_impl__>; class adder_impl__ {
 public:
  void sum_body__(::mentat::rtf_sink__<int>& mentat_rtf__, const std::vector<int>& values, int times);
  void length_body__(::mentat::rtf_sink__<int>& mentat_rtf__, std::string_view text);
#line 15 "moved_arguments.cc"
 public:
  using sum_tag__ = ::mentat::method__<adder_impl__, 0x845f5b0eu, int(const std::vector<int>&, int)>;
  int sum(const std::vector<int>& values, int times) {
    ::mentat::local_call__<sum_tag__> call__;
    sum_body__(call__.rtf__(), values, times);
    return call__.take__();
  }
  using length_tag__ = ::mentat::method__<adder_impl__, 0x6c1a8392u, int(std::string_view)>;
  int length(std::string_view text) {
    ::mentat::local_call__<length_tag__> call__;
    length_body__(call__.rtf__(), static_cast<decltype(text)&&>(text));
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int sum(const std::vector<int>& values, int times, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<sum_tag__>(values, times, place__);
    }
    int length(std::string_view text, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<length_tag__>(static_cast<decltype(text)&&>(text), place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 11 "moved_arguments.mpl.cc"
};

int last_use(std::vector<int> values, std::string text) {
  adder a;
  int once; ::mentat::rv_scope__ mentat_scope_once__(once); ::mentat::RV_INSERT__(once) = a.invoke_fn__<::adder_impl__::sum_tag__>(values, 1); int twice; ::mentat::rv_scope__ mentat_scope_twice__(twice); ::mentat::RV_INSERT__(twice) = a.invoke_fn__<::adder_impl__::sum_tag__>(static_cast<decltype(values)&&>(values), 2);
  int length; ::mentat::rv_scope__ mentat_scope_length__(length); ::mentat::RV_INSERT__(length) = a.invoke_fn__<::adder_impl__::length_tag__>(static_cast<decltype(text)&&>(text));
  return ::mentat::RESOLVE__(once) + ::mentat::RESOLVE__(twice) + ::mentat::RESOLVE__(length);
}

int in_a_loop(int n) {
  adder a;
  std::vector<int> sums(n); ::mentat::rv_scope_all__ mentat_elements_sums__(sums);
  std::vector<int> same(3);
  for (int i = 0; i < n; ++i) {
    std::vector<int> fresh(i);
    ::mentat::RV_INSERT__(sums[i]) = a.invoke_fn__<::adder_impl__::sum_tag__>(static_cast<decltype(fresh)&&>(fresh), a.invoke_fn__<::adder_impl__::sum_tag__>(same, i));
  }
  return ::mentat::RESOLVE__(sums[0]);
}
#line 58 "moved_arguments.cc"
template <> struct mentat::server__<::adder_impl__> {
  static void dispatch__(::adder_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::adder_impl__::sum_tag__::number__: {
        ::mentat::accepted_call__<::adder_impl__::sum_tag__> call__(unit__);
        return self__.sum_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::adder_impl__::length_tag__::number__: {
        ::mentat::accepted_call__<::adder_impl__::length_tag__> call__(unit__);
        return self__.length_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "adder", ::mentat::kind__::regular__, 0x8aa2c4a1fadee3e6ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::adder_impl__::sum_tag__>("sum", "moved_arguments.mpl.cc:9"),
      ::mentat::describe__<::adder_impl__::length_tag__>("length", "moved_arguments.mpl.cc:10"),
  };
};
auto ::adder_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::adder_impl__>();
}
MENTAT_REGISTER_CLASS(::adder_impl__)
