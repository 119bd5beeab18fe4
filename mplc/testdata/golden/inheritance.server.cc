// Translated by mplc VERSION.
// The server sections of inheritance.h.
#include <mentat/server.h>
#include "inheritance.h"

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
[[__gnu__::__weak__]] auto ::zoo::animal_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::zoo::animal_impl__>();
}
MENTAT_REGISTER_CLASS(::zoo::animal_impl__)
template <> struct mentat::server__<::zoo::dog_impl__> {
  static void dispatch__(::zoo::dog_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::zoo::dog_impl__::sound_tag__::number__: {
        ::mentat::accepted_call__<::zoo::dog_impl__::sound_tag__> call__(unit__);
        return self__.sound_body__(call__.rtf__(), call__.argument__<0>());
      }
      case ::zoo::dog_impl__::legs_tag__::number__: {
        ::mentat::accepted_call__<::zoo::dog_impl__::legs_tag__> call__(unit__);
        return self__.legs_body__(call__.rtf__());
      }
      case ::zoo::dog_impl__::rest_1fcf1824_tag__::number__: {
        ::mentat::accepted_call__<::zoo::dog_impl__::rest_1fcf1824_tag__> call__(unit__);
        return self__.rest_1fcf1824_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::server__<::zoo::animal_impl__>::dispatch__(self__, unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "zoo::dog", ::mentat::kind__::persistent__, 0x3151e2c1f4f146aaull, &::mentat::server__<::zoo::animal_impl__>::description__};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::zoo::dog_impl__::sound_tag__>("sound", "inheritance.mpl.h:22"),
      ::mentat::describe__<::zoo::dog_impl__::legs_tag__>("legs", "inheritance.mpl.h:23"),
      ::mentat::describe__<::zoo::dog_impl__::rest_1fcf1824_tag__>("rest", "inheritance.mpl.h:24"),
  };
};
[[__gnu__::__weak__]] auto ::zoo::dog_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::zoo::dog_impl__>();
}
MENTAT_REGISTER_CLASS(::zoo::dog_impl__)
