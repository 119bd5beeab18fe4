// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "durable.mpl.cc"
#include <mentat/mpl.h>

#include <map>
#include <string>

struct labelled {
  std::string label;
};

class account_impl__; using account = ::mentat::handle__<account_impl__>; class account_impl__ : public labelled {
 public:
  explicit account_impl__(std::string owner) : owner_(owner) {}
  void deposit_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, long cents) { balance_ += cents; }
  void withdraw_body__(::mentat::rtf_sink__<bool>& mentat_rtf__, long cents) {
    if (cents > balance_) return mentat_rtf__(false);
    balance_ -= cents;
    return mentat_rtf__(true);
  }
  void balance_body__(::mentat::rtf_sink__<long>& mentat_rtf__) const { return mentat_rtf__(balance_); }

 private:
  std::string owner_;
  long balance_ = 0;
  unsigned open_ : 1 = 0;
#line 29 "durable.cc"
 public:
  using deposit_tag__ = ::mentat::method__<account_impl__, 0x6a5827eau, void(long)>;
  void deposit(long cents) {
    ::mentat::local_call__<deposit_tag__> call__;
    deposit_body__(call__.rtf__(), cents);
    return call__.take__();
  }
  using withdraw_tag__ = ::mentat::method__<account_impl__, 0x53844016u, bool(long)>;
  bool withdraw(long cents) {
    ::mentat::local_call__<withdraw_tag__> call__;
    withdraw_body__(call__.rtf__(), cents);
    return call__.take__();
  }
  using balance_tag__ = ::mentat::method__<account_impl__, 0xd2f1c950u, long()>;
  long balance() const {
    ::mentat::local_call__<balance_tag__> call__;
    balance_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_constructor_0__ = ::mentat::constructor__<account_impl__, 0, std::string>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(std::string owner) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(static_cast<decltype(owner)&&>(owner));
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  static constexpr unsigned mentat_cells__ = 4;
  template <class archive_type__>
  void mentat_cell__([[maybe_unused]] archive_type__& archive__, unsigned cell__) {
    switch (cell__) {
      case 0:
        archive__(static_cast<::labelled&>(*this));
        break;
      case 1:
        archive__(owner_);
        break;
      case 2:
        archive__(balance_);
        break;
      case 3:
        {
          unsigned int bits__ = open_;
          archive__(bits__);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
          open_ = bits__;
#pragma GCC diagnostic pop
        }
        break;
      default:
        break;
    }
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    void deposit(long cents, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<deposit_tag__>(cents, place__);
    }
    bool withdraw(long cents, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<withdraw_tag__>(cents, place__);
    }
    long balance(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<balance_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 25 "durable.mpl.cc"
};

struct savings_impl__; using savings = ::mentat::handle__<savings_impl__>; struct savings_impl__ : account_impl__ {
  explicit savings_impl__(int rate) : account_impl__("savings"), rate(rate) {}
  void pay_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__) { deposit(balance() * rate / 100); }
  int rate;
#line 100 "durable.cc"
 public:
  using pay_tag__ = ::mentat::method__<savings_impl__, 0x241ff283u, void()>;
  void pay() {
    ::mentat::local_call__<pay_tag__> call__;
    pay_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_constructor_0__ = ::mentat::constructor__<savings_impl__, 0, int>;
  static ::mentat::construction__<mentat_constructor_0__> mentat_constructor__(int rate) {
    return ::mentat::construction__<mentat_constructor_0__>::of__(rate);
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  static constexpr unsigned mentat_cells__ = ::account_impl__::mentat_cells__ + 1;
  template <class archive_type__>
  void mentat_cell__([[maybe_unused]] archive_type__& archive__, unsigned cell__) {
    if (cell__ < ::account_impl__::mentat_cells__) return ::account_impl__::mentat_cell__(archive__, cell__);
    switch (cell__ - ::account_impl__::mentat_cells__) {
      case 0:
        archive__(rate);
        break;
      default:
        break;
    }
  }
  struct mentat_stubs__ : ::mentat::handle__<account_impl__> {
    void pay(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<pay_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 31 "durable.mpl.cc"
};

template <class T> class table_impl__; template <class T> using table = ::mentat::handle__<table_impl__<T>>; template <class T>
class table_impl__ {
 public:
  void set_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, int key, T value) { values_[key] = value; }
  void get_body__(::mentat::rtf_sink__<T>& mentat_rtf__, int key) const { return mentat_rtf__(values_.at(key)); }

 private:
  std::map<int, T> values_;
#line 142 "durable.cc"
 public:
  using set_tag__ = ::mentat::method__<table_impl__, 0x3aa1eed7u, void(int, T)>;
  void set(int key, T value) {
    ::mentat::local_call__<set_tag__> call__;
    set_body__(call__.rtf__(), key, static_cast<decltype(value)&&>(value));
    return call__.take__();
  }
  using get_tag__ = ::mentat::method__<table_impl__, 0x877ae6abu, T(int)>;
  T get(int key) const {
    ::mentat::local_call__<get_tag__> call__;
    get_body__(call__.rtf__(), key);
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  static constexpr unsigned mentat_cells__ = 1;
  template <class archive_type__>
  void mentat_cell__([[maybe_unused]] archive_type__& archive__, unsigned cell__) {
    switch (cell__) {
      case 0:
        archive__(values_);
        break;
      default:
        break;
    }
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    void set(int key, T value, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<set_tag__>(key, static_cast<decltype(value)&&>(value), place__);
    }
    T get(int key, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<get_tag__>(key, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__() { return ::mentat::class_info_of__<table_impl__>(); }
#line 41 "durable.mpl.cc"
};

bool use(account a) {
  a.invoke_fn__<::account_impl__::deposit_tag__>(5);
  savings s(3);
  s.invoke_fn__<::savings_impl__::pay_tag__>();
  table<int> t;
  mentat::create(t);
  t.invoke_fn__<::table_impl__<int>::set_tag__>(1, 2);
  return a.call_fn__<::account_impl__::withdraw_tag__>(t.invoke_fn__<::table_impl__<int>::get_tag__>(1));
}
#line 189 "durable.cc"
#ifndef MENTAT_SERIALIZE_aa80bdfd177f851c
#define MENTAT_SERIALIZE_aa80bdfd177f851c
template <class Archive__>
void serialize__(Archive__& archive__, ::labelled& value__) {
  archive__(value__.label);
}
#endif
template <class T>
struct mentat::server__<::table_impl__<T>> {
  static void dispatch__(::table_impl__<T>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::table_impl__<T>::set_tag__::number__: {
        ::mentat::accepted_call__<typename ::table_impl__<T>::set_tag__> call__(unit__);
        return self__.set_body__(call__.rtf__(), call__.template argument__<0>(), call__.template argument__<1>());
      }
      case ::table_impl__<T>::get_tag__::number__: {
        ::mentat::accepted_call__<typename ::table_impl__<T>::get_tag__> call__(unit__);
        return self__.get_body__(call__.rtf__(), call__.template argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__ =
      ::mentat::describe_instance__<::table_impl__<T>>(::mentat::kind__::durable__, 0xd44f337b29b5bb49ull, nullptr);
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<typename ::table_impl__<T>::set_tag__>("set", "durable.mpl.cc:36"),
      ::mentat::describe_read__<typename ::table_impl__<T>::get_tag__>("get", "durable.mpl.cc:37"),
  };
};
template <> struct mentat::server__<::account_impl__> {
  static void dispatch__(::account_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::account_impl__::deposit_tag__::number__: {
        ::mentat::accepted_call__<::account_impl__::deposit_tag__> call__(unit__);
        return self__.deposit_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::account_impl__::withdraw_tag__::number__: {
        ::mentat::accepted_call__<::account_impl__::withdraw_tag__> call__(unit__);
        return self__.withdraw_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::account_impl__::balance_tag__::number__: {
        ::mentat::accepted_call__<::account_impl__::balance_tag__> call__(unit__);
        return self__.balance_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "account", ::mentat::kind__::durable__, 0x22496c147628d9ccull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::account_impl__::deposit_tag__>("deposit", "durable.mpl.cc:13"),
      ::mentat::describe__<::account_impl__::withdraw_tag__>("withdraw", "durable.mpl.cc:14"),
      ::mentat::describe_read__<::account_impl__::balance_tag__>("balance", "durable.mpl.cc:19"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::account_impl__::mentat_constructor_0__>(),
  };
};
auto ::account_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::account_impl__>();
}
MENTAT_REGISTER_CLASS(::account_impl__)
template <> struct mentat::server__<::savings_impl__> {
  static void dispatch__(::savings_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::savings_impl__::pay_tag__::number__: {
        ::mentat::accepted_call__<::savings_impl__::pay_tag__> call__(unit__);
        return self__.pay_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::server__<::account_impl__>::dispatch__(self__, unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "savings", ::mentat::kind__::durable__, 0xed3d326d8b437135ull, &::mentat::server__<::account_impl__>::description__};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::savings_impl__::pay_tag__>("pay", "durable.mpl.cc:29"),
  };
  static constexpr ::mentat::constructor_description__ constructors__[] = {
      ::mentat::describe_constructor__<::savings_impl__::mentat_constructor_0__>(),
  };
};
auto ::savings_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::savings_impl__>();
}
MENTAT_REGISTER_CLASS(::savings_impl__)
