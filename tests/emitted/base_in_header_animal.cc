// Translated by mplc VERSION.
#include <mentat/api.h>
#include "base_in_header.h"

namespace animals {

animal_impl__::~animal_impl__() = default;

void animal_impl__::sound_body__(mentat::rtf_sink__<std::string>& mentat_rtf__, int times) const {
  mentat_rtf__(std::string(static_cast<std::size_t>(times), '-'));
}

void animal_impl__::feed_body__(mentat::rtf_sink__<int>& mentat_rtf__, int n) {
  meals_ += n;
  mentat_rtf__(meals_);
}

int feed_twice(animal& a, int n) {
  int x;
  mentat::rv_scope__ mentat_scope_x__(x);
  mentat::RV_INSERT__(x) = a.invoke_fn__<::animals::animal_impl__::feed_tag__>(n);
  mentat::RV_INSERT__(x) =
      a.invoke_fn__<::animals::animal_impl__::feed_tag__>(mentat::PRV_TO_ARG__(x));
  {
    mentat::RESOLVE__(x);
    return x;
  }
}

}  // namespace animals
