// Translated by mplc VERSION.
#include <mentat/api.h>
#line 1 "inheritance.mpl.h"
#pragma once
#include <mentat/mpl.h>

namespace zoo {

class animal_impl__; using animal = ::mentat::handle__<animal_impl__>; class animal_impl__ {
 public:
  explicit animal_impl__(int legs) : legs_(legs) {}
  virtual ~animal_impl__() = default;
  virtual void sound_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int times) = 0;
  virtual void legs_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const { return mentat_rtf__(legs_); }
  void rest_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__) {}

 protected:
  int legs_;
#line 20 "inheritance.h"
 public:
  using sound_tag__ = ::mentat::method__<animal_impl__, 0xb9fa8af9u, int(int)>;
  int sound(int times) {
    ::mentat::local_call__<sound_tag__> call__;
    sound_body__(call__.rtf__(), times);
    return call__.take__();
  }
  using legs_tag__ = ::mentat::method__<animal_impl__, 0x34344aa0u, int()>;
  int legs() const {
    ::mentat::local_call__<legs_tag__> call__;
    legs_body__(call__.rtf__());
    return call__.take__();
  }
  int legs_local__() const {
    ::mentat::local_call__<legs_tag__> call__;
    animal_impl__::legs_body__(call__.rtf__());
    return call__.take__();
  }
  using rest_tag__ = ::mentat::method__<animal_impl__, 0x97ccf688u, void()>;
  void rest() {
    ::mentat::local_call__<rest_tag__> call__;
    rest_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, false>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    int sound(int times, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<sound_tag__>(times, place__);
    }
    int legs(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<legs_tag__>(place__);
    }
    void rest(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<rest_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 16 "inheritance.mpl.h"
};

class dog_impl__; using dog = ::mentat::handle__<dog_impl__>; class dog_impl__ final : public animal_impl__ {
 public:
  using animal_impl__::rest;
  dog_impl__() : animal_impl__(4) {}
  void sound_body__(::mentat::rtf_sink__<int>& mentat_rtf__, int times) override;
  void legs_body__(::mentat::rtf_sink__<int>& mentat_rtf__) const override { return mentat_rtf__(animal_impl__::legs_local__() + 0); }
  void rest_1fcf1824_body__([[maybe_unused]] ::mentat::rtf_sink__<void>& mentat_rtf__, int hours) {}
#line 68 "inheritance.h"
 public:
  using sound_tag__ = ::mentat::method__<dog_impl__, 0xb9fa8af9u, int(int)>;
  int sound(int times) {
    ::mentat::local_call__<sound_tag__> call__;
    sound_body__(call__.rtf__(), times);
    return call__.take__();
  }
  int sound_local__(int times) {
    ::mentat::local_call__<sound_tag__> call__;
    dog_impl__::sound_body__(call__.rtf__(), times);
    return call__.take__();
  }
  using legs_tag__ = ::mentat::method__<dog_impl__, 0x34344aa0u, int()>;
  int legs() const {
    ::mentat::local_call__<legs_tag__> call__;
    legs_body__(call__.rtf__());
    return call__.take__();
  }
  int legs_local__() const {
    ::mentat::local_call__<legs_tag__> call__;
    dog_impl__::legs_body__(call__.rtf__());
    return call__.take__();
  }
  using rest_1fcf1824_tag__ = ::mentat::method__<dog_impl__, 0x6b80eb94u, void(int)>;
  void rest(int hours) {
    ::mentat::local_call__<rest_1fcf1824_tag__> call__;
    rest_1fcf1824_body__(call__.rtf__(), hours);
    return call__.take__();
  }
  template <class method__, class... arguments__>
  bool mentat_guard__(method__*, const arguments__&...) const;
  using mentat_lifetime__ = ::mentat::lifetime__<0x8000000000000000, false>;
  struct mentat_stubs__ : ::mentat::handle__<animal_impl__> {
    using ::mentat::handle__<animal_impl__>::rest;
    int sound(int times, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<sound_tag__>(times, place__);
    }
    int legs(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<legs_tag__>(place__);
    }
    void rest(int hours, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<rest_1fcf1824_tag__>(hours, place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__();
#line 25 "inheritance.mpl.h"
};

}  // namespace zoo
