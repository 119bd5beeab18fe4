#include "rts/core/activation.h"

namespace mentat {

namespace detail {
constinit activation no_activation;
}

#if MENTAT_THREAD_VARIABLES_ARE_PLAIN

constinit thread_local activation* current_activation = &detail::no_activation;

activation* const* place_of_current_activation() { return &current_activation; }

#else

namespace {
constinit thread_local activation* the_activation [[gnu::tls_model("initial-exec")]] =
    &detail::no_activation;
}

[[gnu::noinline]] activation*& detail::place_of_activation() {
  asm volatile("");
  return the_activation;
}

activation* const* place_of_current_activation() { return &detail::place_of_activation(); }

#endif

[[gnu::noinline]] void set_current_activation(activation* to) { current_activation = to; }

}  // namespace mentat
