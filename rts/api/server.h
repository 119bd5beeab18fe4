// The server side of a Mentat class [TOCS96 3.2]: the parts of a server section, whether mplc or a
// person writes it. Only server sections include this; it brings Cereal.
#pragma once

#include <memory>
#include <span>

#include "rts/api/durable_state.h"
#include "rts/api/emitted_names.h"
#include "rts/api/guard.h"
#include "rts/api/instance_description.h"
#include "rts/api/own_error.h"
#include "rts/api/replica_state.h"
#include "rts/api/select.h"
#include "rts/api/wire.h"
#include "rts/core/work_unit.h"

namespace mentat {

// Specialised by each server section: dispatch(), description, methods.
template <class Impl>
struct server__;

namespace detail {

template <class Impl>
void dispatch_existing(void* self, work_unit& unit) {
  server__<Impl>::dispatch__(*static_cast<Impl*>(self), unit);
}

template <class Impl>
void dispatch_durable(void* self, work_unit& unit) {
  run_durable(Impl::mentat_class__(), self, unit, &dispatch_existing<Impl>);
}

template <class Impl>
void dispatch_new(work_unit& unit) {
  Impl self;
  server__<Impl>::dispatch__(self, unit);
}

// The class above, if it is a Mentat class: the handle of a class derives from that of its base.
template <class Impl>
concept has_base = requires { typename Impl::mentat_stubs__::implementation__; };

// An overriding function has a guard of its own or none.
template <class Impl>
bool is_open(const void* object, computation_instance& call) {
  for (const method_description& method :
       std::span<const method_description>(server__<Impl>::methods__))
    if (method.number == call.function())
      return !method.has_guard() || method.guard->test(object, call);
  if constexpr (has_base<Impl>) {
    using base = typename Impl::mentat_stubs__::implementation__;
    return is_open<base>(static_cast<const base*>(static_cast<const Impl*>(object)), call);
  } else {
    return true;
  }
}

template <class Impl>
void* construct() {
  return new Impl;
}

}  // namespace detail

// A call of `Method` that a server section carries out: its arguments, in the form of the
// parameters, and its rtf.
template <class Method>
class accepted_call {
  using result = typename Method::result;

 public:
  explicit accepted_call(work_unit& unit)
      : call_(static_cast<call<Method>&>(unit.instance())), sink_(make_sink(unit)) {}

  [[nodiscard]] rtf_sink<result>& rtf__() { return sink_; }

  // An lvalue for a reference parameter, else an rvalue: the argument belongs to the call, as do
  // the elements of a view.
  template <std::size_t K>
  [[nodiscard]] decltype(auto) argument__() {
    using parameter = typename Method::template parameter<K>;
    using passed =
        std::conditional_t<std::is_lvalue_reference_v<parameter>, parameter, value_t<parameter>&&>;
    if constexpr (detail::is_view<parameter>)
      return detail::seen_as<parameter>(call_.template argument<K>());
    else if constexpr (std::is_same_v<parameter, const value_t<parameter>&>)
      return call_.template seen<K>();
    else
      return static_cast<passed>(call_.template argument<K>());
  }

 private:
  rtf_sink<result> make_sink(work_unit& unit) {
    if constexpr (std::is_void_v<result>)
      return rtf_sink<result>(call_);
    else
      return rtf_sink<result>(call_, unit.round_trip() ? &detail::round_trip<result> : nullptr);
  }

  call<Method>& call_;
  rtf_sink<result> sink_;
};

template <class Method>
using accepted_call__ = accepted_call<Method>;

[[noreturn]] void no_such_function__(const work_unit& unit);

// Each shared library has its own: it may bring a run-time system of its own, whose list of classes
// is not that of another library with the same class.
template <class Impl>
[[gnu::visibility("hidden")]] const class_info& class_info_of__();

namespace detail {
// Runs before main() begins, wherever a class is used at all, so that its objects can be made in a
// process that never names it.
template <class Impl>
[[gnu::visibility("hidden")]] inline const bool registered =
    (class_registry::add(class_info_of__<Impl>()), true);
}  // namespace detail

template <class Impl>
const class_info& class_info_of__() {
  static_cast<void>(&detail::registered<Impl>);
  static const class_info info = [] {
    class_info made{&server__<Impl>::description__,
                    server__<Impl>::methods__,
                    nullptr,
                    nullptr,
                    nullptr,
                    nullptr};
    made.dispatch = &detail::dispatch_existing<Impl>;
    if constexpr (std::is_default_constructible_v<Impl>) {
      made.dispatch_new = &detail::dispatch_new<Impl>;
      made.construct = &detail::construct<Impl>;
    } else {
      made.dispatch_new = [](work_unit& unit) { no_such_function__(unit); };
    }
    // Destroys exactly an Impl, never a derived class, so its destructor need not be virtual.
    if constexpr (requires(Impl& self) { server__<Impl>::serve__(self); })
      made.serve = [](void* self) { server__<Impl>::serve__(*static_cast<Impl*>(self)); };
    made.selects = &detail::class_selects<Impl>;
    made.waits_after_rtf = &detail::class_waits_after_rtf<Impl>;
    if constexpr (requires { server__<Impl>::constructors__; })
      made.constructors = server__<Impl>::constructors__;
    if constexpr (detail::is_replicated<Impl>) made.replica = &detail::replica_form_of<Impl>;
    if constexpr (detail::is_durable<Impl>) {
      made.durable = &detail::durable_form_of<Impl>;
      made.dispatch = &detail::dispatch_durable<Impl>;
    }
    made.in_keeper = requires { Impl::lives_in_keeper; };
    if constexpr (requires { typename Impl::mentat_lifetime__; })
      made.ends_plainly = Impl::mentat_lifetime__::ends_plainly;
    if (server__<Impl>::description__.kind != kind::regular) {
      made.has_guards = &detail::class_has_guards<Impl>;
      made.is_open = &detail::is_open<Impl>;
    }
    made.destroy = [](void* self) noexcept {
      std::default_delete<Impl>()(static_cast<Impl*>(self));
    };
    return made;
  }();
  return info;
}

}  // namespace mentat

#define MENTAT_JOIN_(a, b) a##b
#define MENTAT_JOIN(a, b) MENTAT_JOIN_(a, b)
// Registers a class that this source file may not use otherwise.
#define MENTAT_REGISTER_CLASS(Impl)                                                 \
  namespace {                                                                       \
  [[maybe_unused]] const bool MENTAT_JOIN(mentat_class_registered__, __COUNTER__) = \
      (static_cast<void>(::mentat::class_info_of__<Impl>()), true);                 \
  }
