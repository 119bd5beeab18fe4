// Mentat variables [TOCS96 2.2, Figure 4]: the front end of an object, a name through which its
// member functions are called.
//
// A handle of a persistent class is unbound until create(); copying it copies the name, not the
// object. A handle of a regular class is never created: each call has an instance of its own. Calls
// do not block (call.h). Thread-safety: a handle is a value; calls need a thread that runs main or
// a member function. Errors: unbound_variable, limit_error at the call; others at the strict use.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>

#include "mmps/wire/mmps_name.h"
#include "rts/api/creation.h"
#include "rts/api/object_name.h"
#include "rts/core/class_registry.h"
#include "rts/core/run_time_system.h"

namespace mentat {

// Calls with more arguments have no place (with_place.h).
inline constexpr std::size_t max_placed_arguments = 16;

class mentat_object {
 public:
  // Calls `Method`: makes the node of the program graph, draws the arcs of delayed arguments, and
  // goes on [TOCS96 3.2]. `counted`: among its caller's calls (custody_scope.h), as a read is not.
  // `awaited`: the caller waits for the result at once.
  template <class Method, bool counted = true, bool awaited = false, class... A>
  cip<typename Method::result> invoke_at(source_place at, A&&... arguments) const {
    run_time_system& in = detail::required_runtime();
    auto* made = make_call<Method>(at, std::forward<A>(arguments)...);
    made->set_called_at(at);
    cip<typename Method::result> result(made);
    if (!prepare(*made, in, counted)) return result;
    if (!awaited && std::is_void_v<typename Method::result> && made->target())
      made->set_depth(not_nested);
    // Then nothing that its caller does meanwhile waits for its arguments.
    constexpr bool is_write = detail::is_replicated<typename Method::owner>;
    if constexpr (is_write || requires { Method::owner::delayed_calls_have_own_callers; })
      if (made->delayed()) made->set_caller(in.new_caller());
    const bool waits = is_write && !made->delayed();
    const bool runs_inline = Method::runs_inline && !made->delayed();
    constexpr bool durable = detail::is_durable<typename Method::owner>;
    if (durable) made->note_durable();
    if (!durable && made->delayed()) made->become_partial(in);
    made->start_with(2);  // the result's and the run-time system's
    if (runs_inline)
      in.submit_inline(*made);
    else
      in.submit(*made);
    if (made->delayed()) made->draw_arcs(in);
    if (waits) wait_for_end(*made, at);
    return result;
  }

  // The same, and waits for the result at once.
  template <class Method, bool counted = true, class... A>
  typename Method::result call_at(source_place at, A&&... arguments) const {
    auto produced = invoke_at<Method, counted, true>(at, std::forward<A>(arguments)...);
    wait_for(*produced, at, false);
    computation_instance& done = result_of(*produced);
    if (done.result() == computation_instance::outcome::error) {
      done.note_error_seen();
      std::rethrow_exception(done.error());
    }
    if constexpr (!std::is_void_v<typename Method::result>) {
      auto& typed = static_cast<typed_instance<typename Method::result>&>(done);
      if (only_reader(*produced)) return std::move(typed.value());
      return static_cast<const typename Method::result&>(typed.value());
    }
  }

  // A const function without guard of a replicated class: is read in place (replicated.h).
  template <class Method, class... A>
  typename Method::result read__(source_place at, A&&... arguments) const;

  // invoke_fn__<Method>(arguments..., source_place at = here), call_fn__<Method>(the same).
#define MENTAT_WITH_PLACE(count)                                                       \
  template <class Method>                                                              \
    requires(Method::arity == count)                                                   \
  cip<typename Method::result> invoke_fn__(MENTAT_PARAMETERS_##count source_place at = \
                                               source_place::current()) const {        \
    return invoke_at<Method>(at MENTAT_ARGUMENTS_##count);                             \
  }                                                                                    \
  template <class Method>                                                              \
    requires(Method::arity == count)                                                   \
  typename Method::result call_fn__(MENTAT_PARAMETERS_##count source_place at =        \
                                        source_place::current()) const {               \
    return call_at<Method>(at MENTAT_ARGUMENTS_##count);                               \
  }
#include "rts/api/with_place.h"
  template <class Method, class... A>
    requires(sizeof...(A) != Method::arity || Method::arity > max_placed_arguments)
  cip<typename Method::result> invoke_fn__(A&&... arguments) const {
    return invoke_at<Method>({}, std::forward<A>(arguments)...);
  }
  template <class Method, class... A>
    requires(sizeof...(A) != Method::arity || Method::arity > max_placed_arguments)
  typename Method::result call_fn__(A&&... arguments) const {
    return call_at<Method>({}, std::forward<A>(arguments)...);
  }

  void destroy();  // takes effect behind the calls that this caller has made before
  [[nodiscard]] bool bound() const;  // it names a living object, or its class is regular
  [[nodiscard]] const mmps::mmps_name& name() const { return name_.get(); }
  // Whether two variables name one object. The order has no meaning; it is there for keys.
  friend bool operator==(const mentat_object& a, const mentat_object& b) {
    return a.name() == b.name() && a.class_ == b.class_;
  }
  friend std::strong_ordering operator<=>(const mentat_object& a, const mentat_object& b) {
    if (a.name() != b.name()) return a.name() <=> b.name();
    return std::compare_three_way()(a.class_, b.class_);
  }

  // A handle sent to another object travels as its name and its class. The class that is read must
  // be one that this handle may have; else marshal_error.
  template <class Archive>
  void serialize(Archive& archive) {
    std::uint64_t interface_hash = class_->description->interface_hash;
    mmps::mmps_name name = name_.get();
    archive(name.host, name.incarnation, name.slot, name.generation, interface_hash);
    name_ = name;
    become(interface_hash);
  }

 protected:
  void set_class__(const class_info& of_class) { class_ = &of_class; }
  void bind__(const class_info& of_class, const mmps::mmps_name& name) {
    class_ = &of_class;
    name_ = name;
  }
  void bind__(const class_info& of_class, cip<mmps::mmps_name>&& creation) {
    class_ = &of_class;
    name_.become(std::move(creation));
  }
  [[nodiscard]] const class_info& of_class__() const { return *class_; }

 private:
  template <class Object>
  friend class ref;
  // Lack of memory is detected before the call exists, so the error gets its place here.
  template <class Method, class... A>
  [[gnu::always_inline]] call<Method>* make_call(source_place at, A&&... arguments) const {
    try {
      return new call<Method>(class_, std::forward<A>(arguments)...);
    } catch (limit_error& full) {
      full.note_called_at(at);
      throw;
    }
  }
  static bool prepare_persistent(computation_instance& made, const mmps::mmps_name& name,
                                 run_time_system& in);
  // Fills in target, caller and depth. False: the call has already failed; its error is its result.
  bool prepare(computation_instance& made, run_time_system& in, bool counted) const {
    const std::uint32_t depth = current_activation->depth + 1;
    if (depth > in.limits().graph_depth) [[unlikely]]
      throw_too_deep(made, in);
    made.set_depth(depth);
    if (counted) inherit_unit(made, *current_activation);
    return class_->description->kind == kind::regular || prepare_persistent(made, name_.get(), in);
  }
  [[noreturn]] static void throw_too_deep(const computation_instance& made, run_time_system& in);
  void become(std::uint64_t interface_hash);
  [[nodiscard]] bool is_named() const;

  const class_info* class_ = nullptr;
  object_name name_;
};

template <class Impl>
class handle : public Impl::mentat_stubs__ {
  template <class First = void, class...>
  static constexpr bool leads_with_hint__ = std::is_same_v<value_t<First>, placement>;

 public:
  using implementation__ = Impl;

  handle() { this->mentat_object::set_class__(Impl::mentat_class__()); }
  // counter c(5); creates the object, as the same line does in the sequential program.
#define MENTAT_WITH_PLACE(count)                                                                   \
  template <class First>                                                                           \
    requires(!std::derived_from<value_t<First>, handle> && !detail::is_ref<value_t<First>>)        \
  explicit handle(First&& first, MENTAT_PARAMETERS_##count call_site at = source_place::current()) \
      : handle() {                                                                                 \
    create_at__(at.place, static_cast<First&&>(first) MENTAT_ARGUMENTS_##count);                   \
  }
#include "rts/api/with_place.h"
  template <class First, class... More>
    requires(sizeof...(More) > max_placed_arguments)
  explicit handle(First&& first, More&&... more) : handle() {
    create_at__({}, std::forward<First>(first), std::forward<More>(more)...);
  }

  // Makes a new object of this class and binds the variable to it. Hints come before the
  // constructor's arguments. No effect for a regular class.
#define MENTAT_WITH_PLACE(count)                                                  \
  void create(MENTAT_PARAMETERS_##count call_site at = source_place::current()) { \
    create_at__(at.place MENTAT_ARGUMENTS_##count);                               \
  }
#include "rts/api/with_place.h"
  template <class... A>
    requires(sizeof...(A) > max_placed_arguments)
  void create(A&&... hints_and_arguments) {
    create_at__({}, std::forward<A>(hints_and_arguments)...);
  }
  template <class... A>
  void create_at__(source_place at, A&&... hints_and_arguments) {
    begun_creation begun = begin_creation__(at, std::forward<A>(hints_and_arguments)...);
    if (begun.is_plain && detail::may_stay_under_way())
      this->mentat_object::bind__(Impl::mentat_class__(), std::move(begun.call));
    else
      finish_creation__(begun);
  }
  // The same in two steps.
  template <class... A>
  [[nodiscard]] begun_creation begin_creation__(source_place at, A&&... hints_and_arguments) {
    static_assert((0 + ... + std::is_same_v<value_t<A>, placement>) <= placements::most,
                  "create() takes at most 7 hints");
    placements wanted;
    return begin_with__(wanted, at, std::forward<A>(hints_and_arguments)...);
  }
  void finish_creation__(const begun_creation& begun) {
    if (begun.is_done()) return;
    const class_info& info = Impl::mentat_class__();
    this->mentat_object::bind__(
        info, detail::finish_creation(detail::required_runtime(info), *begun.call));
  }

 private:
  template <class... More>
  begun_creation begin_with__(placements& wanted, source_place at, const placement& hint,
                              More&&... hints_and_arguments) {
    if (hint.says_something()) wanted.given[wanted.count++] = &hint;
    return begin_with__(wanted, at, std::forward<More>(hints_and_arguments)...);
  }
  template <class... A>
    requires(!leads_with_hint__<A...>)
  begun_creation begin_with__(const placements& wanted, source_place at, A&&... arguments) {
    const class_info& info = Impl::mentat_class__();
    if (info.description->kind == kind::regular) return {};
    run_time_system& in = detail::required_runtime(info);
    if (in.places_objects() && !(info.replica && in.home_of_replicas())) {
      if constexpr (detail::constructible_elsewhere<Impl, A...>) {
        using chosen =
            typename decltype(Impl::mentat_constructor__(std::forward<A>(arguments)...))::what;
        if (info.constructs_elsewhere(chosen::index)) {
          auto creation = Impl::mentat_constructor__(std::forward<A>(arguments)...);
          creation.set_called_at(at);
          detail::begin_creation(in, *creation, chosen::index, wanted);
          return {std::move(creation).take(), detail::is_plain_constructor<Impl>(chosen::index)};
        }
      } else if constexpr (sizeof...(A) == 0) {
        if (info.constructs_elsewhere(no_constructor))
          return {detail::begin_creation(in, info, wanted, at),
                  detail::is_plain_constructor<Impl>(no_constructor)};
      }
    }
    std::unique_ptr<Impl> made;
    try {
      made = std::make_unique<Impl>(std::forward<A>(arguments)...);
    } catch (...) {
      detail::throw_creation_error(in, info, at);
    }
    this->mentat_object::bind__(info, detail::adopt_made(in, info, made.get(), at));
    static_cast<void>(made.release());
    return {};
  }

  template <class Handle>
  friend Handle self();
  template <class Object>
  friend class ref;
};

#define MENTAT_WITH_PLACE(count)                                                  \
  template <class Impl>                                                           \
  void create(handle<Impl>& variable,                                             \
              MENTAT_PARAMETERS_##count call_site at = source_place::current()) { \
    variable.create_at__(at.place MENTAT_ARGUMENTS_##count);                      \
  }
#include "rts/api/with_place.h"
template <class Impl, class... A>
  requires(sizeof...(A) > max_placed_arguments)
void create(handle<Impl>& variable, A&&... hints_and_arguments) {
  variable.create(std::forward<A>(hints_and_arguments)...);
}

inline void destroy(mentat_object& variable) { variable.destroy(); }
[[nodiscard]] inline bool bound(const mentat_object& variable) { return variable.bound(); }

// Starts everything that can start now [TOCS96 3.2.2].
void force();

}  // namespace mentat
