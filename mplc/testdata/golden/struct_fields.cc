// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "struct_fields.mpl.cc"
// Fields of structs: the whole and the parts.
#include <mentat/mpl.h>

#include <string>
#include <vector>

class worker_impl__; using worker = ::mentat::handle__<worker_impl__>; class worker_impl__ {
 public:
  void op_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int n, int m) { return mentat_rtf__(n + m); }
  void half_body__(::mentat::rtf_sink__<double>& mentat_rtf__, double d) { return mentat_rtf__(d / 2); }
  void text_body__(::mentat::rtf_sink__<std::string>& mentat_rtf__, int n) { return mentat_rtf__(std::string(n, 0)); }
  void row_body__(::mentat::rtf_sink__<std::vector<double>>& mentat_rtf__, int n) { return mentat_rtf__(std::vector<double>(n)); }
#line 17 "struct_fields.cc"
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
class maker_impl__; using maker = ::mentat::handle__<maker_impl__>; class maker_impl__ {
 public:
  void make_body__(::mentat::rtf_sink__<point>& mentat_rtf__, int x, int y) { return mentat_rtf__({x, y}); }
  void length_body__(::mentat::rtf_sink__<int>& mentat_rtf__, line l) { return mentat_rtf__(l.to.x - l.from.x); }
#line 74 "struct_fields.cc"
 public:
  using make_tag__ = ::mentat::method__<maker_impl__, 0x1f377d74u, point(int, int)>;
  point make(int x, int y) {
    ::mentat::local_call__<make_tag__> call__;
    make_body__(call__.rtf__(), x, y);
    return call__.take__();
  }
  using length_tag__ = ::mentat::method__<maker_impl__, 0x49bca464u, int(line)>;
  int length(line l) {
    ::mentat::local_call__<length_tag__> call__;
    length_body__(call__.rtf__(), static_cast<decltype(l)&&>(l));
    return call__.take__();
  }
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    point make(int x, int y, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<make_tag__>(x, y, place__);
    }
    int length(line l, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<length_tag__>(static_cast<decltype(l)&&>(l), place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 27 "struct_fields.mpl.cc"
};

int run(worker A, maker M) {
  point p; ::mentat::rv_scope__ mentat_scope_p__(p); ::mentat::RV_INSERT__(p) = M.invoke_fn__<::maker_impl__::make_tag__>(1, 2); ::point q; ::mentat::rv_scope__ mentat_scope_q__(q);
  ::mentat::RV_INSERT__(p.x) = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(p.y), ::worker_impl__::op_default_1__());
  ::mentat::RESOLVE__(p.y) = 5;
  ::mentat::RV_INSERT__(q.x) = A.invoke_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__());
  ::mentat::RESOLVE__(q.x) = 6;
  ::mentat::RV_COPY__(q, p);
  line l{}; ::mentat::rv_scope__ mentat_scope_l__(l);
  ::mentat::RV_INSERT__(l.from) = M.invoke_fn__<::maker_impl__::make_tag__>(3, 4);
  ::mentat::RV_INSERT__(l.to.x) = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(l.from.x), ::worker_impl__::op_default_1__());
  ::mentat::RV_INSERT__(l.parts[1]) = A.invoke_fn__<::worker_impl__::op_tag__>(::mentat::PRV_TO_ARG__(l.parts[0]), ::worker_impl__::op_default_1__());
  ::mentat::RESOLVE__(l.tags)[0] = A.call_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__());
  int n; ::mentat::rv_scope__ mentat_scope_n__(n); ::mentat::RV_INSERT__(n) = M.invoke_fn__<::maker_impl__::length_tag__>(::mentat::PRV_TO_ARG__(l));
  M.invoke_fn__<::maker_impl__::make_tag__>(::mentat::PRV_TO_ARG__(q.x), A.invoke_fn__<::worker_impl__::op_tag__>(1, ::worker_impl__::op_default_1__()));
  point row[2]; ::mentat::rv_scope__ mentat_scope_row__(row);
  ::mentat::RV_INSERT__(row[1]) = M.invoke_fn__<::maker_impl__::make_tag__>(1, 1);
  ::mentat::RESOLVE__(row[1].x) = 3;
  ::mentat::RV_COPY__(row[0], row[1]);
  ::mentat::RV_INSERT__(n) = M.invoke_fn__<::maker_impl__::length_tag__>(::maker_impl__::length_tag__::value__<0>{::mentat::RESOLVE__(p), {7, 8}, {}, {}});
  return ::mentat::RESOLVE__(n) + ::mentat::RESOLVE__(l.to.x) + ::mentat::RESOLVE__(row[0].x);
}
#line 121 "struct_fields.cc"
#ifndef MENTAT_SERIALIZE_4bfa6ed0c781c13b
#define MENTAT_SERIALIZE_4bfa6ed0c781c13b
template <class Archive__>
void serialize__(Archive__& archive__, ::point& value__) {
  archive__(value__.x, value__.y);
}
#endif
#ifndef MENTAT_SERIALIZE_a5b4532a7abc0bd9
#define MENTAT_SERIALIZE_a5b4532a7abc0bd9
template <class Archive__>
void serialize__(Archive__& archive__, ::line& value__) {
  archive__(value__.from, value__.to, value__.tags, value__.parts);
}
#endif
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
      ::mentat::describe__<::worker_impl__::op_tag__>("op", "struct_fields.mpl.cc:9"),
      ::mentat::describe__<::worker_impl__::half_tag__>("half", "struct_fields.mpl.cc:10"),
      ::mentat::describe__<::worker_impl__::text_tag__>("text", "struct_fields.mpl.cc:11"),
      ::mentat::describe__<::worker_impl__::row_tag__>("row", "struct_fields.mpl.cc:12"),
  };
};
auto ::worker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::worker_impl__>();
}
MENTAT_REGISTER_CLASS(::worker_impl__)
template <> struct mentat::server__<::maker_impl__> {
  static void dispatch__(::maker_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::maker_impl__::make_tag__::number__: {
        ::mentat::accepted_call__<::maker_impl__::make_tag__> call__(unit__);
        return self__.make_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::maker_impl__::length_tag__::number__: {
        ::mentat::accepted_call__<::maker_impl__::length_tag__> call__(unit__);
        return self__.length_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "maker", ::mentat::kind__::regular__, 0xa30a2db17b2aa4feull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::maker_impl__::make_tag__>("make", "struct_fields.mpl.cc:25"),
      ::mentat::describe__<::maker_impl__::length_tag__>("length", "struct_fields.mpl.cc:26"),
  };
};
auto ::maker_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::maker_impl__>();
}
MENTAT_REGISTER_CLASS(::maker_impl__)
