// Translated by mplc VERSION.
#include <mentat/server.h>
#include <mentat/main.h>
int mentat_main__(int, char**);
#line 1 "constructors.mpl.cc"
#include <mentat/mpl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#define LIMIT 10

namespace bank {

struct point {
  int x, y;
};

class owner;

class account_impl__; using account = ::mentat::handle__<account_impl__>; class account_impl__ {
 public:
  enum class currency { euro, dollar };
  account_impl__(std::string name, int start, currency in = currency::euro);
  explicit account_impl__(const std::vector<point>& points, int = LIMIT) : total_(static_cast<int>(points.size())) {}
  account_impl__(const char* text) : name_(text) {}
  account_impl__(int& counted) { ++counted; }
  account_impl__(std::unique_ptr<int> start) : total_(*start) {}
  account_impl__(account other, std::string&& name) : name_(std::move(name)) { total_ = other.call_fn__<::bank::account_impl__::pay_tag__>(0); }
  account_impl__(const owner& of, bool twice = base == 3);
  account_impl__(float) = delete;
  account_impl__() = default;
  void pay_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n) { mentat_rtf__(total_ += n); }

 private:
  account_impl__(long start) : total_(static_cast<int>(start)) {}
  static constexpr int base = 3;
  std::string name_;
  int total_ = 0;
#line 43 "constructors.cc"
 public:
  using pay_tag__ = ::mentat::method__<account_impl__, 0x7cae1b67u, int(int)>;
  int pay(int n) {
    ::mentat::local_call__<pay_tag__> call__;
    pay_body__(call__.rtf__(), n);
    return call__.take__();
  }
  using mentat_constructor_0__ = ::mentat::constructor__<account_impl__, 0, std::string, int, currency>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(std::string name, int start, currency in = currency::euro) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(static_cast<decltype(name)&&>(name), start, in);
  }
  using mentat_constructor_1__ = ::mentat::constructor__<account_impl__, 1, const std::vector<point>&, int>;
  static ::mentat::construction__<mentat_constructor_1__> mentat_constructor__(const std::vector<point>& points, int argument_1__ = 10) {
    return ::mentat::construction__<mentat_constructor_1__>::of__(points, argument_1__);
  }
  static void mentat_constructor__(const char* text);
  static void mentat_constructor__(int& counted);
  static void mentat_constructor__(std::unique_ptr<int> start);
  using mentat_constructor_2__ = ::mentat::constructor__<account_impl__, 2, account, std::string&&>;
  static ::mentat::construction__<mentat_constructor_2__> mentat_constructor__(account other, std::string&& name) {
    return ::mentat::construction__<mentat_constructor_2__>::of__(static_cast<decltype(other)&&>(other), static_cast<decltype(name)&&>(name));
  }
  using mentat_constructor_3__ = ::mentat::constructor__<account_impl__, 3, const owner&, bool>;
  static ::mentat::construction__<mentat_constructor_3__> mentat_constructor__(const owner& of, bool twice = base == 3);
  static void mentat_constructor__(float argument_0__);
  static void mentat_constructor__(long start);
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000009, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    using currency = account_impl__::currency;
    int pay(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<pay_tag__>(n, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 37 "constructors.mpl.cc"
};

class owner {
 public:
  int id = 0;
};

account_impl__::account_impl__(std::string name, int start, currency) : name_(std::move(name)), total_(start) {}
account_impl__::account_impl__(const owner& of, bool twice) : total_(twice ? 2 * of.id : of.id) {}

// It keeps a reference.
class view_impl__; using view = ::mentat::handle__<view_impl__>; class view_impl__ {
 public:
  view_impl__(const std::vector<int>& of) : of_(of) {}
  void size_body__(::mentat::rtf_sink__<int>& mentat_rtf__) { return mentat_rtf__(static_cast<int>(of_.size())); }

 private:
  const std::vector<int>& of_;
#line 97 "constructors.cc"
 public:
  using size_tag__ = ::mentat::method__<view_impl__, 0x92b0bcc2u, int()>;
  int size() {
    ::mentat::local_call__<size_tag__> call__;
    size_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int size(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<size_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 55 "constructors.mpl.cc"
};

class savings_impl__; using savings = ::mentat::handle__<savings_impl__>; class savings_impl__ : public account_impl__ {
 public:
  using account_impl__::account_impl__;
#line 118 "constructors.cc"
 public:
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::handle__<account_impl__> {
  };
  static const ::mentat::class_info__& mentat_class__();
#line 60 "constructors.mpl.cc"
};

class any_impl__; using any = ::mentat::handle__<any_impl__>; class any_impl__ {
 public:
  template <class T>
  any_impl__(T) {}
  any_impl__(int) {}
  void one_body__(::mentat::rtf_sink__<int>& mentat_rtf__) { return mentat_rtf__(1); }
#line 133 "constructors.cc"
 public:
  using one_tag__ = ::mentat::method__<any_impl__, 0x07449efau, int()>;
  int one() {
    ::mentat::local_call__<one_tag__> call__;
    one_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int one(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<one_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 68 "constructors.mpl.cc"
};

#define PARAMETER int by
class from_macro_impl__; using from_macro = ::mentat::handle__<from_macro_impl__>; class from_macro_impl__ {
 public:
  from_macro_impl__(PARAMETER) : by_(by) {}
  from_macro_impl__(int, int) {}
  void by_body__(::mentat::rtf_sink__<int>& mentat_rtf__) { return mentat_rtf__(by_); }

 private:
  int by_ = 0;
#line 160 "constructors.cc"
 public:
  using by_tag__ = ::mentat::method__<from_macro_impl__, 0x9b859d38u, int()>;
  int by() {
    ::mentat::local_call__<by_tag__> call__;
    by_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int by(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<by_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 79 "constructors.mpl.cc"
};

class clerk_impl__; using clerk = ::mentat::handle__<clerk_impl__>; class clerk_impl__ {
 public:
  clerk_impl__(int = 0) {}
  void work_body__(::mentat::rtf_sink__<int>& mentat_rtf__) { return mentat_rtf__(1); }
#line 182 "constructors.cc"
 public:
  using work_tag__ = ::mentat::method__<clerk_impl__, 0xd0835268u, int()>;
  int work() {
    ::mentat::local_call__<work_tag__> call__;
    work_body__(call__.rtf__());
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int work(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<work_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 85 "constructors.mpl.cc"
};

template <class T> class box_impl__; template <class T> using box = ::mentat::handle__<box_impl__<T>>; template <class T>
class box_impl__ {
 public:
  box_impl__(T value, std::vector<T> more = {}) : value_(std::move(value)) { more.clear(); }
  void get_body__(::mentat::rtf_sink__<T>& mentat_rtf__) { return mentat_rtf__(value_); }

 private:
  T value_;
#line 207 "constructors.cc"
 public:
  using get_tag__ = ::mentat::method__<box_impl__, 0x302e88b7u, T()>;
  T get() {
    ::mentat::local_call__<get_tag__> call__;
    get_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_constructor_0__ = ::mentat::constructor__<box_impl__, 0, T, std::vector<T>>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(T value, std::vector<T> more = {}) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(static_cast<decltype(value)&&>(value), static_cast<decltype(more)&&>(more));
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    T get(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<get_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__() { return ::mentat::class_info_of__<box_impl__>(); }
#line 95 "constructors.mpl.cc"
};

}  // namespace bank

int mentat_main__(int, char**) {
  bank::account a, b;
  mentat::create(b, "Ann", 5);
  bank::box<bank::point> c;
  mentat::create(c, bank::point{1, 2});
  int n; ::mentat::rv_scope__ mentat_scope_n__(n); ::mentat::RV_INSERT__(n) = b.invoke_fn__<::bank::account_impl__::pay_tag__>(1);
  { ::mentat::RESOLVE__(n); return n; }
}
#line 239 "constructors.cc"
#ifndef MENTAT_SERIALIZE_948c67d737747fb3
#define MENTAT_SERIALIZE_948c67d737747fb3
namespace bank {
template <class Archive__>
void serialize__(Archive__& archive__, ::bank::point& value__) {
  archive__(value__.x, value__.y);
}
}
#endif
#ifndef MENTAT_SERIALIZE_662da42c96e619ce
#define MENTAT_SERIALIZE_662da42c96e619ce
namespace bank {
template <class Archive__>
void serialize__(Archive__& archive__, ::bank::owner& value__) {
  archive__(value__.id);
}
}
#endif
template <class T>
struct mentat::server__<::bank::box_impl__<T>> {
  static void dispatch__(::bank::box_impl__<T>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::bank::box_impl__<T>::get_tag__::number__: {
        ::mentat::accepted_call__<typename ::bank::box_impl__<T>::get_tag__> call__(unit__);
        return self__.get_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__ =
      ::mentat::describe_instance__<::bank::box_impl__<T>>(::mentat::kind__::persistent__, 0x9ff2980fc110da6aull, nullptr);
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<typename ::bank::box_impl__<T>::get_tag__>("get", "constructors.mpl.cc:91"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<typename ::bank::box_impl__<T>::mentat_constructor_0__>(),
  };
};
template <> struct mentat::server__<::bank::account_impl__> {
  static void dispatch__(::bank::account_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::bank::account_impl__::pay_tag__::number__: {
        ::mentat::accepted_call__<::bank::account_impl__::pay_tag__> call__(unit__);
        return self__.pay_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "bank::account", ::mentat::kind__::persistent__, 0x8339e0a65f524949ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::bank::account_impl__::pay_tag__>("pay", "constructors.mpl.cc:30"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::bank::account_impl__::mentat_constructor_0__>(),
      ::mentat::describe_constructor__<::bank::account_impl__::mentat_constructor_1__>(),
      ::mentat::describe_constructor__<::bank::account_impl__::mentat_constructor_2__>(),
      ::mentat::describe_constructor__<::bank::account_impl__::mentat_constructor_3__>(),
  };
};
auto ::bank::account_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::bank::account_impl__>();
}
MENTAT_REGISTER_CLASS(::bank::account_impl__)
template <> struct mentat::server__<::bank::view_impl__> {
  static void dispatch__(::bank::view_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::bank::view_impl__::size_tag__::number__: {
        ::mentat::accepted_call__<::bank::view_impl__::size_tag__> call__(unit__);
        return self__.size_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "bank::view", ::mentat::kind__::persistent__, 0x8431eeaaf447e32eull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::bank::view_impl__::size_tag__>("size", "constructors.mpl.cc:51"),
  };
};
auto ::bank::view_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::bank::view_impl__>();
}
MENTAT_REGISTER_CLASS(::bank::view_impl__)
template <> struct mentat::server__<::bank::savings_impl__> {
  static void dispatch__(::bank::savings_impl__& self__, ::mentat::work_unit__& unit__) {
    ::mentat::server__<::bank::account_impl__>::dispatch__(self__, unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "bank::savings", ::mentat::kind__::persistent__, 0x29564a02c7696828ull, &::mentat::server__<::bank::account_impl__>::description__};
  static constexpr ::mentat::no_methods__ methods__{};
};
auto ::bank::savings_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::bank::savings_impl__>();
}
MENTAT_REGISTER_CLASS(::bank::savings_impl__)
template <> struct mentat::server__<::bank::any_impl__> {
  static void dispatch__(::bank::any_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::bank::any_impl__::one_tag__::number__: {
        ::mentat::accepted_call__<::bank::any_impl__::one_tag__> call__(unit__);
        return self__.one_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "bank::any", ::mentat::kind__::persistent__, 0x74879df8c42ce164ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::bank::any_impl__::one_tag__>("one", "constructors.mpl.cc:67"),
  };
};
auto ::bank::any_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::bank::any_impl__>();
}
MENTAT_REGISTER_CLASS(::bank::any_impl__)
template <> struct mentat::server__<::bank::from_macro_impl__> {
  static void dispatch__(::bank::from_macro_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::bank::from_macro_impl__::by_tag__::number__: {
        ::mentat::accepted_call__<::bank::from_macro_impl__::by_tag__> call__(unit__);
        return self__.by_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "bank::from_macro", ::mentat::kind__::persistent__, 0x8befffdbb6afe9a1ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::bank::from_macro_impl__::by_tag__>("by", "constructors.mpl.cc:75"),
  };
};
auto ::bank::from_macro_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::bank::from_macro_impl__>();
}
MENTAT_REGISTER_CLASS(::bank::from_macro_impl__)
template <> struct mentat::server__<::bank::clerk_impl__> {
  static void dispatch__(::bank::clerk_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::bank::clerk_impl__::work_tag__::number__: {
        ::mentat::accepted_call__<::bank::clerk_impl__::work_tag__> call__(unit__);
        return self__.work_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "bank::clerk", ::mentat::kind__::regular__, 0xb7b9906af894fe1dull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::bank::clerk_impl__::work_tag__>("work", "constructors.mpl.cc:84"),
  };
};
auto ::bank::clerk_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::bank::clerk_impl__>();
}
MENTAT_REGISTER_CLASS(::bank::clerk_impl__)
auto ::bank::account_impl__::mentat_constructor__(const owner& of, bool twice) -> ::mentat::construction__<mentat_constructor_3__> {
  return ::mentat::construction__<mentat_constructor_3__>::of__(of, twice);
}
int main(int argc__, char** argv__) {
  return ::mentat::run_main__(argc__, argv__, &mentat_main__);
}
