// How create() makes a persistent object: here, or by a call of its constructor that another
// process executes. Either way an exception of the constructor arrives like one of a member
// function. Thread-safety: as handle.h. Errors: those of the constructor; limit_error.
#pragma once

#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>

#include "mmps/wire/mmps_name.h"
#include "rts/api/call.h"
#include "rts/api/placement.h"
#include "rts/api/rtf.h"
#include "rts/core/run_time_system.h"

namespace mentat {

// The place of create() in the user's text. No constructor argument is mistaken for it.
struct call_site {
  constexpr call_site(source_place at) : place(at) {}
  source_place place;
};

// What of the life of a class's objects nobody can observe, by the translator's judgement
// (mplc/classes/plain_constructors.h): bit i for constructor i, the highest one for the constructor
// without parameters; and the destructor.
template <std::uint64_t PlainConstructors, bool EndsPlainly>
struct lifetime {
  static constexpr std::uint64_t plain_constructors = PlainConstructors;
  static constexpr bool ends_plainly = EndsPlainly;
};

// The call of a constructor, with its arguments, for execution in another process.
template <class Constructor>
class construction {
 public:
  using what = Constructor;
  // REQUIRES: Constructor::callable.
  template <class... A>
  static construction of__(A&&... arguments) {
    if constexpr (Constructor::callable)
      return construction(new call<Constructor>(&Constructor::owner::mentat_class__(),
                                                std::forward<A>(arguments)...));
    else
      std::terminate();
  }
  [[nodiscard]] typed_instance<mmps::mmps_name>& operator*() const { return *call_; }
  [[nodiscard]] cip<mmps::mmps_name> take() && { return std::move(call_); }
  void set_called_at(source_place at) const
    requires(Constructor::callable)
  {
    static_cast<call<Constructor>&>(*call_).set_called_at(at);
  }

 private:
  explicit construction(typed_instance<mmps::mmps_name>* made) : call_(made) {}
  cip<mmps::mmps_name> call_;
};

template <class Object>
class ref;
namespace detail {
template <class T>
inline constexpr bool is_ref = false;
template <class Object>
inline constexpr bool is_ref<ref<Object>> = true;
}  // namespace detail

// A creation that create() has begun.
struct begun_creation {
  cip<mmps::mmps_name> call{nullptr};
  // Nobody can observe when its constructor runs, and it throws nothing that the class has chosen:
  // so create() need not wait.
  bool is_plain = false;

  [[nodiscard]] bool is_done() const { return !call; }  // in this process
};

namespace detail {
template <class Impl>
constexpr bool is_plain_constructor(std::uint16_t index) {
  if constexpr (requires { typename Impl::mentat_lifetime__; }) {
    constexpr unsigned last = 63;
    if (index >= last && index != no_constructor) return false;
    constexpr std::uint64_t plain = Impl::mentat_lifetime__::plain_constructors;
    return (plain >> (index == no_constructor ? last : index) & 1) != 0;
  } else {
    return false;
  }
}

// False now and then: the caller has to wait for the creation, so that not too many are under way.
bool may_stay_under_way();

// Whether create(A...) chooses a constructor of the class itself that another process can call.
template <class Impl, class... A>
concept constructible_elsewhere = requires(A&&... arguments) {
  requires std::is_same_v<typename decltype(Impl::mentat_constructor__(
                              std::forward<A>(arguments)...))::what::owner,
                          Impl>;
  requires decltype(Impl::mentat_constructor__(std::forward<A>(arguments)...))::what::callable;
};
// Begins to make an object in another process.
void begin_creation(run_time_system& in, typed_instance<mmps::mmps_name>& creation,
                    std::uint16_t constructor, const placements& wanted);
cip<mmps::mmps_name> begin_creation(run_time_system& in, const class_info& of_class,
                                    const placements& wanted, source_place at);
// Waits for it. The name of the new object; throws the constructor's exception.
mmps::mmps_name finish_creation(run_time_system& in, typed_instance<mmps::mmps_name>& creation);
// Both.
mmps::mmps_name create_elsewhere(run_time_system& in, const class_info& of_class,
                                 const placements& wanted, source_place at);
// The same for an object that was made here.
mmps::mmps_name adopt_made(run_time_system& in, const class_info& of_class, void* made,
                           source_place at);
// Rethrows the constructor's exception that is being handled, as that of a call is thrown.
[[noreturn]] void throw_creation_error(const run_time_system& in, const class_info& of_class,
                                       source_place at);
}  // namespace detail

}  // namespace mentat
