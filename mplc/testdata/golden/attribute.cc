// Translated by mplc VERSION.
#include <mentat/server.h>
#include <mentat/main.h>
int mentat_main__(int, char**);
#line 1 "attribute.mpl.cc"
// The spelling that every C++ compiler reads.
#include <mentat/mpl.h>

class account_impl__; using account = ::mentat::handle__<account_impl__>;

class account_impl__ {
 public:
  void deposit_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int amount) {
    balance_ += amount;
    return mentat_rtf__(balance_);
  }

 private:
  int balance_ = 0;
#line 21 "attribute.cc"
 public:
  using deposit_tag__ = ::mentat::method__<account_impl__, 0x6a4b5bf7u, int(int)>;
  int deposit(int amount) {
    ::mentat::local_call__<deposit_tag__> call__;
    deposit_body__(call__.rtf__(), amount);
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int deposit(int amount, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<deposit_tag__>(amount, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 15 "attribute.mpl.cc"
};

struct calculator_impl__; using calculator = ::mentat::handle__<calculator_impl__>; struct [[nodiscard]] calculator_impl__ { void twice_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n) { return mentat_rtf__(2 * n); } 
#line 40 "attribute.cc"
 public:
  using twice_tag__ = ::mentat::method__<calculator_impl__, 0x5ada7182u, int(int)>;
  int twice(int n) {
    ::mentat::local_call__<twice_tag__> call__;
    twice_body__(call__.rtf__(), n);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int twice(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<twice_tag__>(n, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 17 "attribute.mpl.cc"
                                                                                      };

int mentat_main__(int, char**) {
  account a;
  mentat::create(a);
  calculator c;
  return a.call_fn__<::account_impl__::deposit_tag__>(c.invoke_fn__<::calculator_impl__::twice_tag__>(4)) == 8 ? 0 : 1;
}
#line 63 "attribute.cc"
template <> struct mentat::server__<::account_impl__> {
  static void dispatch__(::account_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::account_impl__::deposit_tag__::number__: {
        ::mentat::accepted_call__<::account_impl__::deposit_tag__> call__(unit__);
        return self__.deposit_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "account", ::mentat::kind__::persistent__, 0x4399042d314e3d46ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::account_impl__::deposit_tag__>("deposit", "attribute.mpl.cc:8"),
  };
};
auto ::account_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::account_impl__>();
}
MENTAT_REGISTER_CLASS(::account_impl__)
template <> struct mentat::server__<::calculator_impl__> {
  static void dispatch__(::calculator_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::calculator_impl__::twice_tag__::number__: {
        ::mentat::accepted_call__<::calculator_impl__::twice_tag__> call__(unit__);
        return self__.twice_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "calculator", ::mentat::kind__::regular__, 0xd844047c1376ceb6ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::calculator_impl__::twice_tag__>("twice", "attribute.mpl.cc:17"),
  };
};
auto ::calculator_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::calculator_impl__>();
}
MENTAT_REGISTER_CLASS(::calculator_impl__)
int main(int argc__, char** argv__) {
  return ::mentat::run_main__(argc__, argv__, &mentat_main__);
}
