// Translated by mplc VERSION.
#include <mentat/server.h>
#include <mentat/main.h>
int mentat_main__(int, char**);
#line 1 "inheritance.mpl.cc"
#include "inheritance.h"

namespace zoo {

void dog_impl__::sound_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int times) {
  mentat_rtf__(times + legs());
}

// A class of this file with a base of another.
class puppy_impl__; using puppy = ::mentat::handle__<puppy_impl__>; class puppy_impl__ : public animal_impl__ {
 public:
  puppy_impl__() : animal_impl__(4) {}
  void sound_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int times) override { return mentat_rtf__(times); }
#line 20 "inheritance.cc"
 public:
  using sound_tag__ = ::mentat::method__<puppy_impl__, 0xb9fa8af9u, int(int)>;
  int sound(int times) {
    ::mentat::local_call__<sound_tag__> call__;
    sound_body__(call__.rtf__(), times);
    return call__.take__();
  }
  int sound_local__(int times) {
    ::mentat::local_call__<sound_tag__> call__;
    puppy_impl__::sound_body__(call__.rtf__(), times);
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  struct mentat_stubs__ : ::mentat::handle__<animal_impl__> {
    int sound(int times, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<sound_tag__>(times, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 14 "inheritance.mpl.cc"
};

}  // namespace zoo

int mentat_main__(int argc, char** argv) {
  zoo::dog d;
  d.create();
  zoo::animal& some = d;
  return some.call_fn__<::zoo::animal_impl__::sound_tag__>(3);
}
#line 51 "inheritance.cc"
#ifndef MENTAT_SERVER_970e4f2cda92c55d
#define MENTAT_SERVER_970e4f2cda92c55d
template <> struct mentat::server__<::zoo::animal_impl__> {
  static void dispatch__(::zoo::animal_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::zoo::animal_impl__::sound_tag__::number__: {
        ::mentat::accepted_call__<::zoo::animal_impl__::sound_tag__> call__(unit__);
        return self__.sound_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::zoo::animal_impl__::legs_tag__::number__: {
        ::mentat::accepted_call__<::zoo::animal_impl__::legs_tag__> call__(unit__);
        return self__.legs_body__(call__.rtf__());
      }
      case ::zoo::animal_impl__::rest_tag__::number__: {
        ::mentat::accepted_call__<::zoo::animal_impl__::rest_tag__> call__(unit__);
        return self__.rest_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "zoo::animal", ::mentat::kind__::persistent__, 0xe38d92bec16b5a94ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::zoo::animal_impl__::sound_tag__>("sound", "inheritance.mpl.h:10"),
      ::mentat::describe__<::zoo::animal_impl__::legs_tag__>("legs", "inheritance.mpl.h:11"),
      ::mentat::describe__<::zoo::animal_impl__::rest_tag__>("rest", "inheritance.mpl.h:12"),
  };
};
#endif
template <> struct mentat::server__<::zoo::puppy_impl__> {
  static void dispatch__(::zoo::puppy_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::zoo::puppy_impl__::sound_tag__::number__: {
        ::mentat::accepted_call__<::zoo::puppy_impl__::sound_tag__> call__(unit__);
        return self__.sound_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::server__<::zoo::animal_impl__>::dispatch__(self__, unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "zoo::puppy", ::mentat::kind__::persistent__, 0xd03f2c0f24719f2dull, &::mentat::server__<::zoo::animal_impl__>::description__};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::zoo::puppy_impl__::sound_tag__>("sound", "inheritance.mpl.cc:13"),
  };
};
auto ::zoo::puppy_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::zoo::puppy_impl__>();
}
MENTAT_REGISTER_CLASS(::zoo::puppy_impl__)
int main(int argc__, char** argv__) {
  return ::mentat::run_main__(argc__, argv__, &mentat_main__);
}
