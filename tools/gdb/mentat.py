"""Commands of gdb for Mentat programs:

    mentat-rv       which variables are delayed in the functions that run on the selected thread, and what each waits for
    mentat-fibers   which functions stand, and for which call each waits

and backtraces in the user's names, without the run-time system (`bt -no-filters` shows all). Load it with
`source PREFIX/share/mentat/gdb/mentat.py`, by hand or in ~/.gdbinit.

The state comes from mentat_debugger_text() in the program itself (rts/executor/debugger.h), so neither the program nor the
run-time system needs debug information for it; names of variables need -g. A core file cannot be asked.
"""

import re

import gdb
from gdb.FrameDecorator import FrameDecorator

# ---- what the program says ----------------------------------------------------------------------


def rows(what):
    """The answer of the selected thread, as lists of fields."""
    try:
        locking = gdb.parameter("scheduler-locking")
        gdb.execute("set scheduler-locking on", to_string=True)
    except gdb.error:
        raise gdb.GdbError("mentat: no program runs (a core file cannot be asked)")
    try:
        answer = gdb.parse_and_eval("((const char *(*)(char)) mentat_debugger_text)('%s')" % what).string()
    except gdb.error as error:
        if "mentat_debugger_text" in str(error):
            raise gdb.GdbError("mentat: this is no Mentat program, or it was linked with an older run-time system")
        raise
    finally:
        gdb.execute("set scheduler-locking " + locking, to_string=True)
    return [line.split("\t") for line in answer.splitlines()]


def on_each_thread(action):
    """action(thread) with each thread selected; the selection is what it was afterwards."""
    selected, frame = gdb.selected_thread(), gdb.selected_frame()
    try:
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda each: each.num):
            thread.switch()
            action(thread)
    finally:
        selected.switch()
        frame.select()


def waiting_fibers():
    """(row, calls of the functions below it on its stack) for each fiber that waits; any worker thread knows them all."""
    found = []

    def ask(_):
        if found:
            return
        for row in rows("w"):
            if row[0] == "waiting":
                found.append((row, []))
            elif row[0] == "under" and found:
                found[-1][1].append(row[1:3])

    on_each_thread(ask)
    return found


def where_calls_run():
    """Call -> where it runs or stands, in words."""
    places = {}

    def ask(thread):
        for row in rows("v"):
            if row[0] == "function":
                places[row[2]] = "runs on thread %d" % thread.num

    on_each_thread(ask)
    for row, below in waiting_fibers():
        places[row[1]] = "has begun, and waits for " + described_call(row[4], row[5])
        for call, _ in below:
            places[call] = "has begun; " + row[2] + ", on its stack, waits for " + described_call(row[4], row[5])
    return places


def described_call(function, of_object):
    return function + (" of object " + of_object if of_object else "")


STATES = {
    "arguments": "waits for its arguments",
    "queued": "is queued",
    "begun": "has begun",
    "promised": "has promised its result",
    "value": "is done",
    "error": "has failed",
    "gone": "is late: its object is gone",
}


def state_of(call, state, places, missing):
    """Missing: the numbers of its arguments that are to come, with commas."""
    if state == "arguments" and missing:
        first, _, last = missing.replace(",", ", ").rpartition(", ")
        return "waits for its argument" + ("s %s and %s" % (first, last) if first else " " + last)
    return places.get(call, STATES[state]) if state in ("queued", "begun", "promised") else STATES[state]


# ---- names of variables -------------------------------------------------------------------------


def part_at(value, begin, size, depth=0):
    """".field[3]" for the part of a value that lies at [begin, begin + size); empty for the whole."""
    kind = value.type.strip_typedefs()
    if depth > 8 or (int(value.address) == begin and kind.sizeof == size):
        return ""
    if kind.code == gdb.TYPE_CODE_ARRAY:
        element = kind.target()
        index = (begin - int(value.address)) // element.sizeof
        return "[%d]%s" % (index, part_at(value[index], begin, size, depth + 1))
    if kind.code == gdb.TYPE_CODE_STRUCT:
        for field in kind.fields():
            if not hasattr(field, "bitpos"):
                continue
            part = value[field]
            if int(part.address) <= begin < int(part.address) + part.type.sizeof:
                rest = part_at(part, begin, size, depth + 1)
                return rest if field.is_base_class or is_storage(kind, field) else "." + field.name + rest
    return ""


def is_storage(kind, field):
    """The field in which std::array keeps what is spoken of as its elements."""
    return str(kind).startswith("std::array<") and field.name == "_M_elems"


def named_in(symbol, value, begin, size):
    """How the symbol names [begin, begin + size), or None."""
    if value.type.code == gdb.TYPE_CODE_REF:
        value = value.referenced_value()
    if value.address is None:
        return None
    address = int(value.address)
    if address <= begin < address + value.type.sizeof:
        return symbol.name + part_at(value, begin, size)
    if str(value.type.strip_typedefs()).startswith("std::vector<"):
        first, last = value["_M_impl"]["_M_start"], value["_M_impl"]["_M_finish"]
        if int(first) <= begin < int(last):
            index = (begin - int(first)) // first.dereference().type.sizeof
            return "%s[%d]%s" % (symbol.name, index, part_at(first[index], begin, size))
    return None


def variable_at(begin, size):
    """The name of what lies there in a function of the selected thread; its address if nothing is known of it."""
    frame = gdb.newest_frame()
    while frame is not None and frame.is_valid():
        try:
            block = frame.block()
        except RuntimeError:
            block = None  # no debug information
        while block is not None and not block.is_global and not block.is_static:
            for symbol in block:
                if not (symbol.is_variable or symbol.is_argument) or symbol.name.startswith("mentat_"):
                    continue
                try:
                    name = named_in(symbol, symbol.value(frame), begin, size)
                except (gdb.error, RuntimeError):
                    continue  # not there yet, or optimised away
                if name:
                    return name
            block = None if block.function else block.superblock
        try:
            frame = frame.older()
        except gdb.error:
            break
    return "%d bytes at %#x" % (size, begin)


# ---- commands -----------------------------------------------------------------------------------


class MentatRv(gdb.Command):
    """Which variables are delayed in the functions that run on the selected thread, and what each waits for."""

    def __init__(self):
        super().__init__("mentat-rv", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        answer = rows("v")
        if not answer:
            print("No Mentat function runs on this thread; `mentat-fibers` shows those that wait.")
            return
        places = where_calls_run()
        for function in [row for row in answer if row[0] == "function"]:
            delayed = sorted(
                "  %s: %s, which %s"
                % (variable_at(int(row[2], 16), int(row[3])), described_call(row[5], row[6]), state_of(row[4], row[7], places, row[8]))
                for row in answer
                if row[0] == "variable" and row[1] == function[1]
            )
            print("%s: %d delayed variable%s" % (function[3], len(delayed), "" if len(delayed) == 1 else "s"))
            for line in delayed:
                print(line)
        if answer[-1][0] == "more":
            print("(there are more)")


class MentatFibers(gdb.Command):
    """Which functions stand, and for which call each waits."""

    def __init__(self):
        super().__init__("mentat-fibers", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        waiting = waiting_fibers()
        places = where_calls_run()
        for row, below in waiting:
            # Where that call stands itself is a line of its own.
            print("%s waits for %s, which %s" % (row[2], described_call(row[4], row[5]), state_of(row[3], row[6], places, row[8])))
            for _, function in below:
                print("  %s waits below it on the same stack" % function)
        print("%d fiber%s wait%s" % (len(waiting), "" if len(waiting) == 1 else "s", "s" if len(waiting) == 1 else ""))


# ---- backtraces in the user's names -------------------------------------------------------------

OURS = re.compile(r"mentat::|make_fcontext$|std::_Function_handler<.*\bmentat::|std::function<.*>::operator\(\)")


def users_name(name):
    """counter_impl::add_body and counter_impl::add_local -> counter::add; mentat_main -> main."""
    if not isinstance(name, str):
        return name
    if name == "mentat_main":
        return "main"
    return re.sub(r"\b(\w+)_impl((?:<.*>)?)::(\w+?)(?:_[0-9a-f]{8})?_(?:body|local)\b", r"\1\2::\3", name)


class UsersFrame(FrameDecorator):
    def function(self):
        return users_name(self.inferior_frame().name()) or super().function()

    def frame_args(self):
        arguments = super().frame_args()
        return arguments and [each for each in arguments if str(each.symbol()) != "mentat_rtf"]


class UsersFrames:
    def __init__(self):
        self.name = "mentat"
        self.priority = 100
        self.enabled = True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        for frame in frames:
            name = frame.inferior_frame().name() or ""
            if name.startswith("mentat::fiber::start"):
                return  # below it the fiber's stack ends
            if not OURS.match(name):
                yield UsersFrame(frame)


# `step` goes into the user's functions, and over what the run-time system does for them.
gdb.execute("skip -rfunction ^mentat::", to_string=True)
MentatRv()
MentatFibers()
UsersFrames()
