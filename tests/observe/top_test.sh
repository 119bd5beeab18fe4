#!/bin/bash
# `mentat top` of programs that are in no session of hosts.
#   top_test.sh WAITS EXPECTS
set -u
waits=$PWD/$1 expects=$PWD/$2
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

expect 0 "$mentat" top --once
says '^No program runs.$'
expect 0 "$mentat" top # no terminal: a line each second, until no program runs
says '^No program runs.$'
expect 2 "$mentat" top --program x
expect 1 "$mentat" top --once --program 1
expect 1 "$mentat" top --once --session nobody

start processes "$waits" argument "$work/go"
expect 0 "$mentat" top --once
says "^waits $program$"
says '^CLASS +CALLS +PER SECOND +OBJECTS +RUN +WAIT$'
says '^tally +0 +0 +1 +0 +14$'
says '^slow +[01] +[0-9.]+ +0 +1 +0$'
expect 0 "$mentat" top --json
says '"class": "tally"'
says '"waiting": 14'

# On a terminal: a screen of its own, which a resize redraws, until q.
cat >terminal.py <<'END'
import fcntl, os, pty, signal, struct, sys, termios, time
child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[1], [sys.argv[1], "top"])
seen = b""
def until(text):
    global seen
    end = time.monotonic() + 30
    while text not in seen:
        assert time.monotonic() < end, (text, seen)
        seen += os.read(terminal, 4096)
def resize(lines, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
resize(24, 80)
until(b"\x1b[?1049h")
until(b"q quits")
seen = b""
resize(10, 40)
until(b"tally ")
until(b"q quits")
os.write(terminal, b"xq")
try:
    until(b"\x1b[?25h\x1b[?1049l")
except OSError:
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
END
python3 terminal.py "$mentat" >said 2>complained </dev/null || fault 'the screen is not as it should be'
go_on

# A program that says how much work it has: the same bars in every mode.
for mode in serial threads adversarial processes; do
  start $mode "$expects" "$work/go"
  expect 0 "$mentat" top --once
  says '^step +\[#{30}\.{10}\] 30 of 40, 75 %$'
  says '^tally +\[[#.]+\] 9 of 16, 56 %$'
  says '^box<.*> +\[[.]+\] 1 of 9,223,372,036,854,775,807, 0 %$'
  never_says '^(idle|copied|slow) .* of '
  expect 0 "$mentat" top --json
  says '"expected": 40'
  says '"expected": 16'
  never_says '"expected": (0|-)'
  never_says seconds_left # none is executed any more
  expect 0 "$mentat" list classes --json
  says '"expected": "40"'
  go_on
  grep -qx 57 out || fault "$mode: another answer"
done
report
