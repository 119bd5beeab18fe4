// The server sections of base_in_header.h.
#include "base_in_header.h"
#include <mentat/server.h>

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
      mentat::describe<::animals::animal_impl::sound_tag>("sound"),
      mentat::describe<::animals::animal_impl::feed_tag>("feed"),
      mentat::describe<::animals::animal_impl::meals_tag>("meals"),
  };
};
[[gnu::weak]] auto ::animals::animal_impl::mentat_class() -> const mentat::class_info& {
  return mentat::class_info_of<::animals::animal_impl>();
}
MENTAT_REGISTER_CLASS(::animals::animal_impl)
