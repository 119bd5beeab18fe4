// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "macro_arguments.mpl.cc"
// Arguments of macros are edited where they are written, unless the macro shows their text.
#include <mentat/mpl.h>

#include <cassert>
#include <string>
#include <vector>

class worker_impl__; using worker = ::mentat::handle__<worker_impl__>; class worker_impl__ {
 public:
  void op_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n, int m) { return mentat_rtf__(n + m); }
  void half_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double d) { return mentat_rtf__(d / 2); }
  void text_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__, int n) { return mentat_rtf__(std::string(n, 0)); }
  void row_body__(::mentat::rtf_sink__<std::vector<double>>& mentat_rtf__, int n) { return mentat_rtf__(std::vector<double>(n)); }
#line 18 "macro_arguments.cc"
 public:
  using op_tag__ = ::mentat::method__<worker_impl__, 0x85cc9a13u, int(int, int)>;
  static int op_default_1__() { return 2; }
  int op(int n, int m = op_default_1__()) {
    ::mentat::local_call__<op_tag__> call__;
    op_body__(call__.rtf__(), n, m);
    return call__.take__();
  }
  using half_tag__ = ::mentat::method__<worker_impl__, 0xc109c5d0u, double(double)>;
  double half(double d) {
    ::mentat::local_call__<half_tag__> call__;
    half_body__(call__.rtf__(), d);
    return call__.take__();
  }
  using text_tag__ = ::mentat::method__<worker_impl__, 0x04363a0bu, std::string(int)>;
  std::string text(int n) {
    ::mentat::local_call__<text_tag__> call__;
    text_body__(call__.rtf__(), n);
    return call__.take__();
  }
  using row_tag__ = ::mentat::method__<worker_impl__, 0x1f5679b0u, std::vector<double>(int)>;
  std::vector<double> row(int n) {
    ::mentat::local_call__<row_tag__> call__;
    row_body__(call__.rtf__(), n);
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int op(int n, int m = op_default_1__(), ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<op_tag__>(n, m, place__);
    }
    double half(double d, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<half_tag__>(d, place__);
    }
    std::string text(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<text_tag__>(n, place__);
    }
    std::vector<double> row(int n, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<row_tag__>(n, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 14 "macro_arguments.mpl.cc"
};

#define SQUARE(x) ((x) * (x))
#define SHOW(x) show(#x, x)
#define SWAP(a, b) \
  {                \
    decltype(a) t = a; \
    a = b;         \
    b = t;         \
  }
#define BODY w = A.op(3)
void show(const char*, int);

int run(worker A) {
  int w = A.call_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__()); int x[3]; int y; ::mentat::rv_scope__ mentat_scope_y__(y); ::mentat::RV_INSERT__(y) = A.invoke_fn__<::worker_impl__::op_tag__>(5, ::worker_impl__::op_default_1__()); int z; ::mentat::rv_scope__ mentat_scope_z__(z); ::mentat::RV_INSERT__(z) = A.invoke_fn__<::worker_impl__::op_tag__>(6, ::worker_impl__::op_default_1__()); ::mentat::rv_scope__ mentat_scope_x__(x);
  ::mentat::RV_INSERT__(x[1]) = A.invoke_fn__<::worker_impl__::op_tag__>(2, ::worker_impl__::op_default_1__());
  int sum = SQUARE(w) + SQUARE(::mentat::RESOLVE__(x[1]));
  w = A.call_fn__<::worker_impl__::op_tag__>(w, ::worker_impl__::op_default_1__());
  if (sum > 1) { ::mentat::RESOLVE__(y); SHOW(y); }
  else SHOW(A.op(w));
  ::mentat::RESOLVE__(x); SHOW(x[1] + w);
  ::mentat::RESOLVE__(x); assert(x[1] > 0 && sum > 0);
  ::mentat::RESOLVE__(y); SWAP(y, ::mentat::RESOLVE__(z));
  int v = SQUARE(A.call_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__()));
  BODY;
  return ::mentat::RESOLVE__(y) + z + v;
}
#line 88 "macro_arguments.cc"
template <> struct mentat::server__<::worker_impl__> {
  static void dispatch__(::worker_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::worker_impl__::op_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::op_tag__> call__(unit__);
        return self__.op_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::worker_impl__::half_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::half_tag__> call__(unit__);
        return self__.half_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::worker_impl__::text_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::text_tag__> call__(unit__);
        return self__.text_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::worker_impl__::row_tag__::number__: {
        ::mentat::accepted_call__<::worker_impl__::row_tag__> call__(unit__);
        return self__.row_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "worker", ::mentat::kind__::regular__, 0xd7d3bb4f814ee5d4ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::worker_impl__::op_tag__>("op", "macro_arguments.mpl.cc:10"),
      ::mentat::describe__<::worker_impl__::half_tag__>("half", "macro_arguments.mpl.cc:11"),
      ::mentat::describe__<::worker_impl__::text_tag__>("text", "macro_arguments.mpl.cc:12"),
      ::mentat::describe__<::worker_impl__::row_tag__>("row", "macro_arguments.mpl.cc:13"),
  };
};
auto ::worker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::worker_impl__>();
}
MENTAT_REGISTER_CLASS(::worker_impl__)
