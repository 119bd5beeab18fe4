// The server sections of inheritance.h.
#include "inheritance.h"
#include <mentat/server.h>

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
[[gnu::weak]] auto ::zoo::animal_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::zoo::animal_impl>();
}
MENTAT_REGISTER_CLASS(::zoo::animal_impl)
template <> struct mentat::server<::zoo::dog_impl> {
  static void dispatch(::zoo::dog_impl& self, ::mentat::work_unit& unit) {
    switch (unit.function()) {
      case ::zoo::dog_impl::sound_tag::number: {
        ::mentat::accepted_call<::zoo::dog_impl::sound_tag> call(unit);
        return self.sound_body(call.rtf(), call.argument<0>());
      }
      case ::zoo::dog_impl::legs_tag::number: {
        ::mentat::accepted_call<::zoo::dog_impl::legs_tag> call(unit);
        return self.legs_body(call.rtf());
      }
      case ::zoo::dog_impl::rest_1fcf1824_tag::number: {
        ::mentat::accepted_call<::zoo::dog_impl::rest_1fcf1824_tag> call(unit);
        return self.rest_1fcf1824_body(call.rtf(), call.argument<0>());
      }
    }
    ::mentat::server<::zoo::animal_impl>::dispatch(self, unit);
  }
  static constexpr ::mentat::class_description description{
      "zoo::dog", ::mentat::kind::persistent, 0x3151e2c1f4f146aaull, &::mentat::server<::zoo::animal_impl>::description};
  static constexpr ::mentat::method_description methods[] = {
      ::mentat::describe<::zoo::dog_impl::sound_tag>("sound", "inheritance.mpl.h:22"),
      ::mentat::describe<::zoo::dog_impl::legs_tag>("legs", "inheritance.mpl.h:23"),
      ::mentat::describe<::zoo::dog_impl::rest_1fcf1824_tag>("rest", "inheritance.mpl.h:24"),
  };
};
[[gnu::weak]] auto ::zoo::dog_impl::mentat_class() -> const ::mentat::class_info& {
  return ::mentat::class_info_of<::zoo::dog_impl>();
}
MENTAT_REGISTER_CLASS(::zoo::dog_impl)
