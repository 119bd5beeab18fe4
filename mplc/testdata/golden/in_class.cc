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
class counter_impl; using counter = ::mentat::handle<counter_impl>; class counter_impl {
 public:
  static constexpr int limit = 100;

  counter_impl() = default;
  explicit counter_impl(int start) : total_(start) {}
  ~counter_impl() {}

  void add_body(::mentat::rtf_sink<int>& mentat_rtf, int n) {
    total_ += n;
    mentat_rtf(total_);
  }
  void total_body(::mentat::rtf_sink<int>& mentat_rtf) const { return mentat_rtf(total_); }
  void put_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, item one, const std::string& note) { last_ = note + one.name; }
  
void first_body(::mentat::rtf_sink<item>& mentat_rtf) { return mentat_rtf(item{last_, 1}); }
  static bool allowed(int n) { return n < limit; }

 private:
  int twice(int n) { return add(n) + this->add(n); }
  int total_ = 0;
  std::string last_;
#line 38 "in_class.cc"
 public:
  using add_tag = ::mentat::method<counter_impl, 0x94c1b657u, int(int)>;
  int add(int n) {
    ::mentat::local_call<add_tag> call;
    add_body(call.rtf(), n);
    return call.take();
  }
  using total_tag = ::mentat::method<counter_impl, 0x576aa28fu, int()>;
  int total() const {
    ::mentat::local_call<total_tag> call;
    total_body(call.rtf());
    return call.take();
  }
  using put_tag = ::mentat::method<counter_impl, 0x5fd9fcb0u, void(item, const std::string&)>;
  void put(item one, const std::string& note) {
    ::mentat::local_call<put_tag> call;
    put_body(call.rtf(), static_cast<item&&>(one), note);
    return call.take();
  }
  using first_tag = ::mentat::method<counter_impl, 0x7e552fd0u, item()>;
  item first() {
    ::mentat::local_call<first_tag> call;
    first_body(call.rtf());
    return call.take();
  }
  using mentat_constructor_0 = ::mentat::constructor<counter_impl, 0, int>;
  static ::mentat::construction<mentat_constructor_0> mentat_constructor(int start) {
    return ::mentat::construction<mentat_constructor_0>::of(start);
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int add(int n) const { return call_fn<add_tag>(n); }
    int total() const { return call_fn<total_tag>(); }
    void put(item one, const std::string& note) const {
      return call_fn<put_tag>(static_cast<item&&>(one), note);
    }
    item first() const { return call_fn<first_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 35 "in_class.mpl.cc"
};

}  // namespace shop

int use() {
  shop::counter c;
  c.create(5);
  return shop::counter_impl::allowed(shop::counter_impl::limit) ? 1 : c.call_fn<::shop::counter_impl::add_tag>(1);
}
#line 87 "in_class.cc"
#ifndef MENTAT_SERIALIZE_77f2d87833787386
#define MENTAT_SERIALIZE_77f2d87833787386
namespace shop {
template <class Archive>
void serialize(Archive& archive, ::shop::item& value) {
  archive(value.name, value.price);
}
}
#endif
template <> struct mentat::server<::shop::counter_impl> {
  static void dispatch(::shop::counter_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::shop::counter_impl::add_tag::number: {
        ::mentat::accepted_call<::shop::counter_impl::add_tag> call(unit);
        return self.add_body(call.rtf(), call.argument<0>());
      }
      case ::shop::counter_impl::total_tag::number: {
        ::mentat::accepted_call<::shop::counter_impl::total_tag> call(unit);
        return self.total_body(call.rtf());
      }
      case ::shop::counter_impl::put_tag::number: {
        ::mentat::accepted_call<::shop::counter_impl::put_tag> call(unit);
        return self.put_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::shop::counter_impl::first_tag::number: {
        ::mentat::accepted_call<::shop::counter_impl::first_tag> call(unit);
        return self.first_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "shop::counter", ::mentat::kind::persistent, 0x39131978804fd1e4ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::shop::counter_impl::add_tag>("add", "in_class.mpl.cc:21"),
      ::mentat::describe<::shop::counter_impl::total_tag>("total", "in_class.mpl.cc:25"),
      ::mentat::describe<::shop::counter_impl::put_tag>("put", "in_class.mpl.cc:26"),
      ::mentat::describe<::shop::counter_impl::first_tag>("first", "in_class.mpl.cc:28"),
  };
  static constexpr ::mentat::constructor_description constructors[] = {
      ::mentat::describe_constructor<::shop::counter_impl::mentat_constructor_0>(),
  };
};
auto ::shop::counter_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::shop::counter_impl>();
}
MENTAT_REGISTER_CLASS(::shop::counter_impl)
