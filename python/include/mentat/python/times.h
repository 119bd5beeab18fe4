// Durations and times: datetime.timedelta, and datetime.datetime, which is local time if it has no
// zone. A value outside of the other type's range is an OverflowError, and a fraction that an
// integer duration cannot have is refused. Results have no part below a microsecond.
#pragma once

#include <datetime.h>

#include <chrono>
#include <cmath>
#include <type_traits>

#include "mentat/python/numbers.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

__extension__ using wide = __int128;
inline constexpr wide day = wide{86'400} * 1'000'000;  // in microseconds
inline constexpr wide longest_days = 999'999'999;      // of a timedelta

[[noreturn]] inline void raise_overflow(const char* text) {
  PyErr_SetString(PyExc_OverflowError, text);
  throw py::error_already_set();
}

inline void import_datetime() {
  if (!PyDateTimeAPI) PyDateTime_IMPORT;
  if (!PyDateTimeAPI) throw py::error_already_set();
}

// In microseconds. REQUIRES: a timedelta.
inline wide count_of(py::handle delta) {
  return PyDateTime_DELTA_GET_DAYS(delta.ptr()) * day +
         PyDateTime_DELTA_GET_SECONDS(delta.ptr()) * wide{1'000'000} +
         PyDateTime_DELTA_GET_MICROSECONDS(delta.ptr());
}

// False: D cannot have the fraction.
template <class D>
bool load_duration(wide microseconds, D& to) {
  using rep = typename D::rep;
  using period = typename D::period;
  if constexpr (std::is_floating_point_v<rep>) {
    to = D(static_cast<rep>(static_cast<long double>(microseconds) / 1'000'000 * period::den /
                            period::num));
    return true;
  } else {
    wide scaled = 0;
    const wide divisor = wide{period::num} * 1'000'000;
    if (__builtin_mul_overflow(microseconds, wide{period::den}, &scaled))
      raise_overflow("the timedelta is too long for the C++ duration");
    if (scaled % divisor != 0) return false;
    const wide count = scaled / divisor;
    if (static_cast<wide>(static_cast<rep>(count)) != count)
      raise_overflow("the time is outside of the range of the C++ type");
    to = D(static_cast<rep>(count));
    return true;
  }
}

// A remainder below a microsecond is cut: Python's types cannot have it.
template <class D>
wide microseconds_of(const D& from) {
  using period = typename D::period;
  if constexpr (std::is_floating_point_v<typename D::rep>) {
    const long double found =
        static_cast<long double>(from.count()) * period::num / period::den * 1'000'000;
    if (std::isnan(found)) throw py::value_error("the C++ duration is not a number");
    if (std::fabs(found) >= static_cast<long double>(longest_days * day))
      raise_overflow("the C++ duration is too long for a timedelta");
    return static_cast<wide>(std::nearbyint(found));
  } else {
    wide scaled = 0;
    if (__builtin_mul_overflow(static_cast<wide>(from.count()), wide{period::num} * 1'000'000,
                               &scaled))
      raise_overflow("the C++ duration is too long for Python");
    return scaled / period::den;
  }
}

inline wide floor_of(wide dividend, wide divisor) {
  return dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
}

// A timedelta.
inline py::object delta_of(wide microseconds) {
  import_datetime();
  const wide days = floor_of(microseconds, day);
  if (days > longest_days || days < -longest_days)
    raise_overflow("the C++ duration is too long for a timedelta");
  const wide rest = microseconds - days * day;
  const auto made = py::reinterpret_steal<py::object>(
      PyDelta_FromDSU(static_cast<int>(days), static_cast<int>(rest / 1'000'000),
                      static_cast<int>(rest % 1'000'000)));
  if (!made) throw py::error_already_set();
  return made;
}

// Microseconds since the epoch. REQUIRES: a datetime.
inline wide since_epoch(py::handle time) {
  const py::object zone = py::module_::import("datetime").attr("timezone").attr("utc");
  const auto epoch = py::reinterpret_steal<py::object>(PyDateTimeAPI->DateTime_FromDateAndTime(
      1970, 1, 1, 0, 0, 0, 0, zone.ptr(), PyDateTimeAPI->DateTimeType));
  // Without a zone it is local time, and `fold` counts.
  const bool has_zone = !time.attr("utcoffset")().is_none();
  const py::object given = has_zone ? py::reinterpret_borrow<py::object>(time)
                                    : py::object(time.attr("astimezone")(zone));
  return count_of(given - epoch);
}

// A datetime, in local time.
inline py::object time_of(wide microseconds) {
  const wide seconds = floor_of(microseconds, 1'000'000);
  if (static_cast<wide>(static_cast<long long>(seconds)) != seconds)
    raise_overflow("the C++ time is outside of the range of datetime");
  const py::object whole = py::module_::import("datetime")
                               .attr("datetime")
                               .attr("fromtimestamp")(static_cast<long long>(seconds));
  return whole.attr("replace")(py::arg("microsecond") =
                                   static_cast<int>(microseconds - seconds * 1'000'000));
}

}  // namespace mentat::python
#pragma GCC visibility pop

template <class R, class P>
struct pybind11::detail::type_caster<std::chrono::duration<R, P>> {
  using duration = std::chrono::duration<R, P>;
  PYBIND11_TYPE_CASTER(duration, const_name("datetime.timedelta"));
  bool load(handle from, bool) {
    mentat::python::import_datetime();
    return from && PyDelta_Check(from.ptr()) &&
           mentat::python::load_duration(mentat::python::count_of(from), value);
  }
  static handle cast(const duration& from, return_value_policy, handle) {
    return mentat::python::delta_of(mentat::python::microseconds_of(from)).release();
  }
};

template <class D>
struct pybind11::detail::type_caster<std::chrono::time_point<std::chrono::system_clock, D>> {
  using time = std::chrono::time_point<std::chrono::system_clock, D>;
  PYBIND11_TYPE_CASTER(time, const_name("datetime.datetime"));
  bool load(handle from, bool) {
    mentat::python::import_datetime();
    D since{};
    if (!from || !PyDateTime_Check(from.ptr()) ||
        !mentat::python::load_duration(mentat::python::since_epoch(from), since))
      return false;
    value = time(since);
    return true;
  }
  static handle cast(const time& from, return_value_policy, handle) {
    return mentat::python::time_of(mentat::python::microseconds_of(from.time_since_epoch()))
        .release();
  }
};
