"""Mentat from Python: delayed values, errors, and the run of this process.

Modules with Mentat classes are made by `mentat python-module`. The first call begins the run; it
ends with the interpreter, or with stop().
"""

import atexit
import copy
import operator
import os
import sys
import threading

__version__ = "@VERSION@"
__all__ = [
    "BrokenRtf", "ClosedEntry", "Deadlock", "LimitError", "ObjectLost", "RemoteError", "StartError",
    "TaskPoisoned", "UnboundVariable", "bound", "delayed", "destroy", "is_running", "ready", "share",
    "start", "stop", "wait",
]


# ---- errors -------------------------------------------------------------------------------------

class RemoteError(RuntimeError):
    """A call failed. The text is that of the C++ exception; type_name is its type."""

    type_name = class_name = function_name = host = ""


class ObjectLost(RemoteError):
    """The object was destroyed, or its process has died."""


class BrokenRtf(RemoteError):
    """A member function ended without a result."""


class UnboundVariable(RemoteError):
    """A variable names no object."""


class LimitError(RemoteError):
    """A limit was exceeded."""


class Deadlock(RemoteError):
    """The value can never come."""


class ClosedEntry(RemoteError):
    """The call waits for an object that does not accept it."""


class TaskPoisoned(RemoteError):
    """Every process that executed the call has died."""


class StartError(RuntimeError):
    """The run cannot begin."""


# A C++ exception of the standard library is also the exception of Python that means the same.
_LIKE = {
    "std::invalid_argument": ValueError,
    "std::domain_error": ValueError,
    "std::length_error": ValueError,
    "std::out_of_range": IndexError,
    "std::range_error": ArithmeticError,
    "std::overflow_error": OverflowError,
    "std::underflow_error": ArithmeticError,
    "std::bad_alloc": MemoryError,
}
_LIKE_CLASSES = {}
_OWN = {}


def _own_error(name, module, base):
    made = type(name, (base,), {"__module__": module})
    _OWN[module + "." + name] = made
    return made


def _class_of(kind, type_name):
    if kind in _OWN:
        return _OWN[kind]
    if kind == "RemoteError" and type_name in _LIKE:
        if type_name not in _LIKE_CLASSES:
            like = _LIKE[type_name]
            _LIKE_CLASSES[type_name] = type("RemoteError", (RemoteError, like), {"__module__": "mentat"})
        return _LIKE_CLASSES[type_name]
    return globals()[kind]


def _error_of(kind, type_name, text, class_name, function_name, host):
    made = _class_of(kind, type_name)(text)
    if isinstance(made, RemoteError):
        made.type_name, made.class_name = type_name, class_name
        made.function_name, made.host = function_name, host
    return made


# ---- delayed values -----------------------------------------------------------------------------

_MISSING = object()


class delayed:
    """The result of a call that may still run.

    As an argument of another call it is passed on without waiting. Any other use waits: it then
    behaves like the value. A failed call raises its error at each use.
    """

    __slots__ = ("_call", "_get", "_value", "__weakref__")

    def __init__(self, call, get):
        self._call = call
        self._get = get
        self._value = _MISSING

    def __getattr__(self, name):
        if name.startswith("_repr_") or name.startswith("_ipython_"):
            raise AttributeError(name)  # a notebook asks for these before it shows a value
        return getattr(_value_of(self), name)

    def __reduce__(self):
        return (_same, (_value_of(self),))

    def __copy__(self):
        return copy.copy(_value_of(self))

    def __deepcopy__(self, known):
        return copy.deepcopy(_value_of(self), known)

    def __call__(self, *arguments, **named):
        return _value_of(self)(*arguments, **named)

    def __repr__(self):
        return repr(_value_of(self))

    def __str__(self):
        return str(_value_of(self))

    def __format__(self, how):
        return format(_value_of(self), how)

    def __hash__(self):
        return hash(_value_of(self))

    def __bool__(self):
        return bool(_value_of(self))

    def __iter__(self):
        return iter(_value_of(self))

    def __reversed__(self):
        return reversed(_value_of(self))

    def __len__(self):
        return len(_value_of(self))

    def __int__(self):
        return int(_value_of(self))

    def __float__(self):
        return float(_value_of(self))

    def __complex__(self):
        return complex(_value_of(self))

    def __round__(self, *digits):
        return round(_value_of(self), *digits)

    def __divmod__(self, other):
        return divmod(_value_of(self), wait(other))

    def __rdivmod__(self, other):
        return divmod(other, _value_of(self))

    def __array__(self, dtype=None, copy=None):
        import numpy

        return numpy.asarray(_value_of(self), dtype=dtype)


def _same(value):
    return value


def _value_of(one):
    if one._value is _MISSING:
        one._value = one._get(one._call)
    return one._value


def _add_operators():
    def unary(function):
        return lambda self: function(_value_of(self))

    def binary(function):
        return lambda self, other: function(_value_of(self), wait(other))

    def reflected(function):
        return lambda self, other: function(other, _value_of(self))

    for name in ("neg", "pos", "abs", "invert", "index"):
        setattr(delayed, f"__{name}__", unary(getattr(operator, name)))
    for name in ("eq", "ne", "lt", "le", "gt", "ge", "contains", "getitem"):
        setattr(delayed, f"__{name}__", binary(getattr(operator, name)))
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_",
                 "xor", "lshift", "rshift"):
        function, plain = getattr(operator, name), name.rstrip("_")
        setattr(delayed, f"__{plain}__", binary(function))
        setattr(delayed, f"__r{plain}__", reflected(function))


_add_operators()


def wait(*values):
    """Waits for delayed values; returns them as ordinary ones: one value, or a tuple.

    Values that are not delayed are returned as they are, lists and tuples with their elements.
    """
    found = tuple(_waited(one) for one in values)
    return found[0] if len(found) == 1 else found


def _waited(one):
    if type(one) is delayed:
        return _value_of(one)
    if type(one) in (list, tuple):
        return type(one)(_waited(part) for part in one)
    return one


def ready(value):
    """Whether a use of the value would not wait."""
    if type(value) is not delayed or value._value is not _MISSING:
        return True
    return _modules[0]._mentat_has_come(value._call)


def share(array):
    """A copy of the array that calls share instead of copying it again, between processes too.

    It cannot be written. The run begins if it has not yet.
    """
    if not _modules:
        raise StartError(_NO_MODULE)
    return _modules[0]._mentat_share(wait(array))


# ---- objects ------------------------------------------------------------------------------------

def destroy(variable):
    """Ends the object, after the calls that were made before."""
    wait(variable)._mentat_destroy()


def bound(variable):
    """Whether the variable names a living object."""
    return wait(variable)._mentat_bound()


def _filled(made, values, named):
    fields = type(made)._fields
    if len(values) > len(fields):
        raise TypeError(f"{type(made).__name__} has {len(fields)} fields, not {len(values)}")
    for name, value in (*zip(fields, values), *named.items()):
        if name not in fields:
            raise TypeError(f"{type(made).__name__} has no field {name!r}")
        setattr(made, name, value)
    return made


def _repr_of(one):
    fields = ", ".join(f"{name}={getattr(one, name)!r}" for name in type(one)._fields)
    return f"{type(one).__name__}({fields})"


def _same_fields(one, other):
    other = wait(other)
    if type(one) is not type(other):
        return False
    return all(getattr(one, name) == getattr(other, name) for name in type(one)._fields)


def _reduced(one):
    """For copy and pickle; a class of Python's that derives from the struct keeps what it has added."""
    kind = type(one)
    fields = tuple(getattr(one, name) for name in kind._fields)
    added = getattr(one, "__dict__", None)
    return (_remade, (kind, fields), added) if added else (_remade, (kind, fields))


def _remade(kind, fields):
    struct = next(one for one in kind.__mro__ if "_fields" in vars(one))
    made = kind.__new__(kind)
    struct.__init__(made, *fields)
    return made


# ---- the run ------------------------------------------------------------------------------------

_modules = []
_NO_MODULE = "no module with Mentat classes is imported; import it first"
_run = None
_run_process = _run_thread = 0


def _adopt(module):
    _modules.append(module)


def is_running():
    """Whether this thread can make calls."""
    return _run is not None and _run_process == os.getpid() and _run_thread == threading.get_ident()


def start(**settings):
    """Begins the run with these settings, such as mode="processes", workers=4.

    Without start() the first call begins it, with the settings of files and the environment. In
    mode processes this process is forked then: import the modules with Mentat classes before, and
    make threads after.
    """
    global _run, _run_process, _run_thread
    if _run is not None:
        _check_place()
        raise StartError("the run has begun already; call mentat.stop() first")
    if not _modules:
        raise StartError(_NO_MODULE)
    words = [f"--mentat-{key.replace('__', '.')}={_written(value)}" for key, value in settings.items()]
    try:
        _run = _modules[0]._mentat_begin(words)
    except StartError as error:
        raise StartError(_advice(str(error))) from None
    _run_process, _run_thread = os.getpid(), threading.get_ident()


def _written(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _advice(text):
    if "threads by now" not in text:
        return text
    return (text.split(":")[0] + ": call mentat.start() before other modules start threads (numpy may: set "
            "OPENBLAS_NUM_THREADS=1, or import it later), or choose mode threads")


def stop():
    """Ends the run: waits until all calls have ended, and ends the objects."""
    global _run
    if _run is None:
        return
    _check_place()
    ended, _run = _run, None
    _modules[0]._mentat_end(ended)


def _check_place():
    if _run_process != os.getpid():
        raise RuntimeError("this process was forked from one that runs Mentat, whose calls stay there; "
                           "with multiprocessing, choose the start method 'spawn'")
    if _run_thread != threading.get_ident():
        raise RuntimeError("Mentat calls are made by the thread that has begun the run; pass the work on "
                           "to it, for example with a queue")


def _check_waiter():
    if _run is None:
        raise RuntimeError("the run in which this value was to come has ended")
    if _run_process == os.getpid() and _run_thread != threading.get_ident():
        raise RuntimeError("only the thread that has begun the run can wait for a value that has not come; wait "
                           "there and pass the value on, for example with a queue; here, mentat.ready(x) says "
                           "whether it has come")
    _check_place()


def _need_run():
    if _run is None:
        start()
    else:
        _check_place()


def _stop_at_exit():
    if not is_running():
        return
    import signal

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a second Ctrl-C does not wait for the calls
    sys.stdout.flush()
    stop()


atexit.register(_stop_at_exit)
