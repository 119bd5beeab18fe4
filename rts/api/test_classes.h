// Mentat classes for the tests of the run-time interface, written by hand. Copy from here: a class
// is
//   1. its body functions, which give their result through an rtf sink, and its state;
//   2. one tag for each function: the class, a number that is not 0, and the signature;
//   3. `mentat_stubs__`, the functions that clients can call directly on a variable (may be empty:
//   invoke_fn__<tag> and call_fn__<tag> always work);
//   4. `mentat_class__()`, and outside the class a server section, which finds the body function
//   for a number.
// Once in a program: MENTAT_REGISTER_CLASS(the class). docs/emitted.md explains the parts.
#pragma once

#include <mentat/server.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// --- A regular class: it has no state, and every call has an object of its own.
// ---------------------------------------------

class calculator_impl;
using calculator = mentat::handle<calculator_impl>;

class calculator_impl {
 public:
  using add_tag = mentat::method<calculator_impl, 1, int(int, int)>;
  using halve_tag = mentat::method<calculator_impl, 2, double(int)>;
  using power_of_two_tag = mentat::method<calculator_impl, 3, int(int)>;
  using fail_tag = mentat::method<calculator_impl, 4, int(const std::string&)>;
  using greet_tag = mentat::method<calculator_impl, 5, std::string(const std::string&)>;
  using cut_tag = mentat::method<calculator_impl, 6, std::string(const std::string&, std::size_t)>;

  void add_body(mentat::rtf_sink<int>& rtf, int a, int b) { rtf(a + b); }
  void halve_body(mentat::rtf_sink<double>& rtf, int a) { rtf(a / 2.0); }
  // A function may hand on a value that does not exist yet: it turns itself into a subgraph.
  void power_of_two_body(mentat::rtf_sink<int>& rtf, int n) {
    if (n == 0) return rtf(1);
    calculator other;
    rtf(other.invoke_fn__<add_tag>(other.invoke_fn__<power_of_two_tag>(n - 1),
                                   other.invoke_fn__<power_of_two_tag>(n - 1)));
  }
  void fail_body(mentat::rtf_sink<int>&, const std::string& why) {
    throw std::invalid_argument(why);
  }
  void greet_body(mentat::rtf_sink<std::string>& rtf, const std::string& name) {
    rtf("hello " + name);
  }
  void cut_body(mentat::rtf_sink<std::string>& rtf, const std::string& text, std::size_t length) {
    rtf(text.substr(0, length));
  }

  struct mentat_stubs__ : mentat::mentat_object {
    int add(int a, int b) const { return call_fn__<add_tag>(a, b); }  // waits for the result
  };
  static const mentat::class_info& mentat_class__();
};

template <>
struct mentat::server__<calculator_impl> {
  static void dispatch__(calculator_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case calculator_impl::add_tag::number__: {
        mentat::accepted_call<calculator_impl::add_tag> call(unit);
        return self.add_body(call.rtf__(), call.argument__<0>(), call.argument__<1>());
      }
      case calculator_impl::halve_tag::number__: {
        mentat::accepted_call<calculator_impl::halve_tag> call(unit);
        return self.halve_body(call.rtf__(), call.argument__<0>());
      }
      case calculator_impl::power_of_two_tag::number__: {
        mentat::accepted_call<calculator_impl::power_of_two_tag> call(unit);
        return self.power_of_two_body(call.rtf__(), call.argument__<0>());
      }
      case calculator_impl::fail_tag::number__: {
        mentat::accepted_call<calculator_impl::fail_tag> call(unit);
        return self.fail_body(call.rtf__(), call.argument__<0>());
      }
      case calculator_impl::greet_tag::number__: {
        mentat::accepted_call<calculator_impl::greet_tag> call(unit);
        return self.greet_body(call.rtf__(), call.argument__<0>());
      }
      case calculator_impl::cut_tag::number__: {
        mentat::accepted_call<calculator_impl::cut_tag> call(unit);
        return self.cut_body(call.rtf__(), call.argument__<0>(), call.argument__<1>());
      }
    }
    mentat::no_such_function__(unit);
  }
  static constexpr mentat::class_description description__{"test::calculator",
                                                           mentat::kind::regular, 101, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<calculator_impl::add_tag>("add"),
      mentat::describe__<calculator_impl::halve_tag>("halve"),
      mentat::describe__<calculator_impl::power_of_two_tag>("power_of_two"),
      mentat::describe__<calculator_impl::fail_tag>("fail"),
      mentat::describe__<calculator_impl::greet_tag>("greet"),
      mentat::describe__<calculator_impl::cut_tag>("cut")};
};
inline const mentat::class_info& calculator_impl::mentat_class__() {
  return mentat::class_info_of__<calculator_impl>();
}

// --- A persistent class: an object with state, which runs one member function at a time.
// ------------------------------------

class account_impl;
using account = mentat::handle<account_impl>;

class account_impl {
 public:
  using mentat_lifetime__ = mentat::lifetime<0, true>;
  account_impl() = default;
  explicit account_impl(int balance) : balance_(balance) {}

  using deposit_tag = mentat::method<account_impl, 1, int(int)>;
  using withdraw_tag = mentat::method<account_impl, 2, void(int)>;
  using balance_tag = mentat::method<account_impl, 3, int()>;

  void deposit_body(mentat::rtf_sink<int>& rtf, int amount) { rtf(balance_ += amount); }
  // A function without result needs no rtf.
  void withdraw_body(mentat::rtf_sink<void>&, int amount) {
    if (amount > balance_) throw std::runtime_error("not that much money");
    balance_ -= amount;
  }
  void balance_body(mentat::rtf_sink<int>& rtf) const { rtf(balance_); }

  struct mentat_stubs__ : mentat::mentat_object {
    int deposit(int amount) const { return call_fn__<deposit_tag>(amount); }
    void withdraw(int amount) const { call_fn__<withdraw_tag>(amount); }
    int balance() const { return call_fn__<balance_tag>(); }
  };
  static const mentat::class_info& mentat_class__();

 private:
  int balance_ = 0;
};

template <>
struct mentat::server__<account_impl> {
  static void dispatch__(account_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case account_impl::deposit_tag::number__: {
        mentat::accepted_call<account_impl::deposit_tag> call(unit);
        return self.deposit_body(call.rtf__(), call.argument__<0>());
      }
      case account_impl::withdraw_tag::number__: {
        mentat::accepted_call<account_impl::withdraw_tag> call(unit);
        return self.withdraw_body(call.rtf__(), call.argument__<0>());
      }
      case account_impl::balance_tag::number__: {
        mentat::accepted_call<account_impl::balance_tag> call(unit);
        return self.balance_body(call.rtf__());
      }
    }
    mentat::no_such_function__(unit);
  }
  static constexpr mentat::class_description description__{"test::account",
                                                           mentat::kind::persistent, 102, nullptr};
  static constexpr mentat::method_description methods__[] = {
      mentat::describe__<account_impl::deposit_tag>("deposit"),
      mentat::describe__<account_impl::withdraw_tag>("withdraw"),
      mentat::describe__<account_impl::balance_tag>("balance")};
};
inline const mentat::class_info& account_impl::mentat_class__() {
  return mentat::class_info_of__<account_impl>();
}
