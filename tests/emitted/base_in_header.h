#ifndef TESTS_CONFORMANCE_BASE_IN_HEADER_MPL_H
#define TESTS_CONFORMANCE_BASE_IN_HEADER_MPL_H

#include <mentat/api.h>

#include <string>

namespace animals {

class animal_impl;
using animal = mentat::handle<animal_impl>;
class animal_impl {
 public:
  virtual ~animal_impl();
  virtual void sound_body(mentat::rtf_sink<std::string>& mentat_rtf, int times) const;
  void feed_body(mentat::rtf_sink<int>& mentat_rtf, int n);
  void meals_body(mentat::rtf_sink<int>& mentat_rtf) const { mentat_rtf(meals_); }

 protected:
  int meals_ = 0;

 public:
  using sound_tag = mentat::method<animal_impl, 0x117cc81bu, std::string(int)>;
  std::string sound(int times) const {
    mentat::local_call<sound_tag> call;
    sound_body(call.rtf(), times);
    return call.take();
  }
  std::string sound_local(int times) const {
    mentat::local_call<sound_tag> call;
    animal_impl::sound_body(call.rtf(), times);
    return call.take();
  }
  using feed_tag = mentat::method<animal_impl, 0x51860c01u, int(int)>;
  int feed(int n) {
    mentat::local_call<feed_tag> call;
    feed_body(call.rtf(), n);
    return call.take();
  }
  using meals_tag = mentat::method<animal_impl, 0x4072d96cu, int()>;
  int meals() const {
    mentat::local_call<meals_tag> call;
    meals_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : mentat::mentat_object {
    std::string sound(int times) const { return call_fn<sound_tag>(times); }
    int feed(int n) const { return call_fn<feed_tag>(n); }
    int meals() const { return call_fn<meals_tag>(); }
  };
  static const mentat::class_info& mentat_class();
};

int feed_twice(animal& a, int n);

}  // namespace animals

#endif
