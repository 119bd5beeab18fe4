// Translated by mplc VERSION.
#include <mentat/server.h>
#line 1 "template_class.mpl.h"
#ifndef TEMPLATE_CLASS_MPL_H
#define TEMPLATE_CLASS_MPL_H

#include <mentat/mpl.h>

namespace store {

struct label {
  int number;
};

template <class T, int Size> class box_impl__; template <class T, int Size = 4> using box = ::mentat::handle__<box_impl__<T, Size>>; template <class T, int Size = 4>
class box_impl__ {
 public:
  box_impl__() = default;
  void put_body__(::mentat::rtf_sink__<T>& mentat_rtf__, const T& value, int at);
  void same_body__(::mentat::rtf_sink__<box<T, Size>>& mentat_rtf__, box<T, Size> other) { return mentat_rtf__(static_cast<decltype(other)&&>(other)); }
  void name_body__(::mentat::rtf_sink__<label>& mentat_rtf__) const { return mentat_rtf__(label{Size}); }

 private:
  T kept_{};
#line 26 "template_class.h"
 public:
  using put_tag__ = ::mentat::method__<box_impl__, 0x62e8a872u, T(const T&, int)>;
  static int put_default_1__() { return Size; }
  T put(const T& value, int at = put_default_1__()) {
    ::mentat::local_call__<put_tag__> call__;
    put_body__(call__.rtf__(), value, at);
    return call__.take__();
  }
  using same_tag__ = ::mentat::method__<box_impl__, 0xd38b87d0u, box<T, Size>(box<T, Size>)>;
  box<T, Size> same(box<T, Size> other) {
    ::mentat::local_call__<same_tag__> call__;
    same_body__(call__.rtf__(), static_cast<decltype(other)&&>(other));
    return call__.take__();
  }
  using name_tag__ = ::mentat::method__<box_impl__, 0x4385f803u, label()>;
  label name() const {
    ::mentat::local_call__<name_tag__> call__;
    name_body__(call__.rtf__());
    return call__.take__();
  }
  using mentat_lifetime__ = ::mentat::lifetime__<0x0000000000000000, false>;
  struct mentat_stubs__ : ::mentat::mentat_object__ {
    T put(const T& value, int at = put_default_1__(), ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<put_tag__>(value, at, place__);
    }
    box<T, Size> same(box<T, Size> other, ::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<same_tag__>(static_cast<decltype(other)&&>(other), place__);
    }
    label name(::mentat::source_place__ place__ = ::mentat::here__()) const {
      return call_fn__<name_tag__>(place__);
    }
  };
  static const ::mentat::class_info__& mentat_class__() { return ::mentat::class_info_of__<box_impl__>(); }
#line 22 "template_class.mpl.h"
};

template <class T, int Size>
void box_impl__<T, Size>::put_body__(::mentat::rtf_sink__<T>& mentat_rtf__, const T& value, int at) {
  kept_ = value;
  mentat_rtf__(kept_);
}

}  // namespace store

#line 71 "template_class.h"
#ifndef MENTAT_SERIALIZE_faffc0080684facc
#define MENTAT_SERIALIZE_faffc0080684facc
namespace store {
template <class Archive__>
void serialize__(Archive__& archive__, ::store::label& value__) {
  archive__(value__.number);
}
}
#endif
template <class T, int Size>
struct mentat::server__<::store::box_impl__<T, Size>> {
  static void dispatch__(::store::box_impl__<T, Size>& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::store::box_impl__<T, Size>::put_tag__::number__: {
        ::mentat::accepted_call__<typename ::store::box_impl__<T, Size>::put_tag__> call__(unit__);
        return self__.put_body__(call__.rtf__(), call__.template argument__<0>(), call__.template argument__<1>());
      }
      case ::store::box_impl__<T, Size>::same_tag__::number__: {
        ::mentat::accepted_call__<typename ::store::box_impl__<T, Size>::same_tag__> call__(unit__);
        return self__.same_body__(call__.rtf__(), call__.template argument__<0>());
      }
      case ::store::box_impl__<T, Size>::name_tag__::number__: {
        ::mentat::accepted_call__<typename ::store::box_impl__<T, Size>::name_tag__> call__(unit__);
        return self__.name_body__(call__.rtf__());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__ =
      ::mentat::describe_instance__<::store::box_impl__<T, Size>>(::mentat::kind__::persistent__, 0x0ff30e97ca9ab73bull, nullptr);
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<typename ::store::box_impl__<T, Size>::put_tag__>("put", "template_class.mpl.h:25"),
      ::mentat::describe__<typename ::store::box_impl__<T, Size>::same_tag__>("same", "template_class.mpl.h:17"),
      ::mentat::describe__<typename ::store::box_impl__<T, Size>::name_tag__>("name", "template_class.mpl.h:18"),
  };
};
#line 32 "template_class.mpl.h"
#endif  // TEMPLATE_CLASS_MPL_H
