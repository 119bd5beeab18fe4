#include <mentat/api.h>
#line 1 "inheritance.mpl.h"
#pragma once
#include <mentat/mpl.h>

namespace zoo {

class animal_impl; using animal = ::mentat::handle<animal_impl>; class animal_impl {
 public:
  explicit animal_impl(int legs) : legs_(legs) {}
  virtual ~animal_impl() = default;
  virtual void sound_body(::mentat::rtf_sink<int>& mentat_rtf, int times) = 0;
  virtual void legs_body(::mentat::rtf_sink<int>& mentat_rtf) const { return mentat_rtf(legs_); }
  void rest_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf) {}

 protected:
  int legs_;
#line 19 "inheritance.h"
 public:
  using sound_tag = ::mentat::method<animal_impl, 0xb9fa8af9u, int(int)>;
  int sound(int times) {
    ::mentat::local_call<sound_tag> call;
    sound_body(call.rtf(), times);
    return call.take();
  }
  using legs_tag = ::mentat::method<animal_impl, 0x34344aa0u, int()>;
  int legs() const {
    ::mentat::local_call<legs_tag> call;
    legs_body(call.rtf());
    return call.take();
  }
  int legs_local() const {
    ::mentat::local_call<legs_tag> call;
    animal_impl::legs_body(call.rtf());
    return call.take();
  }
  using rest_tag = ::mentat::method<animal_impl, 0x97ccf688u, void()>;
  void rest() {
    ::mentat::local_call<rest_tag> call;
    rest_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    int sound(int times) const { return call_fn<sound_tag>(times); }
    int legs() const { return call_fn<legs_tag>(); }
    void rest() const { return call_fn<rest_tag>(); }
  };
  static const ::mentat::class_info& mentat_class();
#line 16 "inheritance.mpl.h"
};

class dog_impl; using dog = ::mentat::handle<dog_impl>; class dog_impl final : public animal_impl {
 public:
  using animal_impl::rest;
  dog_impl() : animal_impl(4) {}
  void sound_body(::mentat::rtf_sink<int>& mentat_rtf, int times) override;
  void legs_body(::mentat::rtf_sink<int>& mentat_rtf) const override { return mentat_rtf(animal_impl::legs_local() + 0); }
  void rest_1fcf1824_body([[maybe_unused]] ::mentat::rtf_sink<void>& mentat_rtf, int hours) {}
#line 60 "inheritance.h"
 public:
  using sound_tag = ::mentat::method<dog_impl, 0xb9fa8af9u, int(int)>;
  int sound(int times) {
    ::mentat::local_call<sound_tag> call;
    sound_body(call.rtf(), times);
    return call.take();
  }
  int sound_local(int times) {
    ::mentat::local_call<sound_tag> call;
    dog_impl::sound_body(call.rtf(), times);
    return call.take();
  }
  using legs_tag = ::mentat::method<dog_impl, 0x34344aa0u, int()>;
  int legs() const {
    ::mentat::local_call<legs_tag> call;
    legs_body(call.rtf());
    return call.take();
  }
  int legs_local() const {
    ::mentat::local_call<legs_tag> call;
    dog_impl::legs_body(call.rtf());
    return call.take();
  }
  using rest_1fcf1824_tag = ::mentat::method<dog_impl, 0x6b80eb94u, void(int)>;
  void rest(int hours) {
    ::mentat::local_call<rest_1fcf1824_tag> call;
    rest_1fcf1824_body(call.rtf(), hours);
    return call.take();
  }
  struct mentat_stubs : ::mentat::handle<animal_impl> {
    using ::mentat::handle<animal_impl>::rest;
    int sound(int times) const { return call_fn<sound_tag>(times); }
    int legs() const { return call_fn<legs_tag>(); }
    void rest(int hours) const { return call_fn<rest_1fcf1824_tag>(hours); }
  };
  static const ::mentat::class_info& mentat_class();
#line 25 "inheritance.mpl.h"
};

}  // namespace zoo
