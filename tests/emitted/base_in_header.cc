#include <mentat/server.h>
#include <mentat/main.h>
// The base class stands in a header and has its bodies in another unit; this file derives from it
// and overrides.
#include "base_in_header.h"

#include <cstdio>

class cat_impl;
using cat = mentat::handle<cat_impl>;
class cat_impl : public animals::animal_impl {
 public:
  void sound_body(mentat::rtf_sink<std::string>& mentat_rtf, int times) const override {
    std::string s;
    for (int i = 0; i < times + meals_; ++i) s += "m";
    mentat_rtf(static_cast<decltype(s)&&>(s));
  }
  void sleep_body(mentat::rtf_sink<int>& mentat_rtf) { mentat_rtf(meals_ = 0); }

 public:
  using sound_tag = mentat::method<cat_impl, 0x117cc81bu, std::string(int)>;
  std::string sound(int times) const {
    mentat::local_call<sound_tag> call;
    sound_body(call.rtf(), times);
    return call.take();
  }
  std::string sound_local(int times) const {
    mentat::local_call<sound_tag> call;
    cat_impl::sound_body(call.rtf(), times);
    return call.take();
  }
  using sleep_tag = mentat::method<cat_impl, 0xb7ef73d5u, int()>;
  int sleep() {
    mentat::local_call<sleep_tag> call;
    sleep_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : mentat::handle<animals::animal_impl> {
    std::string sound(int times) const { return call_fn<sound_tag>(times); }
    int sleep() const { return call_fn<sleep_tag>(); }
  };
  static const mentat::class_info& mentat_class();
};

std::string listen(animals::animal& a) {
  std::string s;
  mentat::rv_scope mentat_scope_s(s);
  mentat::RV_INSERT(s) = a.invoke_fn<::animals::animal_impl::sound_tag>(3);
  {
    mentat::RESOLVE(s);
    return s;
  }
}

int mentat_main(int, char**) {
  animals::animal a;
  cat c;
  mentat::create(a);
  mentat::create(c);
  int x = animals::feed_twice(a, 1);
  int y = animals::feed_twice(c, 2);
  std::string s = listen(a), t = listen(c);
  c.invoke_fn<cat_impl::sleep_tag>();
  std::printf("%d %d %s %s %d %s\n", x, y, s.c_str(), t.c_str(),
              c.call_fn<::animals::animal_impl::meals_tag>(), listen(c).c_str());
  return 0;
}
#ifndef MENTAT_SERVER_fd0193dd5502c32e
#define MENTAT_SERVER_fd0193dd5502c32e

template <>
struct mentat::server<::animals::animal_impl> {
  static void dispatch(::animals::animal_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::animals::animal_impl::sound_tag::number: {
        mentat::accepted_call<::animals::animal_impl::sound_tag> call(unit);
        return self.sound_body(call.rtf(), call.argument<0>());
      }
      case ::animals::animal_impl::feed_tag::number: {
        mentat::accepted_call<::animals::animal_impl::feed_tag> call(unit);
        return self.feed_body(call.rtf(), call.argument<0>());
      }
      case ::animals::animal_impl::meals_tag::number: {
        mentat::accepted_call<::animals::animal_impl::meals_tag> call(unit);
        return self.meals_body(call.rtf());
      }
    }
    mentat::no_such_function(unit);
  }
  static constexpr mentat::class_description description{
      "animals::animal", mentat::kind::persistent, 0xae787dbb518e8bd3ull, nullptr};
  static constexpr mentat::method_description methods[] = {
      mentat::describe<::animals::animal_impl::sound_tag>(
          "sound", "tests/conformance/base_in_header.mpl.h:13"),
      mentat::describe<::animals::animal_impl::feed_tag>(
          "feed", "tests/conformance/base_in_header.mpl.h:14"),
      mentat::describe<::animals::animal_impl::meals_tag>(
          "meals", "tests/conformance/base_in_header.mpl.h:15"),
  };
};
#endif

template <>
struct mentat::server<cat_impl> {
  static void dispatch(cat_impl& self, mentat::work_unit& unit) {
    switch (unit.function()) {
      case cat_impl::sound_tag::number: {
        mentat::accepted_call<cat_impl::sound_tag> call(unit);
        return self.sound_body(call.rtf(), call.argument<0>());
      }
      case cat_impl::sleep_tag::number: {
        mentat::accepted_call<cat_impl::sleep_tag> call(unit);
        return self.sleep_body(call.rtf());
      }
    }
    mentat::server<::animals::animal_impl>::dispatch(self, unit);
  }
  static constexpr mentat::class_description description{
      "cat", mentat::kind::persistent, 0xae19624cb3ff9994ull,
      &mentat::server<::animals::animal_impl>::description};
  static constexpr mentat::method_description methods[] = {
      mentat::describe<cat_impl::sound_tag>("sound"),
      mentat::describe<cat_impl::sleep_tag>("sleep"),
  };
};
auto cat_impl::mentat_class() -> const mentat::class_info& {
  return mentat::class_info_of<cat_impl>();
}
MENTAT_REGISTER_CLASS(cat_impl)

int main(int argc, char** argv) { return mentat::run_main(argc, argv, &mentat_main); }
