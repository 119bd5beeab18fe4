"""Commands of gdb for Mentat programs:

    mentat-rv       which variables are delayed in the functions that run on the selected thread, and what each waits for
    mentat-fibers   which functions wait, and for which call each waits

and backtraces in the user's names, without the run-time system (`bt -no-filters` shows all). Load it with
`source PREFIX/share/mentat/gdb/mentat.py`, by hand or in ~/.gdbinit.

All of it is read from memory, by what the program says of its layout (rts/executor/debugger.h): it works on a core file as on a
process, and neither the program nor the run-time system needs debug information for it; names of variables need -g.
"""

import re

import gdb
from gdb.FrameDecorator import FrameDecorator

# ---- memory -------------------------------------------------------------------------------------


def memory(address, size):
    try:
        return gdb.selected_inferior().read_memory(address, size).tobytes()
    except gdb.MemoryError as error:
        raise gdb.GdbError("mentat: %s; is the core file complete?" % error)


def number(address, size=8):
    return int.from_bytes(memory(address, size), "little")


def string(address):
    text = b""
    while b"\0" not in text:
        # No piece goes into the next page, which need not be there.
        text += memory(address + len(text), min(64, 4096 - (address + len(text)) % 4096))
    return text[: text.index(b"\0")].decode("utf-8", "replace")


def address_of(symbol):
    try:
        return int(gdb.parse_and_eval("(unsigned long) &" + symbol))
    except gdb.error:
        raise gdb.GdbError("mentat: this is not a Mentat program, or it was linked with an older run-time system")


class Layout(dict):
    """Offsets, sizes and constants by name, such as "call.future"."""

    def __init__(self):
        super().__init__()
        at = number(address_of("mentat_debugger_facts"))
        while number(at) != 0:
            self[string(number(at))] = number(at + 8)
            at += 16

    def __missing__(self, name):
        raise gdb.GdbError("mentat: the run-time system of this program is too old; it does not say '%s'" % name)


class Part:
    """What the layout calls `kind`, at an address."""

    def __init__(self, layout, kind, address):
        self.layout, self.kind, self.address = layout, kind, address

    def at(self, member):
        return self.address + self.layout[self.kind + "." + member]

    def number(self, member, size=8):
        return number(self.at(member), size)

    def part(self, member, kind):
        """What the member points to; None for a null pointer."""
        address = self.number(member)
        return Part(self.layout, kind, address) if address else None

    def elements(self, member):
        """Begin and end of a std::vector."""
        return number(self.at(member)), number(self.at(member) + 8)


def the_layout():
    if not gdb.selected_inferior().threads():
        raise gdb.GdbError("mentat: no program runs, and no core file is loaded")
    return Layout()


# ---- calls --------------------------------------------------------------------------------------

CLOSED, FORWARDED = 1, 2  # what a future says in the place of its arcs


class Call:
    """A computation instance; its address is 0 for the main program."""

    def __init__(self, layout, address):
        self.layout, self.address = layout, address
        self.part = Part(layout, "call", address)

    def giver(self):
        """The call that has, or will have, the result of this one."""
        at = self
        while at.part.number("future") == FORWARDED:
            at = Call(self.layout, at.part.number("forward"))
        return at

    def function(self):
        return self.part.number("function", 4)

    def method(self):
        """The description of its function, in its class or a base of it; None if there is none."""
        of_class = self.part.part("class", "class")
        while of_class:
            first = number(of_class.at("methods"))
            for index in range(number(of_class.at("methods") + 8)):
                method = Part(self.layout, "method", first + index * self.layout["method.bytes"])
                if method.number("number", 4) == self.function():
                    return method
            of_class = self.described(of_class.part("description", "description").number("base"))
        return None

    def described(self, description):
        """The class with the description, among those that the program has registered."""
        first, last = (number(number(address_of("mentat_debugger_classes")) + at) for at in (0, 8))
        for place in range(first, last, 8) if description else ():
            of_class = Part(self.layout, "class", number(place))
            if of_class.number("description") == description:
                return of_class
        return None

    def name(self):
        if not self.address:
            return "main program"
        of_class = self.part.part("class", "class")
        if not of_class:
            return "the end of the session"
        special = {
            self.layout["function.serve"]: "serve",
            self.layout["function.destroy"]: "(destruction)",
            self.layout["function.create"]: "create",
        }
        function = special.get(self.function())
        if not function:
            method = self.method()
            function = string(method.number("name")) if method else "(unknown function)"
        return string(of_class.part("description", "description").number("name")) + "::" + function

    def described_in_words(self):
        target = self.part.part("target", "object")
        return self.name() + (" of object %d" % target.number("slot", 4) if target else "")

    def state(self):
        if self.part.number("future") == CLOSED:
            return "error" if self.part.number("outcome", 1) == self.layout["outcome.error"] else "value"
        if self.part.number("missing", 4) != 0:
            return "arguments"
        if self.part.number("promised", 1) or self.part.number("forward") or self.part.number("outcome", 1):
            return "promised"
        target = self.part.part("target", "object")
        if target:
            return "queued" if target.number("generation", 4) == self.part.number("generation", 4) else "gone"
        return "begun" if self.part.number("claimed", 1) else "queued"

    def missing_arguments(self):
        """The numbers, from 1 on, of the arguments that arcs are to bring."""
        method = self.method()
        states = method.number("argument_states") if method else 0
        if not states or self.part.number("missing", 4) == 0:
            return []
        return [
            index + 1
            for index in range(method.number("arity", 4))
            if number(self.address + number(states + 4 * index, 4), 1) == self.layout["argument.delayed"]
        ]


# ---- functions that run, and that wait ----------------------------------------------------------


def activations(layout, address):
    """From the innermost one out."""
    at = Part(layout, "activation", address) if address else None
    while at and at.number("runtime"):
        yield at
        at = at.part("outer", "activation")


def called_by(activation):
    return Call(activation.layout, activation.number("instance"))


def entries(activation):
    """(begin, size, giver) of each delayed variable, in the order of addresses."""
    layout = activation.layout
    table = Part(layout, "table", activation.at("table"))
    places = []
    if table.number("alone", 1):
        places.append(table.at("only"))
    elif table.number("count"):
        first, last = table.elements("chunks")
        for place in range(first + 8 * table.number("first_chunk"), last, 8):
            chunk = Part(layout, "chunk", number(place))
            used = range(chunk.number("first", 4), chunk.number("last", 4))
            places += [chunk.at("entries") + index * layout["entry.bytes"] for index in used]
    for place in places:
        entry = Part(layout, "entry", place)
        yield entry.number("begin"), entry.number("size"), Call(layout, entry.number("producer")).giver()


def mentat_threads(layout):
    at = number(address_of("mentat_debugger_threads"))
    while at:
        thread = Part(layout, "thread", at)
        yield thread
        at = thread.number("next")


def running_on(layout, thread):
    """The activations of a thread of gdb."""
    for one in mentat_threads(layout):
        if one.number("id", 4) == thread.ptid[1]:
            return list(activations(layout, number(one.number("running"))))
    return []


def waiting_fibers(layout):
    """(call that waits, call that it waits for, calls below it on its stack) for each fiber that waits."""
    found = []
    for thread in mentat_threads(layout):
        waiter = None
        if thread.number("waiting"):
            waiter = Part(layout, "waiter", number(thread.number("waiting")))
        while waiter and waiter.address:
            fiber = waiter.part("sleeper", "fiber")
            stack = [called_by(each) for each in activations(layout, fiber.number("activation"))]
            found.append((stack[0] if stack else Call(layout, 0), Call(layout, waiter.number("wanted")).giver(), stack[1:]))
            waiter = Part(layout, "waiter", waiter.number("after"))
    return found


def where_calls_run(layout):
    """Address of a call -> where it runs or waits, in words."""
    places = {}
    for thread in gdb.selected_inferior().threads():
        for activation in running_on(layout, thread):
            places[called_by(activation).address] = "runs on thread %d" % thread.num
    for waits, wanted, below in waiting_fibers(layout):
        places[waits.address] = "has begun, and waits for " + wanted.described_in_words()
        for call in below:
            places[call.address] = "has begun; %s, on its stack, waits for %s" % (waits.name(), wanted.described_in_words())
    return places


STATES = {
    "arguments": "waits for its arguments",
    "queued": "is queued",
    "begun": "has begun",
    "promised": "has promised its result",
    "value": "is done",
    "error": "has failed",
    "gone": "is late: its object is gone",
}


def state_of(call, places):
    state = call.state()
    missing = [str(each) for each in call.missing_arguments()] if state == "arguments" else []
    if missing:
        first = ", ".join(missing[:-1])
        return "waits for its argument" + ("s %s and %s" % (first, missing[-1]) if first else " " + missing[-1])
    return places.get(call.address, STATES[state]) if state in ("queued", "begun", "promised") else STATES[state]


# ---- names of variables -------------------------------------------------------------------------


def part_at(value, begin, size, depth=0):
    """".field[3]" for the part of a value at [begin, begin + size); empty for the whole."""
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
    """The name of the variable there in a function of the selected thread; its address if none is known."""
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
        layout = the_layout()
        running = running_on(layout, gdb.selected_thread())
        if not running:
            print("No Mentat function runs on this thread; `mentat-fibers` shows those that wait.")
            return
        places = where_calls_run(layout)
        for activation in running:
            delayed = sorted(
                "  %s: %s, which %s" % (variable_at(begin, size), call.described_in_words(), state_of(call, places))
                for begin, size, call in entries(activation)
            )
            print("%s: %d delayed variable%s" % (called_by(activation).name(), len(delayed), "" if len(delayed) == 1 else "s"))
            for line in delayed:
                print(line)


class MentatFibers(gdb.Command):
    """Which functions wait, and for which call each waits."""

    def __init__(self):
        super().__init__("mentat-fibers", gdb.COMMAND_DATA)

    def invoke(self, argument, from_tty):
        layout = the_layout()
        waiting = waiting_fibers(layout)
        places = where_calls_run(layout)
        for waits, wanted, below in waiting:
            # Where that call waits itself is a line of its own.
            print("%s waits for %s, which %s" % (waits.name(), wanted.described_in_words(), state_of(wanted, places)))
            for call in below:
                print("  %s waits below it on the same stack" % call.name())
        print("%d fiber%s wait%s" % (len(waiting), "" if len(waiting) == 1 else "s", "s" if len(waiting) == 1 else ""))


# ---- backtraces in the user's names -------------------------------------------------------------

# Names of instances of function templates begin with the type of their result.
OURS = re.compile(r"(?:void |bool )?mentat::|make_fcontext$|std::_Function_handler<.*\bmentat::|std::function<.*>::operator\(\)")


def users_name(name):
    """counter_impl__::add_body__ and counter_impl__::add_local__ -> counter::add; mentat_main__ -> main."""
    if not isinstance(name, str):
        return name
    if name == "mentat_main__":
        return "main"
    return re.sub(r"\b(\w+)_impl__((?:<.*>)?)::(\w+?)(?:_[0-9a-f]{8})?_(?:body|local)__\b", r"\1\2::\3", name)


class UsersFrame(FrameDecorator):
    def function(self):
        return users_name(self.inferior_frame().name()) or super().function()

    def frame_args(self):
        arguments = super().frame_args()
        return arguments and [each for each in arguments if str(each.symbol()) != "mentat_rtf__"]


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
gdb.execute("skip -rfunction ^(void.|bool.)?mentat::", to_string=True)
MentatRv()
MentatFibers()
UsersFrames()
