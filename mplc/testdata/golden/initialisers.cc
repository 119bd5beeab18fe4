#include <mentat/server.h>
#line 1 "initialisers.mpl.cc"
// A result variable can be initialised in every form; const and what cannot be constructed first live in slots.
#include <mentat/mpl.h>

#include <string>
#include <vector>

class worker_impl; using worker = ::mentat::handle<worker_impl>; class worker_impl {
 public:
  void op_body(::mentat::rtf_sink<int>& mentat_rtf, int n, int m) { return mentat_rtf(n + m); }
  void half_body(::mentat::rtf_sink<double>& mentat_rtf, double d) { return mentat_rtf(d / 2); }
  void text_body(::mentat::rtf_sink<std::string>& mentat_rtf, int n) { return mentat_rtf(std::string(n, 0)); }
  void row_body(::mentat::rtf_sink<std::vector<double>>& mentat_rtf, int n) { return mentat_rtf(std::vector<double>(n)); }
#line 16 "initialisers.cc"
 public:
  using op_tag = ::mentat::method<worker_impl, 0x85cc9a13u, int(int, int)>;
  static int op_default_1() { return 2; }
  int op(int n, int m = op_default_1()) {
    ::mentat::local_call<op_tag> call;
    op_body(call.rtf(), n, m);
    return call.take();
  }
  using half_tag = ::mentat::method<worker_impl, 0xc109c5d0u, double(double)>;
  double half(double d) {
    ::mentat::local_call<half_tag> call;
    half_body(call.rtf(), d);
    return call.take();
  }
  using text_tag = ::mentat::method<worker_impl, 0x04363a0bu, std::string(int)>;
  std::string text(int n) {
    ::mentat::local_call<text_tag> call;
    text_body(call.rtf(), n);
    return call.take();
  }
  using row_tag = ::mentat::method<worker_impl, 0x1f5679b0u, std::vector<double>(int)>;
  std::vector<double> row(int n) {
    ::mentat::local_call<row_tag> call;
    row_body(call.rtf(), n);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int op(int n, int m = op_default_1()) const { return call_fn<op_tag>(n, m); }
    double half(double d) const { return call_fn<half_tag>(d); }
    std::string text(int n) const { return call_fn<text_tag>(n); }
    std::vector<double> row(int n) const { return call_fn<row_tag>(n); }
  };
  static const ::mentat::class_info& mentat_class();
#line 13 "initialisers.mpl.cc"
};

struct key {
  explicit key(int n) : n(n) {}
  int n;
};
class keeper_impl; using keeper = ::mentat::handle<keeper_impl>; class keeper_impl {
 public:
  void make_body(::mentat::rtf_sink<key>& mentat_rtf, int n) { return mentat_rtf(key(n)); }
#line 60 "initialisers.cc"
 public:
  using make_tag = ::mentat::method<keeper_impl, 0xf3c69930u, key(int)>;
  key make(int n) {
    ::mentat::local_call<make_tag> call;
    make_body(call.rtf(), n);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    key make(int n) const { return call_fn<make_tag>(n); }
  };
  static const ::mentat::class_info& mentat_class();
#line 22 "initialisers.mpl.cc"
};

key run(worker A, keeper K) {
  int a; ::mentat::rv_scope mentat_scope_a(a); ::mentat::RV_INSERT(a) = A.invoke_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1());
  int b; ::mentat::rv_scope mentat_scope_b(b); ::mentat::RV_INSERT(b) = A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(a), ::worker_impl::op_default_1());
  int c; ::mentat::rv_scope mentat_scope_c(c); ::mentat::RV_INSERT(c) = A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(b), ::worker_impl::op_default_1());
  int d; ::mentat::rv_scope mentat_scope_d(d); ::mentat::RV_INSERT(d) = A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(c), ::worker_impl::op_default_1());
  ::std::string e; ::mentat::rv_scope mentat_scope_e(e); ::mentat::RV_INSERT(e) = A.invoke_fn<::worker_impl::text_tag>(::mentat::PRV_TO_ARG(d));
  ::mentat::rv_slot<int> mentat_slot_f; const auto &f = mentat_slot_f.value(); mentat_slot_f = A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(d), ::worker_impl::op_default_1()); ::mentat::rv_slot<int> mentat_slot_g; const int& g = mentat_slot_g.value(); mentat_slot_g = A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(f), ::worker_impl::op_default_1());
  ::mentat::rv_slot<::std::string> mentat_slot_h; std::string const &h = mentat_slot_h.value(); mentat_slot_h = 
      A.invoke_fn<::worker_impl::text_tag>(::mentat::PRV_TO_ARG(g));
  ::std::vector<double> i; ::mentat::rv_scope mentat_scope_i(i); ::mentat::RV_INSERT(i) = A.invoke_fn<::worker_impl::row_tag>(3); ::std::vector<double> j; ::mentat::rv_scope mentat_scope_j(j); ::mentat::RV_INSERT(j) = A.invoke_fn<::worker_impl::row_tag>(A.invoke_fn<::worker_impl::op_tag>(1, 1));
  int k = 1; int l; ::mentat::rv_scope mentat_scope_l(l); ::mentat::RV_INSERT(l) = A.invoke_fn<::worker_impl::op_tag>(k, ::worker_impl::op_default_1()); int m(2); int n; ::mentat::rv_scope mentat_scope_n(n); ::mentat::RV_INSERT(n) = A.invoke_fn<::worker_impl::op_tag>(m, ::worker_impl::op_default_1()); int o;
  long p; ::mentat::rv_scope mentat_scope_p(p); ::mentat::RV_INSERT(p) = A.invoke_fn<::worker_impl::op_tag>(o = 3, ::worker_impl::op_default_1());
  static int q = A.call_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1());
  const std::string& r = A.call_fn<::worker_impl::text_tag>(1);
  std::string s(A.call_fn<::worker_impl::op_tag>(3, ::worker_impl::op_default_1()), 'x');
  ::mentat::rv_slot<::key> mentat_slot_t; key &t = mentat_slot_t.value(); mentat_slot_t = K.invoke_fn<::keeper_impl::make_tag>(1);
  ::mentat::RV_INSERT(::mentat::RESOLVE(t)) = K.invoke_fn<::keeper_impl::make_tag>(2);
  ::mentat::RESOLVE(t) = key(3);
  if (int u = A.call_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1())) ::mentat::RESOLVE(l) += u;
  return static_cast<::key&&>(t);
}
#line 96 "initialisers.cc"
#ifndef MENTAT_SERIALIZE_5239fa6401dd17ea
#define MENTAT_SERIALIZE_5239fa6401dd17ea
template <class Archive>
void serialize(Archive& archive, ::key& value) {
  archive(value.n);
}
#endif
template <> struct mentat::server<::worker_impl> {
  static void dispatch(::worker_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::worker_impl::op_tag::number: {
        ::mentat::accepted_call<::worker_impl::op_tag> call(unit);
        return self.op_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::worker_impl::half_tag::number: {
        ::mentat::accepted_call<::worker_impl::half_tag> call(unit);
        return self.half_body(call.rtf(), call.argument<0>());
      }
      case ::worker_impl::text_tag::number: {
        ::mentat::accepted_call<::worker_impl::text_tag> call(unit);
        return self.text_body(call.rtf(), call.argument<0>());
      }
      case ::worker_impl::row_tag::number: {
        ::mentat::accepted_call<::worker_impl::row_tag> call(unit);
        return self.row_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "worker", ::mentat::kind::regular, 0xd7d3bb4f814ee5d4ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::worker_impl::op_tag>("op", "initialisers.mpl.cc:9"),
      ::mentat::describe<::worker_impl::half_tag>("half", "initialisers.mpl.cc:10"),
      ::mentat::describe<::worker_impl::text_tag>("text", "initialisers.mpl.cc:11"),
      ::mentat::describe<::worker_impl::row_tag>("row", "initialisers.mpl.cc:12"),
  };
};
auto ::worker_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::worker_impl>();
}
MENTAT_REGISTER_CLASS(::worker_impl)
template <> struct mentat::server<::keeper_impl> {
  static void dispatch(::keeper_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::keeper_impl::make_tag::number: {
        ::mentat::accepted_call<::keeper_impl::make_tag> call(unit);
        return self.make_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "keeper", ::mentat::kind::regular, 0xed1df1db315c320full, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::keeper_impl::make_tag>("make", "initialisers.mpl.cc:21"),
  };
};
auto ::keeper_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::keeper_impl>();
}
MENTAT_REGISTER_CLASS(::keeper_impl)
