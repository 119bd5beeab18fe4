#include <mentat/server.h>
#line 1 "template_class.mpl.h"
#ifndef TEMPLATE_CLASS_MPL_H
#define TEMPLATE_CLASS_MPL_H

#include <mentat/mpl.h>

namespace store {

struct label {
  int number;
};

template <class T, int Size> class box_impl; template <class T, int Size = 4> using box = ::mentat::handle<box_impl<T, Size>>; template <class T, int Size = 4>
class box_impl {
 public:
  box_impl() = default;
  void put_body(::mentat::rtf_sink<T>& mentat_rtf, const T& value, int at);
  void same_body(::mentat::rtf_sink<box<T, Size>>& mentat_rtf, box<T, Size> other) { return mentat_rtf(static_cast<decltype(other)&&>(other)); }
  void name_body(::mentat::rtf_sink<label>& mentat_rtf) const { return mentat_rtf(label{Size}); }

 private:
  T kept_{};
#line 25 "template_class.h"
 public:
  using put_tag = ::mentat::method<box_impl, 0x62e8a872u, T(const T&, int)>;
  static int put_default_1() { return Size; }
  T put(const T& value, int at = put_default_1()) {
    ::mentat::local_call<put_tag> call;
    put_body(call.rtf(), value, at);
    return call.take();
  }
  using same_tag = ::mentat::method<box_impl, 0xd38b87d0u, box<T, Size>(box<T, Size>)>;
  box<T, Size> same(box<T, Size> other) {
    ::mentat::local_call<same_tag> call;
    same_body(call.rtf(), static_cast<box<T, Size>&&>(other));
    return call.take();
  }
  using name_tag = ::mentat::method<box_impl, 0x4385f803u, label()>;
  label name() const {
    ::mentat::local_call<name_tag> call;
    name_body(call.rtf());
    return call.take();
  }
  struct mentat_stubs : ::mentat::mentat_object {
    T put(const T& value, int at = put_default_1()) const { return call_fn<put_tag>(value, at); }
    box<T, Size> same(box<T, Size> other) const {
      return call_fn<same_tag>(static_cast<box<T, Size>&&>(other));
    }
    label name() const { return call_fn<name_tag>(); }
  };
  static const ::mentat::class_info& mentat_class() { return ::mentat::class_info_of<box_impl>(); }
#line 22 "template_class.mpl.h"
};

template <class T, int Size>
void box_impl<T, Size>::put_body(::mentat::rtf_sink<T>& mentat_rtf, const T& value, int at) {
  kept_ = value;
  mentat_rtf(kept_);
}

}  // namespace store

#line 65 "template_class.h"
#ifndef MENTAT_SERIALIZE_faffc0080684facc
#define MENTAT_SERIALIZE_faffc0080684facc
namespace store {
template <class Archive>
void serialize(Archive& archive, ::store::label& value) {
  archive(value.number);
}
}
#endif
template <class T, int Size>
struct mentat::server<::store::box_impl<T, Size>> {
  static void dispatch(::store::box_impl<T, Size>& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::store::box_impl<T, Size>::put_tag::number: {
        ::mentat::accepted_call<typename ::store::box_impl<T, Size>::put_tag> call(unit);
        return self.put_body(call.rtf(), call.template argument<0>(), call.template argument<1>());
      }
      case ::store::box_impl<T, Size>::same_tag::number: {
        ::mentat::accepted_call<typename ::store::box_impl<T, Size>::same_tag> call(unit);
        return self.same_body(call.rtf(), call.template argument<0>());
      }
      case ::store::box_impl<T, Size>::name_tag::number: {
        ::mentat::accepted_call<typename ::store::box_impl<T, Size>::name_tag> call(unit);
        return self.name_body(call.rtf());
      }
    }
    ::mentat::no_such_function(unit);
  }
  static constexpr ::mentat::class_description description =
      ::mentat::describe_instance<::store::box_impl<T, Size>>(::mentat::kind::persistent, 0x0ff30e97ca9ab73bull, nullptr);
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<typename ::store::box_impl<T, Size>::put_tag>("put", "template_class.mpl.h:25"),
      ::mentat::describe<typename ::store::box_impl<T, Size>::same_tag>("same", "template_class.mpl.h:17"),
      ::mentat::describe<typename ::store::box_impl<T, Size>::name_tag>("name", "template_class.mpl.h:18"),
  };
};
#line 32 "template_class.mpl.h"
#endif  // TEMPLATE_CLASS_MPL_H
