// Figure 6 [TOCS96 3.2.2]: the code transformations of Figure 5, written by hand as the paper
// prints them, and their effects on the RV_TABLE and the graph. (a), (c): w, x and y are delayed, F
// ends without their values, and C's result is F's result. (b), (d): w is delayed until RESOLVE__,
// then actual; RV_INSERT__ overwrites again, RV_DELETE__ removes.
#include <mentat/main.h>
#include <mentat/server.h>

#include <cstdio>

#include "rts/core/activation.h"
#include "tests/paper/token.h"

class bar_impl;
using bar = ::mentat::handle<bar_impl>;
class bar_impl {
 public:
  void op1_body(::mentat::rtf_sink<token>& mentat_rtf, token a, token b) {
    mentat_rtf(token(10 * a.value() + b.value()));
  }

  using op1_tag = ::mentat::method<bar_impl, 101, token(token, token)>;
  struct mentat_stubs__ : ::mentat::mentat_object {};
  static const ::mentat::class_info& mentat_class__();
};

class fragments_impl;
using fragments = ::mentat::handle<fragments_impl>;
class fragments_impl {
 public:
  void a_body(::mentat::rtf_sink<token>& mentat_rtf) {
    bar A, B, C;
    token w(&visits_), x(&visits_), y(&visits_);
    ::mentat::rv_scope scope_w(w), scope_x(x), scope_y(y);
    ::mentat::RV_INSERT__(w) = A.invoke_fn__<bar_impl::op1_tag>(token(4), token(5));
    ::mentat::RV_INSERT__(x) = B.invoke_fn__<bar_impl::op1_tag>(token(6), token(7));
    ::mentat::RV_INSERT__(y) =
        C.invoke_fn__<bar_impl::op1_tag>(::mentat::PRV_TO_ARG__(w), ::mentat::PRV_TO_ARG__(x));
    note();
    mentat_rtf(::mentat::PRV_TO_ARG__(y));
    note();
  }

  void b_body(::mentat::rtf_sink<token>& mentat_rtf) {
    bar A;
    token w(&visits_), y;
    ::mentat::rv_scope scope_w(w);
    entries_ = 0;
    ::mentat::RV_INSERT__(w) = A.invoke_fn__<bar_impl::op1_tag>(token(9), token(9));
    note();
    ::mentat::RV_INSERT__(w) = A.invoke_fn__<bar_impl::op1_tag>(token(4), token(5));
    note();
    y = (::mentat::RESOLVE__(w), w) + 1;
    note();
    ::mentat::RV_INSERT__(w) = A.invoke_fn__<bar_impl::op1_tag>(w, y);
    note();
    ::mentat::RV_DELETE__(w) = token(3);  // the second visit
    note();
    mentat_rtf(token(y.value() + ::mentat::RESOLVE__(w).value()));
  }

  void entries_body(::mentat::rtf_sink<long>& mentat_rtf) { mentat_rtf(entries_); }
  void visits_body(::mentat::rtf_sink<int>& mentat_rtf) { mentat_rtf(visits_); }

  using a_tag = ::mentat::method<fragments_impl, 101, token()>;
  using b_tag = ::mentat::method<fragments_impl, 102, token()>;
  using entries_tag = ::mentat::method<fragments_impl, 103, long()>;
  using visits_tag = ::mentat::method<fragments_impl, 104, int()>;
  struct mentat_stubs__ : ::mentat::mentat_object {
    long entries() const { return call_fn__<entries_tag>(); }
    int visits() const { return call_fn__<visits_tag>(); }
  };
  static const ::mentat::class_info& mentat_class__();

 private:
  // One more digit: the number of entries in the RV_TABLE of the running function.
  void note() {
    entries_ = 10 * entries_ + static_cast<long>(::mentat::current_activation->table.size());
  }

  long entries_ = 0;
  int visits_ = 0;
};

static int program(int, char**) {
  fragments F;
  mentat::create(F);
  token a, b;
  ::mentat::rv_scope scope_a(a), scope_b(b);
  ::mentat::RV_INSERT__(a) = F.invoke_fn__<fragments_impl::a_tag>();
  const long entries_a = F.entries();
  const int visits_a = F.visits();
  ::mentat::RV_INSERT__(b) = F.invoke_fn__<fragments_impl::b_tag>();
  const long entries_b = F.entries();
  const int visits_b = F.visits();
  std::printf("(a) %d, entries %ld, visits %d\n", ::mentat::RESOLVE__(a).value(), entries_a, visits_a);
  std::printf("(b) %d, entries %ld, visits %d\n", ::mentat::RESOLVE__(b).value(), entries_b, visits_b);
  return 0;
}

int main(int argc, char** argv) { return mentat::run_main(argc, argv, &program); }

template <>
struct mentat::server__<bar_impl> {
  static void dispatch__(bar_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case bar_impl::op1_tag::number__: {
        ::mentat::accepted_call<bar_impl::op1_tag> call(unit);
        return self.op1_body(call.rtf__(), call.argument__<0>(), call.argument__<1>());
      }
    }
    ::mentat::no_such_function__(unit);
  }
  static constexpr ::mentat::class_description description__{"bar", ::mentat::kind::regular, 1, nullptr};
  static constexpr ::mentat::method_description methods__[] = {
      ::mentat::describe__<bar_impl::op1_tag>("op1")};
};
const ::mentat::class_info& bar_impl::mentat_class__() {
  return ::mentat::class_info_of__<bar_impl>();
}
MENTAT_REGISTER_CLASS(bar_impl)

template <>
struct mentat::server__<fragments_impl> {
  static void dispatch__(fragments_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case fragments_impl::a_tag::number__: {
        ::mentat::accepted_call<fragments_impl::a_tag> call(unit);
        return self.a_body(call.rtf__());
      }
      case fragments_impl::b_tag::number__: {
        ::mentat::accepted_call<fragments_impl::b_tag> call(unit);
        return self.b_body(call.rtf__());
      }
      case fragments_impl::entries_tag::number__: {
        ::mentat::accepted_call<fragments_impl::entries_tag> call(unit);
        return self.entries_body(call.rtf__());
      }
      case fragments_impl::visits_tag::number__: {
        ::mentat::accepted_call<fragments_impl::visits_tag> call(unit);
        return self.visits_body(call.rtf__());
      }
    }
    ::mentat::no_such_function__(unit);
  }
  static constexpr ::mentat::class_description description__{"fragments", ::mentat::kind::persistent, 2,
                                                           nullptr};
  static constexpr ::mentat::method_description methods__[] = {
      ::mentat::describe__<fragments_impl::a_tag>("a"), ::mentat::describe__<fragments_impl::b_tag>("b"),
      ::mentat::describe__<fragments_impl::entries_tag>("entries"),
      ::mentat::describe__<fragments_impl::visits_tag>("visits")};
};
const ::mentat::class_info& fragments_impl::mentat_class__() {
  return ::mentat::class_info_of__<fragments_impl>();
}
MENTAT_REGISTER_CLASS(fragments_impl)
