// Translated by mplc VERSION.
#include <mentat/server.h>
#include <mentat/main.h>
// The base class stands in a header and has its bodies in another unit; this file derives from it
// and overrides.
#include "base_in_header.h"

#include <cstdio>

class cat_impl__;
using cat = mentat::handle__<cat_impl__>;
class cat_impl__ : public animals::animal_impl__ {
 public:
  void sound_body__(mentat::rtf_sink__<std::string>& mentat_rtf__, int times) const override {
    std::string s;
    for (int i = 0; i < times + meals_; ++i) s += "m";
    mentat_rtf__(static_cast<decltype(s)&&>(s));
  }
  void sleep_body__(mentat::rtf_sink__<int>& mentat_rtf__) { mentat_rtf__(meals_ = 0); }

 public:
  using sound_tag__ = mentat::method__<cat_impl__, 0x117cc81bu, std::string(int)>;
  std::string sound(int times) const {
    mentat::local_call__<sound_tag__> call__;
    sound_body__(call__.rtf__(), times);
    return call__.take__();
  }
  std::string sound_local__(int times) const {
    mentat::local_call__<sound_tag__> call__;
    cat_impl__::sound_body__(call__.rtf__(), times);
    return call__.take__();
  }
  using sleep_tag__ = mentat::method__<cat_impl__, 0xb7ef73d5u, int()>;
  int sleep() {
    mentat::local_call__<sleep_tag__> call__;
    sleep_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = mentat::lifetime__<0x8000000000000000, false>;
  struct mentat_stubs__ : mentat::handle__<animals::animal_impl__> {
    std::string sound(int times, mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<sound_tag__>(times, place__);
    }
    int sleep(mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<sleep_tag__>(place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

std::string listen(animals::animal& a) {
  std::string s;
  mentat::rv_scope__ mentat_scope_s__(s);
  mentat::RV_INSERT__(s) = a.invoke_fn__<::animals::animal_impl__::sound_tag__>(3);
  {
    mentat::RESOLVE__(s);
    return s;
  }
}

int mentat_main__(int, char**) {
  animals::animal a;
  cat c;
  mentat::create(a);
  mentat::create(c);
  int x = animals::feed_twice(a, 1);
  int y = animals::feed_twice(c, 2);
  std::string s = listen(a), t = listen(c);
  c.invoke_fn__<cat_impl__::sleep_tag__>();
  std::printf("%d %d %s %s %d %s\n", x, y, s.c_str(), t.c_str(),
              c.call_fn__<::animals::animal_impl__::meals_tag__>(), listen(c).c_str());
  return 0;
}
#ifndef MENTAT_SERVER_fd0193dd5502c32e
#define MENTAT_SERVER_fd0193dd5502c32e

template <>
struct mentat::server__<::animals::animal_impl__> {
  static void dispatch__(::animals::animal_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::animals::animal_impl__::sound_tag__::number__: {
        mentat::accepted_call__<::animals::animal_impl__::sound_tag__> call__(unit__);
        return self__.sound_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::animals::animal_impl__::feed_tag__::number__: {
        mentat::accepted_call__<::animals::animal_impl__::feed_tag__> call__(unit__);
        return self__.feed_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::animals::animal_impl__::meals_tag__::number__: {
        mentat::accepted_call__<::animals::animal_impl__::meals_tag__> call__(unit__);
        return self__.meals_body__(call__.rtf__());
      }
      default:
        break;
    }
    mentat::no_such_function__(unit__);
  }
  static constexpr mentat::class_description__ description__{
      "animals::animal", mentat::kind__::persistent__, 0xae787dbb518e8bd3ull, nullptr};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe__<::animals::animal_impl__::sound_tag__>(
          "sound", "tests/conformance/base_in_header.mpl.h:13"),
      mentat::describe__<::animals::animal_impl__::feed_tag__>(
          "feed", "tests/conformance/base_in_header.mpl.h:14"),
      mentat::describe__<::animals::animal_impl__::meals_tag__>(
          "meals", "tests/conformance/base_in_header.mpl.h:15"),
  };
};
#endif

template <>
struct mentat::server__<cat_impl__> {
  static void dispatch__(cat_impl__& self__, mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case cat_impl__::sound_tag__::number__: {
        mentat::accepted_call__<cat_impl__::sound_tag__> call__(unit__);
        return self__.sound_body__(call__.rtf__(), call__.argument__<0>());
      }
      case cat_impl__::sleep_tag__::number__: {
        mentat::accepted_call__<cat_impl__::sleep_tag__> call__(unit__);
        return self__.sleep_body__(call__.rtf__());
      }
      default:
        break;
    }
    mentat::server__<::animals::animal_impl__>::dispatch__(self__, unit__);
  }
  static constexpr mentat::class_description__ description__{
      "cat", mentat::kind__::persistent__, 0xae19624cb3ff9994ull,
      &mentat::server__<::animals::animal_impl__>::description__};
  static constexpr mentat::method_description__ methods__[] = {
      mentat::describe__<cat_impl__::sound_tag__>("sound"),
      mentat::describe__<cat_impl__::sleep_tag__>("sleep"),
  };
};
auto cat_impl__::mentat_class__() -> const mentat::class_info__& {
  return mentat::class_info_of__<cat_impl__>();
}
MENTAT_REGISTER_CLASS(cat_impl__)

int main(int argc__, char** argv__) { return mentat::run_main__(argc__, argv__, &mentat_main__); }
