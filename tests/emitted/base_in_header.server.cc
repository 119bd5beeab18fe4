// Translated by mplc VERSION.
// The server sections of base_in_header.h.
#include <mentat/server.h>
#include "base_in_header.h"

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
      mentat::describe__<::animals::animal_impl__::sound_tag__>("sound"),
      mentat::describe__<::animals::animal_impl__::feed_tag__>("feed"),
      mentat::describe__<::animals::animal_impl__::meals_tag__>("meals"),
  };
};
[[__gnu__::__weak__]] auto ::animals::animal_impl__::mentat_class__()
    -> const mentat::class_info__& {
  return mentat::class_info_of__<::animals::animal_impl__>();
}
MENTAT_REGISTER_CLASS(::animals::animal_impl__)
