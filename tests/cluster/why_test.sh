#!/bin/bash
# `mentat why` of a program on two hosts: circles, arguments, a daemon that does not answer, and another user's session.
#   why_test.sh WAITS
top=$PWD
waits=$top/$1
source "$top/tests/hosts/harness.sh"
cd "$work" || exit 1

expect 0 "$mentat" start --session a --listen tcp://127.0.0.1:0
expect 0 "$mentat" start --session b --listen tcp://127.0.0.1:0 --join "$(invitation a)"
eventually host_is a b up
export MENTAT_ADDRESS=$work/run/mentat/a

begin() { # HOW: the program waits until `end`
  rm -f "$work/go"
  MENTAT_WORKERS=2 MENTAT_MODE=cluster "$waits" "$1" "$work/go" >"$work/printed" 2>"$work/told" </dev/null &
  driver=$!
  eventually grep -q stuck "$work/told"
}
end() { # OUTPUT
  : >"$work/go"
  wait $driver || fault "it ended with status $?"
  [ "$(tr '\n' ' ' <"$work/printed")" = "$1 " ] || fault "it printed $(cat "$work/printed")"
}
why_says() { "$mentat" why --all "${@:2}" | grep -qE -- "$1"; }

expect 0 "$mentat" why --all
says '^No program runs.$'
expect 1 "$mentat" why --all --program 4711
complains 'no program 4711 runs'

begin circle
eventually why_says '^DEADLOCK: 3 wait for each other, for '
for session in a b; do # every host tells of all
  expect 0 "$mentat" why --all --session $session
  says 'half::close of object [0-9.]+, called at .*: waits at .*waits.mpl.cc:42 for .* in [ab]@[^ ]+ [12]\.[0-9]+$'
  says '<- the circle closes here$'
  says '^What usually helps: '
  says '^One circle of waits is stuck for ever.$'
done
begun=$(date +%s%N)
expect 0 "$mentat" why --all --json
took=$((($(date +%s%N) - begun) / 1000000))
echo "why --all took $took ms"
says '"reason": "its object runs"'
end 'broken 1'

export MENTAT_IM__ISOLATION=process # in the process of the long call its queue could not be looked at
begin argument
eventually why_says '^  first tally::add of object [0-9.]+, called at .*waits.mpl.cc:105: has not begun$'
expect 0 "$mentat" why tally --session b
says '^tally [0-9.]+ on [ab]@[^ ]+, process [0-9]+: executes nothing, 14 calls wait$'
says '^    argument 1 is the result of slow::work, called at .*waits.mpl.cc:104: runs in '
says '^  behind it: 12 add, 1 sum$'
says '^No circle of waits was found[.]'

# ---- a daemon that does not answer is told, and is not waited for without end
kill -STOP "$(daemon_of b)"
expect 1 "$mentat" why --all
says '^No answer from the daemon of the host on host b@'
says '^So nothing can be said about whether something is stuck[.]$'
kill -CONT "$(daemon_of b)"
end 67

# ---- nor is the daemon of this host
expect 0 "$mentat" start --session c --listen tcp://127.0.0.1:0
kill -STOP "$(daemon_of c)"
expect 1 "$mentat" why --all --session c
complains 'mentat: error: '
kill -CONT "$(daemon_of c)"
expect 0 "$mentat" stop --session c

# ---- nobody else can ask
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  chmod 755 "$TEST_TMPDIR" "$work" 2>/dev/null
  expect 1 setpriv --reuid 65534 --clear-groups "$mentat" why --all --session a
fi

expect 0 "$mentat" stop --session a --all
"$mentat" stop --session b >/dev/null 2>&1
eventually nobody_left
finish
