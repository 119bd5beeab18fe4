#include <mentat/server.h>
#include <mentat/main.h>
#line 1 "attribute.mpl.cc"
// The spelling that every C++ compiler reads.
#include <mentat/mpl.h>

class account_impl; using account = ::mentat::handle<account_impl>;

class account_impl {
 public:
  void deposit_body(::mentat::rtf_sink<int>& mentat_rtf, int amount) {
    balance_ += amount;
    return mentat_rtf(balance_);
  }

 private:
  int balance_ = 0;
#line 19 "attribute.cc"
 public:
  using deposit_tag = ::mentat::method<account_impl, 0x6a4b5bf7u, int(int)>;
  int deposit(int amount) {
    ::mentat::local_call<deposit_tag> call;
    deposit_body(call.rtf(), amount);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int deposit(int amount) const { return call_fn<deposit_tag>(amount); }
  };
  static const ::mentat::class_info& mentat_class();
#line 15 "attribute.mpl.cc"
};

struct calculator_impl; using calculator = ::mentat::handle<calculator_impl>; struct [[nodiscard]] calculator_impl { void twice_body(::mentat::rtf_sink<int>& mentat_rtf, int n) { return mentat_rtf(2 * n); } 
#line 35 "attribute.cc"
 public:
  using twice_tag = ::mentat::method<calculator_impl, 0x5ada7182u, int(int)>;
  int twice(int n) {
    ::mentat::local_call<twice_tag> call;
    twice_body(call.rtf(), n);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int twice(int n) const { return call_fn<twice_tag>(n); }
  };
  static const ::mentat::class_info& mentat_class();
#line 17 "attribute.mpl.cc"
                                                                                      };

int mentat_main(int, char**) {
  account a;
  mentat::create(a);
  calculator c;
  return a.call_fn<::account_impl::deposit_tag>(c.invoke_fn<::calculator_impl::twice_tag>(4)) == 8 ? 0 : 1;
}
#line 56 "attribute.cc"
template <> struct mentat::server<::account_impl> {
  static void dispatch(::account_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::account_impl::deposit_tag::number: {
        ::mentat::accepted_call<::account_impl::deposit_tag> call(unit);
        return self.deposit_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "account", ::mentat::kind::persistent, 0x4399042d314e3d46ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::account_impl::deposit_tag>("deposit", "attribute.mpl.cc:8"),
  };
};
auto ::account_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::account_impl>();
}
MENTAT_REGISTER_CLASS(::account_impl)
template <> struct mentat::server<::calculator_impl> {
  static void dispatch(::calculator_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::calculator_impl::twice_tag::number: {
        ::mentat::accepted_call<::calculator_impl::twice_tag> call(unit);
        return self.twice_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "calculator", ::mentat::kind::regular, 0xd844047c1376ceb6ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::calculator_impl::twice_tag>("twice", "attribute.mpl.cc:17"),
  };
};
auto ::calculator_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::calculator_impl>();
}
MENTAT_REGISTER_CLASS(::calculator_impl)
int main(int argc, char** argv) { return ::mentat::run_main(argc, argv, &mentat_main); }
