#include "rts/core/activation.h"

namespace mentat {

namespace detail {
constinit activation no_activation;
}

constinit thread_local activation* current_activation = &detail::no_activation;

[[gnu::noinline]] void set_current_activation(activation* to) { current_activation = to; }

}  // namespace mentat
