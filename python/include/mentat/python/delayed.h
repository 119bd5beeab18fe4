// A delayed value in Python: an object of the class mentat.delayed, which keeps one of these. As an
// argument of a call it draws an arc; any other use waits.
#pragma once

#include <mentat/api.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "mentat/python/errors.h"
#include "mentat/python/waiting.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

class delayed_value {
 public:
  // `value`: its type. Modules compare types by their names, because each has a copy of them.
  explicit delayed_value(const std::type_info& value) : type_(value) {}
  virtual ~delayed_value() = default;
  [[nodiscard]] bool is_of(const std::type_info& value) const { return type_ == value; }
  [[nodiscard]] virtual bool has_come() const = 0;
  // Waits; raises the error of the call.
  virtual py::object get() = 0;

 private:
  const std::type_info& type_;
};

// The arrays that a call reads. Python may write to them again once it has seen the result of the
// call. The function ends a moment after its result has arrived: the worker may have lost its core
// between the two. After rtf it may also go on for long, so the wait for its end has a limit.
class lent_list {
 public:
  using block = std::weak_ptr<const void>;
  void add(block memory, end_of_loan over) { all_.push_back({std::move(memory), std::move(over)}); }
  // One that the result shares is not given back as long as the result is there.
  template <class Result>
  void await_return(const Result& result) {
    const auto has_ended = [&](const loan& one) {
      return one.over->load(std::memory_order_acquire) || has_block(result, one.memory);
    };
    const auto all_have = [&] { return std::ranges::all_of(all_, has_ended); };
    if (!all_have()) {
      const py::gil_scoped_release released;
      const auto begin = std::chrono::steady_clock::now();
      std::chrono::nanoseconds waited{0};
      do {
        // Other processes say with a message that their functions have ended.
        if (run_time_system* const here = current_activation->runtime) here->between_units();
        if (waited < longest_spin)
          std::this_thread::yield();
        else
          std::this_thread::sleep_for(std::chrono::microseconds(100));
        waited = std::chrono::steady_clock::now() - begin;
      } while (!all_have() && waited < longest_wait);
    }
    if (!all_.empty()) lent_arrays::take_back();
    all_.clear();
  }

 private:
  struct loan {
    block memory;
    end_of_loan over;
  };
  static constexpr std::chrono::milliseconds longest_spin{1}, longest_wait{100};

  template <class T>
  static bool has_block(const T& in, const block& one) {
    if constexpr (mentat::detail::is_buffer<T>) {
      const block own = mentat::detail::buffer_access::block(in);
      return !own.owner_before(one) && !one.owner_before(own);
    } else if constexpr (requires {
                           *in;
                           in.has_value();
                         }) {
      return in.has_value() && has_block(*in, one);
    } else if constexpr (
        requires {
          std::tuple_size<T>::value;
          in.begin();
        } ||
        requires {
          in.size();
          in.begin();
        }) {
      if constexpr (std::is_class_v<typename T::value_type>)
        return std::ranges::any_of(in, [&](const auto& part) { return has_block(part, one); });
      else
        return false;
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
      return std::apply([&](const auto&... part) { return (has_block(part, one) || ...); }, in);
    } else {
      return false;
    }
  }

  std::vector<loan> all_;
};

template <class T>
class delayed_of final : public delayed_value {
 public:
  delayed_of(cip<T> produced, lent_list lent)
      : delayed_value(typeid(T)), value_(std::move(produced)), lent_(std::move(lent)) {}
  [[nodiscard]] bool has_come() const override { return value_.has_come(); }
  py::object get() override {
    return with_errors([&]() -> py::object {
      if (value_.has_come())
        value_.get({});
      else
        wait_released([&] { static_cast<void>(value_.get({})); });
      const T& value = value_.get({});
      lent_.await_return(value);
      return py::cast(value);
    });
  }
  [[nodiscard]] const result<T>& value() const { return value_; }

 private:
  result<T> value_;
  lent_list lent_;
};

template <>
class delayed_of<void> final : public delayed_value {
 public:
  delayed_of(cip<void> produced, lent_list lent)
      : delayed_value(typeid(void)), call_(std::move(produced)), lent_(std::move(lent)) {}
  [[nodiscard]] bool has_come() const override { return mentat::detail::has_ended(*call_); }
  py::object get() override {
    return with_errors([&]() -> py::object {
      if (!has_come()) wait_released([&] { mentat::detail::required_runtime().wait(*call_, {}); });
      lent_.await_return(nullptr);
      computation_instance& done = result_of(*call_);
      if (done.result() != computation_instance::outcome::error) return py::none();
      done.note_error_seen();
      std::rethrow_exception(done.error());
    });
  }

 private:
  cip<void> call_;
  lent_list lent_;
};

inline constexpr const char* delayed_name = "mentat.delayed";

inline delayed_value& delayed_in(py::handle capsule) {
  void* const found = PyCapsule_GetPointer(capsule.ptr(), delayed_name);
  if (!found) throw py::error_already_set();
  return *static_cast<delayed_value*>(found);
}

// Python's objects that are needed at each call. They stay for the life of the process.
struct known_objects {
  py::object delayed_class, get, key;
  static known_objects& here() {
    static auto* const all = new known_objects;
    return *all;
  }
};

template <class T>
py::object make_delayed(cip<T> produced, lent_list lent) {
  auto made = std::make_unique<delayed_of<T>>(std::move(produced), std::move(lent));
  const py::capsule owner(
      static_cast<delayed_value*>(made.get()), delayed_name, [](PyObject* capsule) {
        delete static_cast<delayed_value*>(PyCapsule_GetPointer(capsule, delayed_name));
      });
  static_cast<void>(made.release());
  const known_objects& known = known_objects::here();
  return known.delayed_class(owner, known.get);
}

// Null: it is a value of another type.
template <class T>
delayed_of<T>* as_delayed(delayed_value& from) {
  return from.is_of(typeid(T)) ? static_cast<delayed_of<T>*>(&from) : nullptr;
}

// The capsule of a mentat.delayed; null: `from` is something else.
inline py::object capsule_of(py::handle from) {
  const known_objects& known = known_objects::here();
  if (reinterpret_cast<PyObject*>(Py_TYPE(from.ptr())) != known.delayed_class.ptr()) return {};
  return py::reinterpret_steal<py::object>(PyObject_GetAttr(from.ptr(), known.key.ptr()));
}

}  // namespace mentat::python
#pragma GCC visibility pop
