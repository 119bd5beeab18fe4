#!/bin/bash
# SIGQUIT makes a hung program report its waits; the program goes on. One that handles the signal itself keeps it.
#   quit_test.sh STUCK RAISES
set -u
stuck=$PWD/$1
raises=$PWD/$2
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

begin() { start "$1" "$stuck" "$work/go" ${2:+"$2"}; } # MODE [ARGUMENT]
end() {
  go_on
  [ "$(cat out)" = $'2\n2 3' ] || fault "it printed $(cat out)"
}
complains() { grep -qE -- "$1" err || fault "it does not say '$1'"; }
goes_on() { [ "$(grep -c '^mentat: stuck goes on$' err)" = "$1" ]; }

for mode in serial threads adversarial processes; do
  begin $mode
  kill -QUIT $program
  eventually goes_on 1
  complains "^mentat: state of stuck \(process $program, mode $mode\), because of SIGQUIT$"
  complains "^    gate::open \(.*stuck.mpl.cc:27\)"
  case $mode in
    serial)
      complains '^    gate::open \(.*\), called at .*stuck.mpl.cc:37$'
      complains '^    ledger::pass of object [0-9.]+ \(.*stuck.mpl.cc:35\), called at .*stuck.mpl.cc:53$'
      complains '^    the main program$'
      complains '^    ledger [0-9.]+ runs pass'
      ;;
    threads)
      complains '^    the main program waits at .*stuck.mpl.cc:56 for ledger::pass, called at .*stuck.mpl.cc:53; object [0-9.]+ runs pass$|^    ledger::pass of object [0-9.]+ \(.*\), called at .*stuck.mpl.cc:53$'
      complains '^    ledger [0-9.]+ runs pass'
      ;;
    adversarial)
      complains '^    the main program waits at .*stuck.mpl.cc:56 for ledger::pass, called at .*stuck.mpl.cc:53; object [0-9.]+ runs pass$'
      complains '^    ledger::pass waits at .*stuck.mpl.cc:38 for gate::open, called at .*stuck.mpl.cc:37; which runs$'
      complains '^    ledger [0-9.]+ runs pass; 2 calls wait$'
      ;;
    processes)
      complains '^    the main program waits at .*stuck.mpl.cc:56 for ledger::pass, called at .*stuck.mpl.cc:53; which was sent to process 0.[0-9]+$'
      complains '^mentat: worker process [0-9]+$'
      complains '^    ledger [0-9.]+ runs pass; 2 calls wait$'
      ;;
  esac
  kill -QUIT $program # again
  eventually goes_on 2
  end
done

for mode in serial threads processes; do
  begin $mode own
  kill -QUIT $program
  eventually grep -q "the program's own handler" err
  goes_on 0 || fault 'the run-time system took the signal'
  end
done

# A worker that is asked alone answers alone.
begin processes
worker=$(pgrep -P "$(pgrep -P $program)" mentat-worker | head -n 1)
kill -QUIT "$worker"
eventually goes_on 1
complains "^mentat: state of stuck \(process $worker, mode processes\), because of SIGQUIT$"
end

# What a program sends to itself is a question too; a child of fork() ends by it.
ulimit -c 0
for mode in serial threads; do
  rm -f go
  MENTAT_MODE=$mode "$raises" "$work/go" >out 2>err </dev/null &
  program=$!
  eventually grep -q '^mentat: raises goes on$' err
  complains '^    asker::ask \(.*raises.mpl.cc:[0-9]+\)'
  : >go
  wait $program || fault "it ended with status $?"
  MENTAT_MODE=$mode "$raises" "$work/go" child >out 2>err </dev/null
  [ "$(cat out)" = 3 ] || fault "signal $(cat out) ended the child"
done

# Nobody reads stderr any more: the program ends all the same.
rm -f go
mkfifo full
exec 7<>full
MENTAT_MODE=threads "$stuck" "$work/go" >out 2>&7 7>&- </dev/null &
program=$!
read -r -t 30 line <&7
[ "$line" = stuck ] || fault "it says '$line'"
dd if=/dev/zero of=full bs=4096 oflag=nonblock 2>err
kill -QUIT $program
sleep 0.5
: >go
if ! timeout 30 tail --pid=$program -f /dev/null; then
  fault 'it waits for the reader of stderr'
  kill -KILL $program
fi
end
exec 7>&-

# Nothing is left of any of them.
[ -z "$(find run -name 'program-*' -o -name 'session-*')" ] || fault "there are $(find run)"
report
