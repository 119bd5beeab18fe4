// Calls that Python makes. They return at once, with a mentat.delayed; only reads of replicated
// objects, their writes and some constructors wait. Needs the GIL, which is released meanwhile.
#pragma once

#include <mentat/api.h>

#include <type_traits>
#include <utility>

#include "mentat/python/argument.h"
#include "mentat/python/session.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

// What makes a call may run it, or let others run.
template <class Function>
auto begin(Function&& function) {
  need_run();
  return with_errors([&] {
    if constexpr (std::is_void_v<decltype(function())>) {
      {
        const py::gil_scoped_release released;
        function();
      }
      lent_arrays::take_back();
    } else {
      auto made = [&] {
        const py::gil_scoped_release released;
        return function();
      }();
      lent_arrays::take_back();
      return made;
    }
  });
}

template <class Tag, bool is_read, class... P>
py::object called(const handle<typename Tag::owner>& of, argument<P>&... given) {
  if constexpr (is_read) {
    const auto read = [&] { return of.template read__<Tag>({}, as_parameter<P>(given.take())...); };
    if constexpr (std::is_void_v<typename Tag::result>)
      return begin(read), py::none();
    else
      return py::cast(begin(read));
  } else {
    lent_list lent;
    (given.note_lent(lent), ...);
    auto made = begin([&] { return of.template invoke_at<Tag>({}, given.give()...); });
    return make_delayed(std::move(made), std::move(lent));
  }
}

template <class Impl, class... P>
handle<Impl> made(argument<P>&... given) {
  handle<Impl> variable;
  (given.use(nullptr), ...);
  begin([&] { variable.create_at__({}, as_parameter<P>(given.take())...); });
  return variable;
}

}  // namespace mentat::python
#pragma GCC visibility pop
