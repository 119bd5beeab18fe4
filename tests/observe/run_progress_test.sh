#!/bin/bash
# `mentat run --progress` says how far a program is, on standard error alone.
#   run_progress_test.sh WAITS
set -u
mentat=$PWD/tools/sdk/sdk/bin/mentat
[ -n "${MENTAT_UNDER_TEST:-}" ] && mentat=$MENTAT_UNDER_TEST
waits=$PWD/$1
work=$(mktemp -d /tmp/progress.XXXXXX) # short: the path of a socket is
trap 'rm -rf "$work"' EXIT
mkdir -m 700 "$work/run" "$work/state"
export XDG_RUNTIME_DIR=$work/run XDG_STATE_HOME=$work/state MENTAT_WORKERS=2
unset MENTAT_ADDRESS MENTAT_MODE
cd "$work" || exit 1
failures=0
fault() {
  printf 'line %s: %s\n' "${BASH_LINENO[0]}" "$*"
  cat -v out err | sed 's/^/  /'
  failures=$((failures + 1))
}

"$mentat" run --progress --mode=processes "$waits" argument "$work/go" >out 2>err </dev/null &
program=$!
for ((i = 0; i < 600; ++i)); do
  grep -q '^mentat: 2 s: ' err && break
  sleep 0.1
done
grep -qE '^mentat: 1 s: [0-9]+ calls?, [0-9.]+/s, [0-9]+ run, 1?[0-9]+ wait$' err || fault 'no line after a second'
grep -q '^mentat: 2 s: ' err || fault 'no line after two seconds'
grep -q mentat: out && fault 'a line is on standard output'
: >go
wait $program || fault "it ended with status $?"

# The status and the signals are those of a run without the option.
"$mentat" run --progress sh -c 'exit 7' >out 2>err </dev/null
[ $? = 7 ] || fault 'another status'
[ -s err ] && fault 'something is said'
"$mentat" run --progress bash -c 'kill -TERM $PPID; while :; do read -rt 60 <> <(:); done' >out 2>err </dev/null
[ $? = 143 ] || fault 'SIGTERM is not passed on'
echo "$failures faults"
[ $failures = 0 ]
