// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "in_class.mpl.cc"
#include <mentat/mpl.h>

#include <string>

namespace shop {

struct item {
  std::string name;
  double price = 0;
};

// A class whose functions are all defined inside.
class counter_impl__; using counter = ::mentat::handle__<counter_impl__>; class counter_impl__ {
 public:
  static constexpr int limit = 100;

  counter_impl__() = default;
  explicit counter_impl__(int start) : total_(start) {}
  ~counter_impl__() {}

  void add_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n) {
    total_ += n;
    mentat_rtf__(total_);
  }
  void total_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const { return mentat_rtf__(total_); }
  void put_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, item one, const std::string& note) { last_ = note + one.name; }
  
void first_body__(::mentat::rtf_sink__<item>& mentat_rtf__) { return mentat_rtf__(item{last_, 1}); }
  static bool allowed(int n) { return n < limit; }

 private:
  int twice(int n) { return add(n) + this->add(n); }
  int total_ = 0;
  std::string last_;
#line 39 "in_class.cc"
 public:
  using add_tag__ = ::mentat::method__<counter_impl__, 0x94c1b657u, int(int)>;
  int add(int n) {
    ::mentat::local_call__<add_tag__> call__;
    add_body__(call__.rtf__(), n);
    return call__.take__();
  }
  using total_tag__ = ::mentat::method__<counter_impl__, 0x576aa28fu, int()>;
  int total() const {
    ::mentat::local_call__<total_tag__> call__;
    total_body__(call__.rtf__());
    return call__.take__();
  }
  using put_tag__ = ::mentat::method__<counter_impl__, 0x5fd9fcb0u, void(item, const std::string&)>;
  void put(item one, const std::string& note) {
    ::mentat::local_call__<put_tag__> call__;
    put_body__(call__.rtf__(), static_cast<decltype(one)&&>(one), note);
    return call__.take__();
  }
  using first_tag__ = ::mentat::method__<counter_impl__, 0x7e552fd0u, item()>;
  item first() {
    ::mentat::local_call__<first_tag__> call__;
    first_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_constructor_0__ = ::mentat::constructor__<counter_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int start) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(start);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000001, false>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    static constexpr auto& limit = counter_impl__::limit;
    template <class... given__>
    static constexpr decltype(auto) allowed(given__&&... values__) {
      return counter_impl__::allowed(static_cast<given__&&>(values__)...);
    }
    int add(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<add_tag__>(n, place__);
    }
    int total(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<total_tag__>(place__);
    }
    void put(item one, const std::string& note, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<put_tag__>(static_cast<decltype(one)&&>(one), note, place__);
    }
    item first(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<first_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 35 "in_class.mpl.cc"
};

}  // namespace shop

int use() {
  shop::counter c;
  c.create(5);
  return shop::counter_impl__::allowed(shop::counter_impl__::limit) ? 1 : c.call_fn__<::shop::counter_impl__::add_tag__>(1);
}
#line 100 "in_class.cc"
#ifndef MENTAT_SERIALIZE_77f2d87833787386
#define MENTAT_SERIALIZE_77f2d87833787386
namespace shop {
template <class Archive__>
void serialize__(Archive__& archive__, ::shop::item& value__) {
  archive__(value__.name, value__.price);
}
}
#endif
template <> struct mentat::server__<::shop::counter_impl__> {
  static void dispatch__(::shop::counter_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::shop::counter_impl__::add_tag__::number__: {
        ::mentat::accepted_call__<::shop::counter_impl__::add_tag__> call__(unit__);
        return self__.add_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::shop::counter_impl__::total_tag__::number__: {
        ::mentat::accepted_call__<::shop::counter_impl__::total_tag__> call__(unit__);
        return self__.total_body__(call__.rtf__());
      }
      case ::shop::counter_impl__::put_tag__::number__: {
        ::mentat::accepted_call__<::shop::counter_impl__::put_tag__> call__(unit__);
        return self__.put_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::shop::counter_impl__::first_tag__::number__: {
        ::mentat::accepted_call__<::shop::counter_impl__::first_tag__> call__(unit__);
        return self__.first_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "shop::counter", ::mentat::kind__::persistent__, 0x39131978804fd1e4ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::shop::counter_impl__::add_tag__>("add", "in_class.mpl.cc:21"),
      ::mentat::describe__<::shop::counter_impl__::total_tag__>("total", "in_class.mpl.cc:25"),
      ::mentat::describe__<::shop::counter_impl__::put_tag__>("put", "in_class.mpl.cc:26"),
      ::mentat::describe__<::shop::counter_impl__::first_tag__>("first", "in_class.mpl.cc:28"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::shop::counter_impl__::mentat_constructor_0__>(),
  };
};
auto ::shop::counter_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::shop::counter_impl__>();
}
MENTAT_REGISTER_CLASS(::shop::counter_impl__)
