#include <mentat/server.h>
#include <mentat/main.h>
#line 1 "inheritance.mpl.cc"
#include "inheritance.h"

namespace zoo {

void dog_impl::sound_body(::mentat::rtf_sink<int>& mentat_rtf, int times) {
  mentat_rtf(times + legs());
}

// A class of this file with a base of another.
class puppy_impl; using puppy = ::mentat::handle<puppy_impl>; class puppy_impl : public animal_impl {
 public:
  puppy_impl() : animal_impl(4) {}
  void sound_body(::mentat::rtf_sink<int>& mentat_rtf, int times) override { return mentat_rtf(times); }
#line 18 "inheritance.cc"
 public:
  using sound_tag = ::mentat::method<puppy_impl, 0xb9fa8af9u, int(int)>;
  int sound(int times) {
    ::mentat::local_call<sound_tag> call;
    sound_body(call.rtf(), times);
    return call.take();
  }
  int sound_local(int times) {
    ::mentat::local_call<sound_tag> call;
    puppy_impl::sound_body(call.rtf(), times);
    return call.take();
  }
  struct mentat_stubs : ::mentat::handle<animal_impl> {
    int sound(int times) const { return call_fn<sound_tag>(times); }
  };
  static const ::mentat::class_info& mentat_class();
#line 14 "inheritance.mpl.cc"
};

}  // namespace zoo

int mentat_main(int argc, char** argv) {
  zoo::dog d;
  d.create();
  zoo::animal& some = d;
  return some.call_fn<::zoo::animal_impl::sound_tag>(3);
}
#line 46 "inheritance.cc"
#ifndef MENTAT_SERVER_970e4f2cda92c55d
#define MENTAT_SERVER_970e4f2cda92c55d
template <> struct mentat::server<::zoo::animal_impl> {
  static void dispatch(::zoo::animal_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::zoo::animal_impl::sound_tag::number: {
        ::mentat::accepted_call<::zoo::animal_impl::sound_tag> call(unit);
        return self.sound_body(call.rtf(), call.argument<0>());
      }
      case ::zoo::animal_impl::legs_tag::number: {
        ::mentat::accepted_call<::zoo::animal_impl::legs_tag> call(unit);
        return self.legs_body(call.rtf());
      }
      case ::zoo::animal_impl::rest_tag::number: {
        ::mentat::accepted_call<::zoo::animal_impl::rest_tag> call(unit);
        return self.rest_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description{
      "zoo::animal", ::mentat::kind::persistent, 0xe38d92bec16b5a94ull, nullptr};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::zoo::animal_impl::sound_tag>("sound", "inheritance.mpl.h:10"),
      ::mentat::describe<::zoo::animal_impl::legs_tag>("legs", "inheritance.mpl.h:11"),
      ::mentat::describe<::zoo::animal_impl::rest_tag>("rest", "inheritance.mpl.h:12"),
  };
};
#endif
template <> struct mentat::server<::zoo::puppy_impl> {
  static void dispatch(::zoo::puppy_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::zoo::puppy_impl::sound_tag::number: {
        ::mentat::accepted_call<::zoo::puppy_impl::sound_tag> call(unit);
        return self.sound_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::server<::zoo::animal_impl>::dispatch(self, unit);
  }
  static constexpr ::mentat::class_description description{
      "zoo::puppy", ::mentat::kind::persistent, 0xd03f2c0f24719f2dull, &::mentat::server<::zoo::animal_impl>::description};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::zoo::puppy_impl::sound_tag>("sound", "inheritance.mpl.cc:13"),
  };
};
auto ::zoo::puppy_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::zoo::puppy_impl>();
}
MENTAT_REGISTER_CLASS(::zoo::puppy_impl)
int main(int argc, char** argv) { return ::mentat::run_main(argc, argv, &mentat_main); }
