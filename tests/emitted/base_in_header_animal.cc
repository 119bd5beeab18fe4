#include <mentat/api.h>
#include "base_in_header.h"

namespace animals {

animal_impl::~animal_impl() = default;

void animal_impl::sound_body(mentat::rtf_sink<std::string>& mentat_rtf, int times) const {
  mentat_rtf(std::string(static_cast<std::size_t>(times), '-'));
}

void animal_impl::feed_body(mentat::rtf_sink<int>& mentat_rtf, int n) {
  meals_ += n;
  mentat_rtf(meals_);
}

int feed_twice(animal& a, int n) {
  int x;
  mentat::rv_scope mentat_scope_x(x);
  mentat::RV_INSERT(x) = a.invoke_fn<::animals::animal_impl::feed_tag>(n);
  mentat::RV_INSERT(x) = a.invoke_fn<::animals::animal_impl::feed_tag>(mentat::PRV_TO_ARG(x));
  {
    mentat::RESOLVE(x);
    return x;
  }
}

}  // namespace animals
