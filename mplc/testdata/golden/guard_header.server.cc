// Translated by mplc VERSION.
// The server sections of guard_header.h.
#include <mentat/server.h>
#include "guard_header.h"

template <> struct mentat::server__<::gate_impl__> {
  static void dispatch__(::gate_impl__& self__, ::mentat::work_unit__& unit__) {
    switch (unit__.function__()) {
      case ::gate_impl__::open_tag__::number__: {
        ::mentat::accepted_call__<::gate_impl__::open_tag__> call__(unit__);
        return self__.open_body__(call__.rtf__());
      }
      case ::gate_impl__::pass_tag__::number__: {
        ::mentat::accepted_call__<::gate_impl__::pass_tag__> call__(unit__);
        return self__.pass_body__(call__.rtf__(), call__.argument__<0>());
      }
      default: break;
    }
    ::mentat::no_such_function__(unit__);
  }
  static constexpr ::mentat::class_description__ description__{
      "gate", ::mentat::kind__::persistent__, 0x03f9ce48b849c915ull, nullptr};
  static constexpr ::mentat::method_description__ methods__[] = {
      ::mentat::describe__<::gate_impl__::open_tag__>("open", "guard_header.mpl.h:7"),
      ::mentat::describe__<::gate_impl__::pass_tag__>("pass", "guard_header.mpl.h:8"),
  };
};
[[__gnu__::__weak__]] auto ::gate_impl__::mentat_class__() -> const ::mentat::class_info__& {
  return ::mentat::class_info_of__<::gate_impl__>();
}
MENTAT_REGISTER_CLASS(::gate_impl__)
