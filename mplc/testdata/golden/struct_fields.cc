#include <mentat/server.h>
#line 1 "struct_fields.mpl.cc"
// Fields of structs: the whole and the parts.
#include <mentat/mpl.h>

#include <string>
#include <vector>

class worker_impl; using worker = ::mentat::handle<worker_impl>; class worker_impl {
 public:
  void op_body(::mentat::rtf_sink<int>& mentat_rtf, int n, int m) { return mentat_rtf(n + m); }
  void half_body(::mentat::rtf_sink<double>& mentat_rtf, double d) { return mentat_rtf(d / 2); }
  void text_body(::mentat::rtf_sink<std::string>& mentat_rtf, int n) { return mentat_rtf(std::string(n, 0)); }
  void row_body(::mentat::rtf_sink<std::vector<double>>& mentat_rtf, int n) { return mentat_rtf(std::vector<double>(n)); }
#line 16 "struct_fields.cc"
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
#line 13 "struct_fields.mpl.cc"
};

struct point {
  int x, y;
};
struct line {
  point from, to;
  std::vector<int> tags;
  int parts[3];
};
class maker_impl; using maker = ::mentat::handle<maker_impl>; class maker_impl {
 public:
  void make_body(::mentat::rtf_sink<point>& mentat_rtf, int x, int y) { return mentat_rtf({x, y}); }
  void length_body(::mentat::rtf_sink<int>& mentat_rtf, line l) { return mentat_rtf(l.to.x - l.from.x); }
#line 65 "struct_fields.cc"
 public:
  using make_tag = ::mentat::method<maker_impl, 0x1f377d74u, point(int, int)>;
  point make(int x, int y) {
    ::mentat::local_call<make_tag> call;
    make_body(call.rtf(), x, y);
    return call.take();
  }
  using length_tag = ::mentat::method<maker_impl, 0x49bca464u, int(line)>;
  int length(line l) {
    ::mentat::local_call<length_tag> call;
    length_body(call.rtf(), static_cast<line&&>(l));
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    point make(int x, int y) const { return call_fn<make_tag>(x, y); }
    int length(line l) const { return call_fn<length_tag>(static_cast<line&&>(l)); }
  };
  static const ::mentat::class_info& mentat_class();
#line 27 "struct_fields.mpl.cc"
};

int run(worker A, maker M) {
  point p; ::mentat::rv_scope mentat_scope_p(p); ::mentat::RV_INSERT(p) = M.invoke_fn<::maker_impl::make_tag>(1, 2); ::point q; ::mentat::rv_scope mentat_scope_q(q);
  ::mentat::RV_INSERT(p.x) = A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(p.y), ::worker_impl::op_default_1());
  ::mentat::RESOLVE(p.y) = 5;
  ::mentat::RV_INSERT(q.x) = A.invoke_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1());
  ::mentat::RESOLVE(q.x) = 6;
  ::mentat::RV_COPY(q, p);
  line l{}; ::mentat::rv_scope mentat_scope_l(l);
  ::mentat::RV_INSERT(l.from) = M.invoke_fn<::maker_impl::make_tag>(3, 4);
  ::mentat::RV_INSERT(l.to.x) = A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(l.from.x), ::worker_impl::op_default_1());
  ::mentat::RV_INSERT(l.parts[1]) = A.invoke_fn<::worker_impl::op_tag>(::mentat::PRV_TO_ARG(l.parts[0]), ::worker_impl::op_default_1());
  ::mentat::RESOLVE(l.tags)[0] = A.call_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1());
  int n; ::mentat::rv_scope mentat_scope_n(n); ::mentat::RV_INSERT(n) = M.invoke_fn<::maker_impl::length_tag>(::mentat::PRV_TO_ARG(l));
  M.invoke_fn<::maker_impl::make_tag>(::mentat::PRV_TO_ARG(q.x), A.invoke_fn<::worker_impl::op_tag>(1, ::worker_impl::op_default_1()));
  point row[2]; ::mentat::rv_scope mentat_scope_row(row);
  ::mentat::RV_INSERT(row[1]) = M.invoke_fn<::maker_impl::make_tag>(1, 1);
  ::mentat::RESOLVE(row[1].x) = 3;
  ::mentat::RV_COPY(row[0], row[1]);
  ::mentat::RV_INSERT(n) = M.invoke_fn<::maker_impl::length_tag>(::maker_impl::length_tag::value<0>{::mentat::RESOLVE(p), {7, 8}, {}, {}});
  return ::mentat::RESOLVE(n) + ::mentat::RESOLVE(l.to.x) + ::mentat::RESOLVE(row[0].x);
}
#line 108 "struct_fields.cc"
#ifndef MENTAT_SERIALIZE_4bfa6ed0c781c13b
#define MENTAT_SERIALIZE_4bfa6ed0c781c13b
template <class Archive>
void serialize(Archive& archive, ::point& value) {
  archive(value.x, value.y);
}
#endif
#ifndef MENTAT_SERIALIZE_a5b4532a7abc0bd9
#define MENTAT_SERIALIZE_a5b4532a7abc0bd9
template <class Archive>
void serialize(Archive& archive, ::line& value) {
  archive(value.from, value.to, value.tags, value.parts);
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
      ::mentat::describe<::worker_impl::op_tag>("op", "struct_fields.mpl.cc:9"),
      ::mentat::describe<::worker_impl::half_tag>("half", "struct_fields.mpl.cc:10"),
      ::mentat::describe<::worker_impl::text_tag>("text", "struct_fields.mpl.cc:11"),
      ::mentat::describe<::worker_impl::row_tag>("row", "struct_fields.mpl.cc:12"),
  };
};
auto ::worker_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::worker_impl>();
}
MENTAT_REGISTER_CLASS(::worker_impl)
template <> struct mentat::server<::maker_impl> {
  static void dispatch(::maker_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::maker_impl::make_tag::number: {
        ::mentat::accepted_call<::maker_impl::make_tag> call(unit);
        return self.make_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::maker_impl::length_tag::number: {
        ::mentat::accepted_call<::maker_impl::length_tag> call(unit);
        return self.length_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "maker", ::mentat::kind::regular, 0xa30a2db17b2aa4feull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::maker_impl::make_tag>("make", "struct_fields.mpl.cc:25"),
      ::mentat::describe<::maker_impl::length_tag>("length", "struct_fields.mpl.cc:26"),
  };
};
auto ::maker_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::maker_impl>();
}
MENTAT_REGISTER_CLASS(::maker_impl)
