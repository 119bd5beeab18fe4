// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "default_arguments.mpl.cc"
#include <mentat/mpl.h>

#include <string>
#include <vector>

#define STEPS 10

class solver_impl__; using solver = ::mentat::handle__<solver_impl__>; class solver_impl__ {
 public:
  static constexpr double tolerance = 1e-6;
  void solve_body__(::mentat::rtf_sink__<double>& mentat_rtf__, const std::vector<double>& values, double limit, int steps,
               std::string name) {
    mentat_rtf__(limit * steps);
  }
  void quick_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int, const std::string&) { return mentat_rtf__(1); }
#line 20 "default_arguments.cc"
 public:
  using solve_tag__ = ::mentat::method__<solver_impl__, 0xd2c476ebu, double(const std::vector<double>&, double, int, std::string)>;
  static double solve_default_1__() { return tolerance; }
  static int solve_default_2__() { return 10; }
  static std::string solve_default_3__() { return {}; }
  double solve(const std::vector<double>& values, double limit = solve_default_1__(), int steps = solve_default_2__(), std::string name = solve_default_3__()) {
    ::mentat::local_call__<solve_tag__> call__;
    solve_body__(call__.rtf__(), values, limit, steps, static_cast<decltype(name)&&>(name));
    return call__.take__();
  }
  using quick_tag__ = ::mentat::method__<solver_impl__, 0x5ecff690u, int(int, const std::string&)>;
  static int quick_default_0__() { return 3; }
  static ::mentat::value_t__<const std::string&> quick_default_1__() { return "quick"; }
  int quick(int argument_0__ = quick_default_0__(), const std::string& argument_1__ = quick_default_1__()) {
    ::mentat::local_call__<quick_tag__> call__;
    quick_body__(call__.rtf__(), argument_0__, argument_1__);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    static constexpr auto& tolerance = solver_impl__::tolerance;
    double solve(const std::vector<double>& values, double limit = solve_default_1__(), int steps = solve_default_2__(), std::string name = solve_default_3__(), ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<solve_tag__>(values, limit, steps, static_cast<decltype(name)&&>(name), place__);
    }
    int quick(int argument_0__ = quick_default_0__(), const std::string& argument_1__ = quick_default_1__(), ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<quick_tag__>(argument_0__, argument_1__, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 16 "default_arguments.mpl.cc"
};

double use(const std::vector<double>& values) {
  solver s;
  double a; ::mentat::rv_scope__ mentat_scope_a__(a); ::mentat::RV_INSERT__(a) = s.invoke_fn__<::solver_impl__::solve_tag__>(values, ::solver_impl__::solve_default_1__(), ::solver_impl__::solve_default_2__(), ::solver_impl__::solve_default_3__()); double b; ::mentat::rv_scope__ mentat_scope_b__(b); ::mentat::RV_INSERT__(b) = s.invoke_fn__<::solver_impl__::solve_tag__>(values, 0.5, ::solver_impl__::solve_default_2__(), ::solver_impl__::solve_default_3__());
  return ::mentat::RESOLVE__(a) + ::mentat::RESOLVE__(b) + s.call_fn__<::solver_impl__::quick_tag__>(::solver_impl__::quick_default_0__(), ::solver_impl__::quick_default_1__());
}
#line 57 "default_arguments.cc"
template <> struct mentat::server__<::solver_impl__> {
  static void dispatch__(::solver_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::solver_impl__::solve_tag__::number__: {
        ::mentat::accepted_call__<::solver_impl__::solve_tag__> call__(unit__);
        return self__.solve_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>(), call__.argument__<2>(), call__.argument__<3>());
      }
      case ::solver_impl__::quick_tag__::number__: {
        ::mentat::accepted_call__<::solver_impl__::quick_tag__> call__(unit__);
        return self__.quick_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "solver", ::mentat::kind__::regular__, 0xdffba645ce49b2d2ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::solver_impl__::solve_tag__>("solve", "default_arguments.mpl.cc:11"),
      ::mentat::describe__<::solver_impl__::quick_tag__>("quick", "default_arguments.mpl.cc:15"),
  };
};
auto ::solver_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::solver_impl__>();
}
MENTAT_REGISTER_CLASS(::solver_impl__)
