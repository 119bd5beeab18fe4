// Translated by mplc VERSION.
#ifndef TESTS_CONFORMANCE_BASE_IN_HEADER_MPL_H
#define TESTS_CONFORMANCE_BASE_IN_HEADER_MPL_H

#include <mentat/api.h>

#include <string>

namespace animals {

class animal_impl__;
using animal = mentat::handle__<animal_impl__>;
class animal_impl__ {
 public:
  virtual ~animal_impl__();
  virtual void sound_body__(mentat::rtf_sink__<std::string>& mentat_rtf__, int times) const;
  void feed_body__(mentat::rtf_sink__<int>& mentat_rtf__, int n);
  void meals_body__(mentat::rtf_sink__<int>& mentat_rtf__) const { mentat_rtf__(meals_); }

 protected:
  int meals_ = 0;

 public:
  using sound_tag__ = mentat::method__<animal_impl__, 0x117cc81bu, std::string(int)>;
  std::string sound(int times) const {
    mentat::local_call__<sound_tag__> call__;
    sound_body__(call__.rtf__(), times);
    return call__.take__();
  }
  std::string sound_local__(int times) const {
    mentat::local_call__<sound_tag__> call__;
    animal_impl__::sound_body__(call__.rtf__(), times);
    return call__.take__();
  }
  using feed_tag__ = mentat::method__<animal_impl__, 0x51860c01u, int(int)>;
  int feed(int n) {
    mentat::local_call__<feed_tag__> call__;
    feed_body__(call__.rtf__(), n);
    return call__.take__();
  }
  using meals_tag__ = mentat::method__<animal_impl__, 0x4072d96cu, int()>;
  int meals() const {
    mentat::local_call__<meals_tag__> call__;
    meals_body__(call__.rtf__());
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_lifetime__ = mentat::lifetime__<0x8000000000000000, false>;
  struct mentat_stubs__ : mentat::mentat_object__ {
    std::string sound(int times, mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<sound_tag__>(times, place__);
    }
    int feed(int n, mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<feed_tag__>(n, place__);
    }
    int meals(mentat::source_place__ place__ = mentat::here__()) const {
      return call_fn__<meals_tag__>(place__);
    }
  };
  static const mentat::class_info__& mentat_class__();
};

int feed_twice(animal& a, int n);

}  // namespace animals

#endif
