#include <mentat/server.h>
#line 1 "default_arguments.mpl.cc"
#include <mentat/mpl.h>

#include <string>
#include <vector>

#define STEPS 10

class solver_impl; using solver = ::mentat::handle<solver_impl>; class solver_impl {
 public:
  static constexpr double tolerance = 1e-6;
  void solve_body(::mentat::rtf_sink<double>& mentat_rtf, const std::vector<double>& values, double limit, int steps,
               std::string name) {
    mentat_rtf(limit * steps);
  }
  void quick_body(::mentat::rtf_sink<int>& mentat_rtf, int, const std::string&) { return mentat_rtf(1); }
#line 19 "default_arguments.cc"
 public:
  using solve_tag = ::mentat::method<solver_impl, 0xd2c476ebu, double(const std::vector<double>&, double, int, std::string)>;
  static double solve_default_1() { return tolerance; }
  static int solve_default_2() { return STEPS; }
  static std::string solve_default_3() { return {}; }
  double solve(const std::vector<double>& values, double limit = solve_default_1(), int steps = solve_default_2(), std::string name = solve_default_3()) {
    ::mentat::local_call<solve_tag> call;
    solve_body(call.rtf(), values, limit, steps, static_cast<std::string&&>(name));
    return call.take();
  }
  using quick_tag = ::mentat::method<solver_impl, 0x5ecff690u, int(int, const std::string&)>;
  static int quick_default_0() { return 3; }
  static ::mentat::value_t<const std::string&> quick_default_1() { return "quick"; }
  int quick(int argument_0 = quick_default_0(), const std::string& argument_1 = quick_default_1()) {
    ::mentat::local_call<quick_tag> call;
    quick_body(call.rtf(), argument_0, argument_1);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    double solve(const std::vector<double>& values, double limit = solve_default_1(), int steps = solve_default_2(), std::string name = solve_default_3()) const {
      return call_fn<solve_tag>(values, limit, steps, static_cast<std::string&&>(name));
    }
    int quick(int argument_0 = quick_default_0(), const std::string& argument_1 = quick_default_1()) const {
      return call_fn<quick_tag>(argument_0, argument_1);
    }
  };
  static const ::mentat::class_info& mentat_class();
#line 16 "default_arguments.mpl.cc"
};

double use(const std::vector<double>& values) {
  solver s;
  double a; ::mentat::rv_scope mentat_scope_a(a); ::mentat::RV_INSERT(a) = s.invoke_fn<::solver_impl::solve_tag>(values, ::solver_impl::solve_default_1(), ::solver_impl::solve_default_2(), ::solver_impl::solve_default_3()); double b; ::mentat::rv_scope mentat_scope_b(b); ::mentat::RV_INSERT(b) = s.invoke_fn<::solver_impl::solve_tag>(values, 0.5, ::solver_impl::solve_default_2(), ::solver_impl::solve_default_3());
  return ::mentat::RESOLVE(a) + ::mentat::RESOLVE(b) + s.call_fn<::solver_impl::quick_tag>(::solver_impl::quick_default_0(), ::solver_impl::quick_default_1());
}
#line 55 "default_arguments.cc"
template <> struct mentat::server<::solver_impl> {
  static void dispatch(::solver_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::solver_impl::solve_tag::number: {
        ::mentat::accepted_call<::solver_impl::solve_tag> call(unit);
        return self.solve_body(call.rtf(), call.argument<0>(), call.argument<1>(), call.argument<2>(), call.argument<3>());
      }
      case ::solver_impl::quick_tag::number: {
        ::mentat::accepted_call<::solver_impl::quick_tag> call(unit);
        return self.quick_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "solver", ::mentat::kind::regular, 0xdffba645ce49b2d2ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::solver_impl::solve_tag>("solve", "default_arguments.mpl.cc:11"),
      ::mentat::describe<::solver_impl::quick_tag>("quick", "default_arguments.mpl.cc:15"),
  };
};
auto ::solver_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::solver_impl>();
}
MENTAT_REGISTER_CLASS(::solver_impl)
