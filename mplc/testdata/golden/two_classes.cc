// Translated by mplc VERSION.
#include <mentat/server.h>
#include <mentat/main.h>
int mentat_main__(int, char**);
#line 1 "two_classes.mpl.cc"
#include <mentat/mpl.h>

#include <vector>

// Two classes that call each other: neither can see the other complete.
class right_impl__; using right = ::mentat::handle__<right_impl__>;

class left_impl__; using left = ::mentat::handle__<left_impl__>; class left_impl__ {
 public:
  void ping_body__(::mentat::rtf_sink__<int>& mentat_rtf__, right other, int depth);
  void all_body__(::mentat::rtf_sink__<std::vector<right>>& mentat_rtf__, std::vector<right> some);
#line 18 "two_classes.cc"
 public:
  using ping_tag__ = ::mentat::method__<left_impl__, 0x73756a7du, int(right, int)>;
  static int ping_default_1__();
  int ping(right other, int depth = ping_default_1__());
  using all_tag__ = ::mentat::method__<left_impl__, 0xc3cf3f94u, std::vector<right>(std::vector<right>)>;
  std::vector<right> all(std::vector<right> some);
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int ping(right other, int depth = ping_default_1__(), ::mentat::source_place__ place__ = ::mentat::here__()) const;
    std::vector<right> all(std::vector<right> some, ::mentat::source_place__ place__ = ::mentat::here__()) const;
  };
  static const ::mentat::class_info__& mentat_class__();
#line 12 "two_classes.mpl.cc"
};

class right_impl__ {
 public:
  void pong_body__(::mentat::rtf_sink__<int>& mentat_rtf__, left other, int depth);
#line 37 "two_classes.cc"
 public:
  using pong_tag__ = ::mentat::method__<right_impl__, 0x4c1c2e15u, int(left, int)>;
  int pong(left other, int depth) {
    ::mentat::local_call__<pong_tag__> call__;
    pong_body__(call__.rtf__(), static_cast<decltype(other)&&>(other), depth);
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, true>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int pong(left other, int depth, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<pong_tag__>(static_cast<decltype(other)&&>(other), depth, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 17 "two_classes.mpl.cc"
};

void left_impl__::ping_body__(::mentat::rtf_sink__<int>& mentat_rtf__, right other, int depth) {
  if (depth == 0) return mentat_rtf__(0);
  left self_name;
  mentat_rtf__(other.invoke_fn__<::right_impl__::pong_tag__>(self_name, depth - 1));
}

void left_impl__::all_body__(::mentat::rtf_sink__<std::vector<right>>& mentat_rtf__, std::vector<right> some) { return mentat_rtf__(static_cast<decltype(some)&&>(some)); }

void right_impl__::pong_body__(::mentat::rtf_sink__<int>& mentat_rtf__, left other, int depth) { return mentat_rtf__(depth); }

int mentat_main__(int, char**) {
  left l;
  right r;
  l.create();
  r.create();
  return l.call_fn__<::left_impl__::ping_tag__>(r, ::left_impl__::ping_default_1__());
}
#line 72 "two_classes.cc"
template <> struct mentat::server__<::left_impl__> {
  static void dispatch__(::left_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::left_impl__::ping_tag__::number__: {
        ::mentat::accepted_call__<::left_impl__::ping_tag__> call__(unit__);
        return self__.ping_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      case ::left_impl__::all_tag__::number__: {
        ::mentat::accepted_call__<::left_impl__::all_tag__> call__(unit__);
        return self__.all_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "left", ::mentat::kind__::persistent__, 0x906af3679f382c0bull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::left_impl__::ping_tag__>("ping", "two_classes.mpl.cc:19"),
      ::mentat::describe__<::left_impl__::all_tag__>("all", "two_classes.mpl.cc:25"),
  };
};
auto ::left_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::left_impl__>();
}
MENTAT_REGISTER_CLASS(::left_impl__)
template <> struct mentat::server__<::right_impl__> {
  static void dispatch__(::right_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::right_impl__::pong_tag__::number__: {
        ::mentat::accepted_call__<::right_impl__::pong_tag__> call__(unit__);
        return self__.pong_body__(call__.rtf__(), call__.argument__<0>(), call__.argument__<1>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "right", ::mentat::kind__::persistent__, 0xbcd7a317918ae9ffull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::right_impl__::pong_tag__>("pong", "two_classes.mpl.cc:27"),
  };
};
auto ::right_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::right_impl__>();
}
MENTAT_REGISTER_CLASS(::right_impl__)
auto ::left_impl__::ping_default_1__() -> int {
  return 3;
}
auto ::left_impl__::ping(right other, int depth) -> int {
  ::mentat::local_call__<ping_tag__> call__;
  ping_body__(call__.rtf__(), static_cast<decltype(other)&&>(other), depth);
  return call__.take__();
}
auto ::left_impl__::all(std::vector<right> some) -> std::vector<right> {
  ::mentat::local_call__<all_tag__> call__;
  all_body__(call__.rtf__(), static_cast<decltype(some)&&>(some));
  return call__.take__();
}
auto ::left_impl__::mentat_stubs__::ping(right other, int depth, ::mentat::source_place__ place__) const -> int {
  return call_fn__<ping_tag__>(static_cast<decltype(other)&&>(other), depth, place__);
}
auto ::left_impl__::mentat_stubs__::all(std::vector<right> some, ::mentat::source_place__ place__) const -> std::vector<right> {
  return call_fn__<all_tag__>(static_cast<decltype(some)&&>(some), place__);
}
int main(int argc__, char** argv__) {
  return ::mentat::run_main__(argc__, argv__, &mentat_main__);
}
