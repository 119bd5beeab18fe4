# Sourced by the tests of this folder. They run in a folder of their own, in which $mentat finds programs of the test alone; a program
# writes to `out` and `err`, a command to `said` and `complained`.
mentat=${MENTAT_UNDER_TEST:-$PWD/tools/sdk/sdk/bin/mentat}
work=$(mktemp -d /tmp/observe.XXXXXX) # short: the path of a socket is
trap 'rm -rf "$work"' EXIT
mkdir -m 700 "$work/run" "$work/state"
export XDG_RUNTIME_DIR=$work/run XDG_STATE_HOME=$work/state MENTAT_WORKERS=2
unset MENTAT_ADDRESS MENTAT_MODE MENTAT_RECORD MENTAT_RECORD_FILE
cd "$work" || exit 1
failures=0

fault() { # WORD...: with the line of the test
  local at=0 file
  while [ "${BASH_SOURCE[at + 1]}" = "${BASH_SOURCE[0]}" ]; do at=$((at + 1)); done
  printf 'line %s: %s\n' "${BASH_LINENO[at]}" "$*"
  for file in said complained out err; do
    [ -e $file ] && head -n 60 $file | cat -v | sed "s/^/  $file: /"
  done
  failures=$((failures + 1))
}
expect() { # STATUS COMMAND...
  local wanted=$1 status
  shift
  "$@" >said 2>complained </dev/null
  status=$?
  [ $status = "$wanted" ] || fault "'$*' ended with status $status, expected $wanted"
}
says() { grep -qE -- "$1" said || fault "it does not say '$1'"; }
never_says() { grep -qE -- "$1" said && fault "it says '$1'"; }
eventually() { # COMMAND...: until it succeeds
  local i
  for ((i = 0; i < 600; ++i)); do
    "$@" 2>/dev/null && return
    sleep 0.1
  done
  fault "'$*' never succeeded"
}
eventually_says() { # TEXT COMMAND...: the program may still be on its way to the state that is asked for
  local text=$1 i
  shift
  for ((i = 0; i < 100; ++i)); do
    expect 0 "$@"
    grep -qE -- "$text" said && return
    sleep 0.1
  done
  fault "it does not say '$text'"
}
start() { # MODE COMMAND...: one that says `stuck` on standard error, and then waits for the file `go`
  rm -f go out err
  MENTAT_MODE=$1 "${@:2}" >out 2>err </dev/null &
  program=$!
  eventually grep -q stuck err
}
go_on() { # the program ends well
  : >go
  wait $program || fault "it ended with status $?"
}
report() {
  echo "$failures faults"
  [ $failures = 0 ]
}
