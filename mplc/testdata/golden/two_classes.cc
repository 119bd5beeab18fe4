#include <mentat/server.h>
#include <mentat/main.h>
#line 1 "two_classes.mpl.cc"
#include <mentat/mpl.h>

#include <vector>

// Two classes that call each other: neither can see the other complete.
class right_impl; using right = ::mentat::handle<right_impl>;

class left_impl; using left = ::mentat::handle<left_impl>; class left_impl {
 public:
  void ping_body(::mentat::rtf_sink<int>& mentat_rtf, right other, int depth);
  void all_body(::mentat::rtf_sink<std::vector<right>>& mentat_rtf, std::vector<right> some);
#line 16 "two_classes.cc"
 public:
  using ping_tag = ::mentat::method<left_impl, 0x73756a7du, int(right, int)>;
  static int ping_default_1();
  int ping(right other, int depth = ping_default_1());
  using all_tag = ::mentat::method<left_impl, 0xc3cf3f94u, std::vector<right>(std::vector<right>)>;
  std::vector<right> all(std::vector<right> some);
  struct mentat_stubs : ::mentat::mentat_object {
    int ping(right other, int depth = ping_default_1()) const;
    std::vector<right> all(std::vector<right> some) const;
  };
  static const ::mentat::class_info& mentat_class();
#line 12 "two_classes.mpl.cc"
};

class right_impl {
 public:
  void pong_body(::mentat::rtf_sink<int>& mentat_rtf, left other, int depth);
#line 34 "two_classes.cc"
 public:
  using pong_tag = ::mentat::method<right_impl, 0x4c1c2e15u, int(left, int)>;
  int pong(left other, int depth) {
    ::mentat::local_call<pong_tag> call;
    pong_body(call.rtf(), static_cast<left&&>(other), depth);
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int pong(left other, int depth) const {
      return call_fn<pong_tag>(static_cast<left&&>(other), depth);
    }
  };
  static const ::mentat::class_info& mentat_class();
#line 17 "two_classes.mpl.cc"
};

void left_impl::ping_body(::mentat::rtf_sink<int>& mentat_rtf, right other, int depth) {
  if (depth == 0) return mentat_rtf(0);
  left self_name;
  mentat_rtf(other.invoke_fn<::right_impl::pong_tag>(self_name, depth - 1));
}

void left_impl::all_body(::mentat::rtf_sink<std::vector<right>>& mentat_rtf, std::vector<right> some) { return mentat_rtf(static_cast<decltype(some)&&>(some)); }

void right_impl::pong_body(::mentat::rtf_sink<int>& mentat_rtf, left other, int depth) { return mentat_rtf(depth); }

int mentat_main(int, char**) {
  left l;
  right r;
  l.create();
  r.create();
  return l.call_fn<::left_impl::ping_tag>(r, ::left_impl::ping_default_1());
}
#line 68 "two_classes.cc"
template <> struct mentat::server<::left_impl> {
  static void dispatch(::left_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::left_impl::ping_tag::number: {
        ::mentat::accepted_call<::left_impl::ping_tag> call(unit);
        return self.ping_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
      case ::left_impl::all_tag::number: {
        ::mentat::accepted_call<::left_impl::all_tag> call(unit);
        return self.all_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "left", ::mentat::kind::persistent, 0x906af3679f382c0bull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::left_impl::ping_tag>("ping", "two_classes.mpl.cc:19"),
      ::mentat::describe<::left_impl::all_tag>("all", "two_classes.mpl.cc:25"),
  };
};
auto ::left_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::left_impl>();
}
MENTAT_REGISTER_CLASS(::left_impl)
template <> struct mentat::server<::right_impl> {
  static void dispatch(::right_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::right_impl::pong_tag::number: {
        ::mentat::accepted_call<::right_impl::pong_tag> call(unit);
        return self.pong_body(call.rtf(), call.argument<0>(), call.argument<1>());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "right", ::mentat::kind::persistent, 0xbcd7a317918ae9ffull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::right_impl::pong_tag>("pong", "two_classes.mpl.cc:27"),
  };
};
auto ::right_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::right_impl>();
}
MENTAT_REGISTER_CLASS(::right_impl)
auto ::left_impl::ping_default_1() -> int {
  return 3;
}
auto ::left_impl::ping(right other, int depth) -> int {
  ::mentat::local_call<ping_tag> call;
  ping_body(call.rtf(), static_cast<right&&>(other), depth);
  return call.take();
}
auto ::left_impl::all(std::vector<right> some) -> std::vector<right> {
  ::mentat::local_call<all_tag> call;
  all_body(call.rtf(), static_cast<std::vector<right>&&>(some));
  return call.take();
}
auto ::left_impl::mentat_stubs::ping(right other, int depth) const -> int {
  return call_fn<ping_tag>(static_cast<right&&>(other), depth);
}
auto ::left_impl::mentat_stubs::all(std::vector<right> some) const -> std::vector<right> {
  return call_fn<all_tag>(static_cast<std::vector<right>&&>(some));
}
int main(int argc, char** argv) { return ::mentat::run_main(argc, argv, &mentat_main); }
