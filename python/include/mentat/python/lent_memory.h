// Arrays of Python's as mentat::buffers, and the other way round, without copying elements.
//
// A lent array cannot be written until the last buffer over it has ended, on whatever thread that
// is: there the array is only noted, and Python's thread gives it back. Thread-safety: all
// functions need the GIL, except give_back().
#pragma once

#include <mentat/buffer.h>

#include <pybind11/numpy.h>

#include <atomic>
#include <complex>
#include <memory>
#include <typeindex>
#include <unordered_map>

#include "mentat/python/forms.h"

#pragma GCC visibility push(hidden)
namespace mentat::python {

// Whether the last buffer over a lent array has ended and the array can be taken back. The memory
// of the buffers counts as expired a moment earlier.
using end_of_loan = std::shared_ptr<const std::atomic<bool>>;

struct lent_array {
  Py_buffer view;
  PyObject* locked = nullptr;  // the array, if it cannot be written because of this
  lent_array* next = nullptr;
  std::shared_ptr<std::atomic<bool>> over = std::make_shared<std::atomic<bool>>(false);
};

class lent_arrays {
 public:
  struct loan {
    std::shared_ptr<const std::byte[]> bytes;
    end_of_loan over;
  };

  // Takes over the view of a C-contiguous array; empty: it can be written and not be locked.
  static loan lend(const Py_buffer& view) {
    auto lent = std::make_unique<lent_array>(lent_array{view});
    if (view.readonly == 0 || is_locked(view.obj)) {
      if (!lock(view.obj)) return {};
      lent->locked = view.obj;
    }
    out_.fetch_add(1, std::memory_order_relaxed);
    end_of_loan over = lent->over;
    const auto* bytes = static_cast<const std::byte*>(view.buf);
    const auto size = static_cast<std::size_t>(view.len);
    return {{bytes,
             [owned = lent.release(), bytes, size](const std::byte*) {
               mentat::detail::memory_ends(bytes, size);
               give_back(*owned);
             }},
            std::move(over)};
  }

  // Those given back can be written again.
  static void take_back() {
    for (lent_array* one = given_back_.exchange(nullptr); one;) {
      const std::unique_ptr<lent_array> ended(one);
      one = ended->next;
      if (ended->locked) unlock(ended->locked);
      PyBuffer_Release(&ended->view);
    }
  }
  static bool any_out() { return out_.load(std::memory_order_acquire) != 0; }

 private:
  static void give_back(lent_array& ended) {
    const auto over = ended.over;
    lent_array* before = given_back_.load();
    do ended.next = before;
    while (!given_back_.compare_exchange_weak(before, &ended));
    // From here on Python's thread may have freed it.
    over->store(true, std::memory_order_release);
    out_.fetch_sub(1, std::memory_order_release);
    if (!before && Py_IsInitialized())
      Py_AddPendingCall(
          [](void*) {
            take_back();
            return 0;
          },
          nullptr);
  }

  static bool is_locked(PyObject* array) { return locks_.contains(array); }
  static bool lock(PyObject* array) {
    const auto found = locks_.find(array);
    if (found == locks_.end() && !set_writable(array, false)) return false;
    ++locks_[array];
    return true;
  }
  static void unlock(PyObject* array) {
    const auto found = locks_.find(array);
    if (--found->second != 0) return;
    locks_.erase(found);
    set_writable(array, true);
  }
  static bool set_writable(PyObject* array, bool writable) {
    PyObject* const method = PyObject_GetAttrString(array, "setflags");
    PyObject* const done = method ? PyObject_CallFunction(method, "i", writable ? 1 : 0) : nullptr;
    Py_XDECREF(method);
    Py_XDECREF(done);
    if (!done) PyErr_Clear();
    return done != nullptr;
  }

  static inline std::atomic<lent_array*> given_back_{nullptr};
  static inline std::atomic<std::size_t> out_{0};
  static inline std::unordered_map<PyObject*, std::size_t> locks_;
};

// Whether the items of a view are numbers such as T.
template <class T>
bool has_elements(const Py_buffer& view) {
  if (view.itemsize != static_cast<Py_ssize_t>(sizeof(T))) return false;
  std::string_view code = view.format ? view.format : "B";
  if (!code.empty() && (code[0] == '@' || code[0] == '=' || code[0] == '<')) code.remove_prefix(1);
  if constexpr (std::is_class_v<T>) return code == (sizeof(T) == 8 ? "Zf" : "Zd");
  if (code.size() != 1) return false;
  if constexpr (std::is_floating_point_v<T>) return code == "f" || code == "d";
  if constexpr (std::is_enum_v<T>) return code.find_first_of("Bbc") == 0;
  return code.find_first_of(std::is_signed_v<T> ? "bhilqn" : "BHILQN") == 0;
}

template <class T>
struct kept_buffer {
  std::type_index type = typeid(T);
  buffer<T> whole;
};
inline constexpr const char* kept_name = "mentat.buffer";

// The buffer behind an array that array_of() has made, or a part of it.
template <class T>
bool find_buffer(py::handle array, const Py_buffer& view, buffer<T>& found) {
  py::object base = py::reinterpret_borrow<py::object>(array);
  for (int steps = 0; steps < 4 && base && !PyCapsule_IsValid(base.ptr(), kept_name); ++steps)
    base = py::getattr(base, "base", py::none());
  if (!base || !PyCapsule_IsValid(base.ptr(), kept_name)) return false;
  const auto* kept = static_cast<kept_buffer<T>*>(PyCapsule_GetPointer(base.ptr(), kept_name));
  if (kept->type != typeid(T)) return false;
  const auto first = static_cast<const T*>(view.buf) - kept->whole.data();
  const auto count = view.len / static_cast<Py_ssize_t>(sizeof(T));
  if (first < 0 || static_cast<std::size_t>(first + count) > kept->whole.size()) return false;
  found = kept->whole.slice(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  return true;
}

// The numpy type of an element.
template <class T>
py::dtype type_of() {
  if constexpr (std::same_as<T, std::byte>)
    return py::dtype("uint8");
  else
    return py::dtype::of<T>();
}

// A numpy array that shares the elements and cannot be written.
template <class T>
py::object array_of(const buffer<T>& from) {
  auto kept = std::make_unique<kept_buffer<T>>();
  kept->whole = from;
  const py::capsule owner(kept.get(), kept_name, [](PyObject* capsule) {
    delete static_cast<kept_buffer<T>*>(PyCapsule_GetPointer(capsule, kept_name));
  });
  static_cast<void>(kept.release());
  const T* first = from.data();
  T none{};
  py::array made(type_of<T>(), {from.size()}, {sizeof(T)}, first ? first : &none, owner);
  made.attr("setflags")(false);
  return std::move(made);
}

}  // namespace mentat::python
#pragma GCC visibility pop

template <class T>
struct pybind11::detail::type_caster<mentat::buffer<T>> {
  PYBIND11_TYPE_CASTER(mentat::buffer<T>, const_name("numpy.ndarray"));
  mentat::python::end_of_loan loan_over;  // null unless the value is an array of Python's

  bool load(handle from, bool convert) {
    if constexpr (std::same_as<T, char>) {
      make_caster<std::string> text;
      if (!text.load(from, convert)) return false;
      value = mentat::buffer<char>(cast_op<std::string&&>(std::move(text)));
      return true;
    } else {
      return load_array(from) || (convert && load_converted(from));
    }
  }
  static handle cast(const mentat::buffer<T>& from, return_value_policy, handle) {
    if constexpr (std::same_as<T, char>)
      return PyUnicode_FromStringAndSize(from.data() ? from.data() : "",
                                         static_cast<Py_ssize_t>(from.size()));
    else
      return mentat::python::array_of(from).release();
  }

 private:
  bool load_array(handle from) {
    Py_buffer view;
    if (!PyObject_CheckBuffer(from.ptr()) ||
        PyObject_GetBuffer(from.ptr(), &view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
      PyErr_Clear();
      return false;
    }
    const auto size = static_cast<std::size_t>(view.len);
    if (view.ndim > 1 || !mentat::python::has_elements<T>(view) ||
        mentat::python::find_buffer(from, view, value)) {
      const bool is_right = view.ndim <= 1 && mentat::python::has_elements<T>(view);
      PyBuffer_Release(&view);
      return is_right;
    }
    if (auto loan = mentat::python::lent_arrays::lend(view); loan.bytes) {
      value = mentat::detail::buffer_access::share<T>(loan.bytes, size);
      loan_over = std::move(loan.over);
      return true;
    }
    value = mentat::buffer<T>::copy_of({static_cast<const T*>(view.buf), size / sizeof(T)});
    PyBuffer_Release(&view);
    return true;
  }
  // numpy takes the conversion of 64-bit integers to double for safe.
  static bool can_round(handle from) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) return false;
    const object type = getattr(from, "dtype", none());
    if (type.is_none()) return false;
    const auto kind = type.attr("kind").cast<std::string>();
    return (kind == "i" || kind == "u") && type.attr("itemsize").cast<int>() >= 8;
  }
  // Other arrays are converted by numpy, other sequences element by element.
  bool load_converted(handle from) {
    if (hasattr(from, "astype")) {
      if (can_round(from)) return false;
      try {
        const object made = from.attr("astype")(mentat::python::type_of<T>(), arg("order") = "C",
                                                arg("casting") = "safe");
        return load_array(made);
      } catch (const error_already_set& refused) {
        if (!refused.matches(PyExc_TypeError)) throw;
        return false;
      }
    }
    if constexpr (std::is_enum_v<T>) {
      return false;
    } else {
      make_caster<std::vector<T>> elements;
      if (!elements.load(from, true)) return false;
      value = mentat::buffer<T>(cast_op<std::vector<T>&&>(std::move(elements)));
      return true;
    }
  }
};
