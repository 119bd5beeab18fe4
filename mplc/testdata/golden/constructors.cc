#include <mentat/server.h>
#include <mentat/main.h>
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

class account_impl; using account = ::mentat::handle<account_impl>; class account_impl {
 public:
  enum class currency { euro, dollar };
  account_impl(std::string name, int start, currency in = currency::euro);
  explicit account_impl(const std::vector<point>& points, int = LIMIT) : total_(static_cast<int>(points.size())) {}
  account_impl(const char* text) : name_(text) {}
  account_impl(int& counted) { ++counted; }
  account_impl(std::unique_ptr<int> start) : total_(*start) {}
  account_impl(account other, std::string&& name) : name_(std::move(name)) { total_ = other.call_fn<::bank::account_impl::pay_tag>(0); }
  account_impl(const owner& of, bool twice = base == 3);
  account_impl(float) = delete;
  account_impl() = default;
  void pay_body(::mentat::rtf_sink<int>& mentat_rtf, int n) { mentat_rtf(total_ += n); }

 private:
  account_impl(long start) : total_(static_cast<int>(start)) {}
  static constexpr int base = 3;
  std::string name_;
  int total_ = 0;
#line 41 "constructors.cc"
 public:
  using pay_tag = ::mentat::method<account_impl, 0x7cae1b67u, int(int)>;
  int pay(int n) {
    ::mentat::local_call<pay_tag> call;
    pay_body(call.rtf(), n);
    return call.take();
  }
  using mentat_constructor_0 = ::mentat::constructor<account_impl, 0, std::string, int, currency>;
  static ::mentat::construction<mentat_constructor_0> mentat_constructor(std::string name, int start, currency in = currency::euro) {
    return ::mentat::construction<mentat_constructor_0>::of(static_cast<std::string&&>(name), start, in);
  }
  using mentat_constructor_1 = ::mentat::constructor<account_impl, 1, const std::vector<point>&, int>;
  static ::mentat::construction<mentat_constructor_1> mentat_constructor(const std::vector<point>& points, int argument_1 = LIMIT) {
    return ::mentat::construction<mentat_constructor_1>::of(points, argument_1);
  }
  static void mentat_constructor(const char* text);
  static void mentat_constructor(int& counted);
  static void mentat_constructor(std::unique_ptr<int> start);
  using mentat_constructor_2 = ::mentat::constructor<account_impl, 2, account, std::string&&>;
  static ::mentat::construction<mentat_constructor_2> mentat_constructor(account other, std::string&& name) {
    return ::mentat::construction<mentat_constructor_2>::of(static_cast<account&&>(other), static_cast<std::string&&>(name));
  }
  using mentat_constructor_3 = ::mentat::constructor<account_impl, 3, const owner&, bool>;
  static ::mentat::construction<mentat_constructor_3> mentat_constructor(const owner& of, bool twice = base == 3);
  static void mentat_constructor(float argument_0);
  static void mentat_constructor(long start);
  struct mentat_stubs : ::mentat::mentat_object {
    using currency = account_impl::currency;
    int pay(int n) const { return call_fn<pay_tag>(n); }
  };
  static const ::mentat::class_info& mentat_class();
#line 37 "constructors.mpl.cc"
};

class owner {
 public:
  int id = 0;
};

account_impl::account_impl(std::string name, int start, currency) : name_(std::move(name)), total_(start) {}
account_impl::account_impl(const owner& of, bool twice) : total_(twice ? 2 * of.id : of.id) {}

// It keeps a reference.
class view_impl; using view = ::mentat::handle<view_impl>; class view_impl {
 public:
  view_impl(const std::vector<int>& of) : of_(of) {}
  void size_body(::mentat::rtf_sink<int>& mentat_rtf) { return mentat_rtf(static_cast<int>(of_.size())); }

 private:
  const std::vector<int>& of_;
#line 92 "constructors.cc"
 public:
  using size_tag = ::mentat::method<view_impl, 0x92b0bcc2u, int()>;
  int size() {
    ::mentat::local_call<size_tag> call;
    size_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int size() const { return call_fn<size_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 55 "constructors.mpl.cc"
};

class savings_impl; using savings = ::mentat::handle<savings_impl>; class savings_impl : public account_impl {
 public:
  using account_impl::account_impl;
#line 110 "constructors.cc"
 public:
  struct mentat_stubs : ::mentat::handle<account_impl> {
  };
  static const ::mentat::class_info& mentat_class();
#line 60 "constructors.mpl.cc"
};

class any_impl; using any = ::mentat::handle<any_impl>; class any_impl {
 public:
  template <class T>
  any_impl(T) {}
  any_impl(int) {}
  void one_body(::mentat::rtf_sink<int>& mentat_rtf) { return mentat_rtf(1); }
#line 124 "constructors.cc"
 public:
  using one_tag = ::mentat::method<any_impl, 0x07449efau, int()>;
  int one() {
    ::mentat::local_call<one_tag> call;
    one_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int one() const { return call_fn<one_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 68 "constructors.mpl.cc"
};

#define PARAMETER int by
class from_macro_impl; using from_macro = ::mentat::handle<from_macro_impl>; class from_macro_impl {
 public:
  from_macro_impl(PARAMETER) : by_(by) {}
  from_macro_impl(int, int) {}
  void by_body(::mentat::rtf_sink<int>& mentat_rtf) { return mentat_rtf(by_); }

 private:
  int by_ = 0;
#line 148 "constructors.cc"
 public:
  using by_tag = ::mentat::method<from_macro_impl, 0x9b859d38u, int()>;
  int by() {
    ::mentat::local_call<by_tag> call;
    by_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int by() const { return call_fn<by_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 79 "constructors.mpl.cc"
};

class clerk_impl; using clerk = ::mentat::handle<clerk_impl>; class clerk_impl {
 public:
  clerk_impl(int = 0) {}
  void work_body(::mentat::rtf_sink<int>& mentat_rtf) { return mentat_rtf(1); }
#line 167 "constructors.cc"
 public:
  using work_tag = ::mentat::method<clerk_impl, 0xd0835268u, int()>;
  int work() {
    ::mentat::local_call<work_tag> call;
    work_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int work() const { return call_fn<work_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 85 "constructors.mpl.cc"
};

template <class T> class box_impl; template <class T> using box = ::mentat::handle<box_impl<T>>; template <class T>
class box_impl {
 public:
  box_impl(T value, std::vector<T> more = {}) : value_(std::move(value)) { more.clear(); }
  void get_body(::mentat::rtf_sink<T>& mentat_rtf) { return mentat_rtf(value_); }

 private:
  T value_;
#line 190 "constructors.cc"
 public:
  using get_tag = ::mentat::method<box_impl, 0x302e88b7u, T()>;
  T get() {
    ::mentat::local_call<get_tag> call;
    get_body(call.rtf());
    return call.take();
  }
  using mentat_constructor_0 = ::mentat::constructor<box_impl, 0, T, std::vector<T>>;
  static ::mentat::construction<mentat_constructor_0> mentat_constructor(T value, std::vector<T> more = {}) {
    return ::mentat::construction<mentat_constructor_0>::of(static_cast<T&&>(value), static_cast<std::vector<T>&&>(more));
  }
  struct mentat_stubs : ::mentat::mentat_object {
    T get() const { return call_fn<get_tag>(); }
  };
  static const ::mentat::class_info& mentat_class() { return ::mentat::class_info_of<box_impl>(); }
#line 95 "constructors.mpl.cc"
};

}  // namespace bank

int mentat_main(int, char**) {
  bank::account a, b;
  mentat::create(b, "Ann", 5);
  bank::box<bank::point> c;
  mentat::create(c, bank::point{1, 2});
  int n; ::mentat::rv_scope mentat_scope_n(n); ::mentat::RV_INSERT(n) = b.invoke_fn<::bank::account_impl::pay_tag>(1);
  { ::mentat::RESOLVE(n); return n; }
}
#line 219 "constructors.cc"
#ifndef MENTAT_SERIALIZE_948c67d737747fb3
#define MENTAT_SERIALIZE_948c67d737747fb3
namespace bank {
template <class Archive>
void serialize(Archive& archive, ::bank::point& value) {
  archive(value.x, value.y);
}
}
#endif
#ifndef MENTAT_SERIALIZE_662da42c96e619ce
#define MENTAT_SERIALIZE_662da42c96e619ce
namespace bank {
template <class Archive>
void serialize(Archive& archive, ::bank::owner& value) {
  archive(value.id);
}
}
#endif
template <class T>
struct mentat::server<::bank::box_impl<T>> {
  static void dispatch(::bank::box_impl<T>& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::bank::box_impl<T>::get_tag::number: {
        ::mentat::accepted_call<typename ::bank::box_impl<T>::get_tag> call(unit);
        return self.get_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description =
      ::mentat::describe_instance<::bank::box_impl<T>>(::mentat::kind::persistent, 0x9ff2980fc110da6aull, nullptr);
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<typename ::bank::box_impl<T>::get_tag>("get", "constructors.mpl.cc:91"),
  };
  static constexpr ::mentat::constructor_description constructors[] = {
      ::mentat::describe_constructor<typename ::bank::box_impl<T>::mentat_constructor_0>(),
  };
};
template <> struct mentat::server<::bank::account_impl> {
  static void dispatch(::bank::account_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::bank::account_impl::pay_tag::number: {
        ::mentat::accepted_call<::bank::account_impl::pay_tag> call(unit);
        return self.pay_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "bank::account", ::mentat::kind::persistent, 0x8339e0a65f524949ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::bank::account_impl::pay_tag>("pay", "constructors.mpl.cc:30"),
  };
  static constexpr ::mentat::constructor_description constructors[] = {
      ::mentat::describe_constructor<::bank::account_impl::mentat_constructor_0>(),
      ::mentat::describe_constructor<::bank::account_impl::mentat_constructor_1>(),
      ::mentat::describe_constructor<::bank::account_impl::mentat_constructor_2>(),
      ::mentat::describe_constructor<::bank::account_impl::mentat_constructor_3>(),
  };
};
auto ::bank::account_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::bank::account_impl>();
}
MENTAT_REGISTER_CLASS(::bank::account_impl)
template <> struct mentat::server<::bank::view_impl> {
  static void dispatch(::bank::view_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::bank::view_impl::size_tag::number: {
        ::mentat::accepted_call<::bank::view_impl::size_tag> call(unit);
        return self.size_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "bank::view", ::mentat::kind::persistent, 0x8431eeaaf447e32eull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::bank::view_impl::size_tag>("size", "constructors.mpl.cc:51"),
  };
};
auto ::bank::view_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::bank::view_impl>();
}
MENTAT_REGISTER_CLASS(::bank::view_impl)
template <> struct mentat::server<::bank::savings_impl> {
  static void dispatch(::bank::savings_impl& self, ::mentat::work_unit& unit) {
    ::mentat::server<::bank::account_impl>::dispatch(self, unit);
  }
  static constexpr ::mentat::class_description description{
      "bank::savings", ::mentat::kind::persistent, 0x29564a02c7696828ull, &::mentat::server<::bank::account_impl>::description};
  static constexpr std::span<const ::mentat::method_description> methods{};
};
auto ::bank::savings_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::bank::savings_impl>();
}
MENTAT_REGISTER_CLASS(::bank::savings_impl)
template <> struct mentat::server<::bank::any_impl> {
  static void dispatch(::bank::any_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::bank::any_impl::one_tag::number: {
        ::mentat::accepted_call<::bank::any_impl::one_tag> call(unit);
        return self.one_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "bank::any", ::mentat::kind::persistent, 0x74879df8c42ce164ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::bank::any_impl::one_tag>("one", "constructors.mpl.cc:67"),
  };
};
auto ::bank::any_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::bank::any_impl>();
}
MENTAT_REGISTER_CLASS(::bank::any_impl)
template <> struct mentat::server<::bank::from_macro_impl> {
  static void dispatch(::bank::from_macro_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::bank::from_macro_impl::by_tag::number: {
        ::mentat::accepted_call<::bank::from_macro_impl::by_tag> call(unit);
        return self.by_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "bank::from_macro", ::mentat::kind::persistent, 0x8befffdbb6afe9a1ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::bank::from_macro_impl::by_tag>("by", "constructors.mpl.cc:75"),
  };
};
auto ::bank::from_macro_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::bank::from_macro_impl>();
}
MENTAT_REGISTER_CLASS(::bank::from_macro_impl)
template <> struct mentat::server<::bank::clerk_impl> {
  static void dispatch(::bank::clerk_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::bank::clerk_impl::work_tag::number: {
        ::mentat::accepted_call<::bank::clerk_impl::work_tag> call(unit);
        return self.work_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "bank::clerk", ::mentat::kind::regular, 0xb7b9906af894fe1dull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::bank::clerk_impl::work_tag>("work", "constructors.mpl.cc:84"),
  };
};
auto ::bank::clerk_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::bank::clerk_impl>();
}
MENTAT_REGISTER_CLASS(::bank::clerk_impl)
auto ::bank::account_impl::mentat_constructor(const owner& of, bool twice) -> ::mentat::construction<mentat_constructor_3> {
  return ::mentat::construction<mentat_constructor_3>::of(of, twice);
}
int main(int argc, char** argv) { return ::mentat::run_main(argc, argv, &mentat_main); }
