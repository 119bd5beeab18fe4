#!/bin/bash
# `mentat top` of programs that are in no session of hosts.
#   top_test.sh WAITS
set -u
mentat=$PWD/tools/sdk/sdk/bin/mentat
[ -n "${MENTAT_UNDER_TEST:-}" ] && mentat=$MENTAT_UNDER_TEST
waits=$PWD/$1
work=$(mktemp -d /tmp/top.XXXXXX) # short: the path of a socket is
trap 'rm -rf "$work"' EXIT
mkdir -m 700 "$work/run" "$work/state"
export XDG_RUNTIME_DIR=$work/run XDG_STATE_HOME=$work/state MENTAT_WORKERS=2
unset MENTAT_ADDRESS
cd "$work" || exit 1
failures=0

fault() {
  printf 'line %s: %s\n' "${BASH_LINENO[1]}" "$*"
  cat -v said complained | sed 's/^/  /'
  failures=$((failures + 1))
}
expect() {
  local wanted=$1 status
  shift
  "$@" >said 2>complained </dev/null
  status=$?
  [ $status = "$wanted" ] || fault "'$*' ended with status $status, expected $wanted"
}
says() { grep -qE -- "$1" said || fault "it does not say '$1'"; }
begin() { # the program waits until `end`
  local i
  rm -f go err
  MENTAT_MODE=processes "$waits" argument "$work/go" >out 2>err </dev/null &
  program=$!
  for ((i = 0; i < 300; ++i)); do
    grep -q stuck err 2>/dev/null && return
    sleep 0.1
  done
  fault 'the program does not begin'
}
end() {
  : >go
  wait $program || fault "it ended with status $?"
}

expect 0 "$mentat" top --once
says '^No program runs.$'
expect 0 "$mentat" top # no terminal: a line each second, until no program runs
says '^No program runs.$'
expect 2 "$mentat" top --program x
expect 1 "$mentat" top --once --program 1
expect 1 "$mentat" top --once --session nobody

begin
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
end
echo "$failures faults"
[ $failures = 0 ]
