// An argument that Python gives to a call: a value, a delayed value, or none where the C++ text has
// a default. Needs the GIL.
#pragma once

#include <mentat/api.h>

#include <optional>
#include <utility>

#include "mentat/python/plain_value.h"
#include "rts/api/view_argument.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

template <class P>
class argument {
 public:
  using kept = mentat::detail::kept_t<P>;
  // Whose arc gives the same elements.
  using sequence = mentat::detail::sequence_of<value_t<P>>;
  using caster = py::detail::make_caster<kept>;

  bool load(py::handle from, bool convert) {
    if (from.ptr() == Py_Ellipsis) return is_default_ = true;
    const py::object capsule = capsule_of(from);
    if (!capsule) return load_value(from, convert);
    delayed_value& delayed = delayed_in(capsule);
    owner_ = capsule;
    same_ = as_delayed<kept>(delayed);
    if constexpr (!std::same_as<kept, sequence>)
      if (!same_) other_ = as_delayed<sequence>(delayed);
    if (same_ || other_) return true;
    // Without a conversion: there are overloads, of which another one may take it without waiting.
    return convert && load_value(delayed.get(), convert);
  }

  // To be called before the next functions, with the default or something that is none.
  template <class Default>
  void use(const Default& make) {
    if (!is_default_) return;
    if constexpr (requires { make(); })
      value_.emplace(mentat::detail::kept_from<value_t<P>>(make()));
    else
      throw py::type_error("'...' is no value of this parameter, which has no default");
  }

  // For a call that takes it; to be called once.
  last_argument<kept, sequence> give() {
    if (same_) {
      const auto delayed = same_->value().as_argument();
      if (delayed.producer) return {*delayed.producer, false};
      value_.emplace(*delayed.variable);
    }
    if constexpr (!std::same_as<kept, sequence>) {
      if (other_) {
        const auto delayed = other_->value().as_argument();
        if (delayed.producer) return {*delayed.producer, true};
        value_.emplace(sequence(*delayed.variable));
      }
    }
    return last_argument<kept, sequence>(*value_);
  }
  // Ends with the array of Python's that the call has, if there is one.
  void note_lent(lent_list& all) const {
    if constexpr (mentat::detail::is_buffer<kept>)
      if (loan_over_) all.add(mentat::detail::buffer_access::block(*value_), loan_over_);
  }
  // The value itself; may wait.
  kept take() {
    if (same_) return same_->value().get({});
    if constexpr (!std::same_as<kept, sequence>)
      if (other_) return kept(sequence(other_->value().get({})));
    return std::move(*value_);
  }

 private:
  bool load_value(py::handle from, bool convert) {
    owner_ = plain_value<kept>(from);
    caster loaded;
    if (!bools_are_bools<kept>(owner_) || !loaded.load(owner_, convert)) return false;
    if constexpr (std::is_copy_constructible_v<kept>)
      value_.emplace(py::detail::cast_op<kept>(std::move(loaded)));
    else
      value_.emplace(py::detail::cast_op<kept&&>(std::move(loaded)));
    if constexpr (requires { loaded.loan_over; }) loan_over_ = loaded.loan_over;
    return true;
  }

  py::object owner_;
  delayed_of<kept>* same_ = nullptr;
  delayed_of<sequence>* other_ = nullptr;
  std::optional<kept> value_;
  bool is_default_ = false;
  end_of_loan loan_over_;
};

// A taken argument as a constructor or a read has it: a view of it, or the value.
template <class P>
value_t<P> as_parameter(mentat::detail::kept_t<P>&& taken) {
  if constexpr (mentat::detail::is_view<P>)
    return value_t<P>(taken);
  else
    return std::move(taken);
}

}  // namespace mentat::python
#pragma GCC visibility pop

template <class P>
struct pybind11::detail::type_caster<mentat::python::argument<P>> {
  using argument = mentat::python::argument<P>;
  static constexpr auto name = argument::caster::name;
  template <class T>
  using cast_op_type = argument&;
  operator argument&() { return value_; }
  bool load(handle from, bool convert) {
    return mentat::python::with_errors([&] { return value_.load(from, convert); });
  }

 private:
  argument value_;
};
