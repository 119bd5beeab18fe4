#!/bin/bash
# `mentat why` of programs that are in no session of hosts.
#   why_test.sh WAITS
set -u
waits=$PWD/$1
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

begin() { start "$1" "$waits" "$2" "$work/go"; } # MODE HOW: the program waits until `end`
end() { # OUTPUT
  go_on
  [ "$(tr '\n' ' ' <out)" = "$1 " ] || fault "it printed $(cat out)"
}

expect 0 "$mentat" why --all
says '^No program runs.$'
expect 0 "$mentat" why --all --dot
[ "$(tr -d '\n ' <said)" = 'digraphwaits{node[shape=box]}' ] || fault 'this is no empty graph'
expect 2 "$mentat" why
grep -q 'expected an object, a class, a function or a place, or --all' complained || fault 'no remedy'
expect 2 "$mentat" why --all ledger
grep -q -e "--all tells of everything: leave it out, or leave out 'ledger'" complained || fault 'no remedy'
expect 2 "$mentat" why --all --json --dot
expect 2 "$mentat" why --all --program x
expect 1 "$mentat" why --all --program 1
expect 1 "$mentat" why --all --session nobody

for mode in threads processes; do
  begin $mode circle
  eventually_says '^DEADLOCK: [0-9] wait for each other, for [0-9.]+ m?s$' "$mentat" why --all
  says 'half::close of object [0-9.]+.*: waits at .*waits.mpl.cc:42'
  says 'needs the result of half::close of object'
  says '<- the circle closes here$'
  says '^What usually helps: '
  says '^One circle of waits is stuck for ever.$'
  expect 0 "$mentat" why half
  [ $mode = processes ] && says '^half [0-9.]+ on [^ ]+, process [0-9]+: runs begin, 1 call waits$'
  says 'One circle'
  expect 0 "$mentat" why --all --json
  says '"verdict": "One circle of waits is stuck for ever."'
  says '"reason": "its object runs"'
  expect 0 "$mentat" why --all --dot
  says '^digraph waits [{]$'
  says 'color=red'
  end 'broken 1'
  # Once nothing else runs, the run-time system ends a wait, and says the same of its own process.
  grep -q '^mentat: deadlock: half::close waits for half::answer at ' err || fault 'no wait was ended'
  if [ $mode = threads ]; then
    grep -q '^mentat: DEADLOCK: 3 wait for each other' err && grep -q '^mentat: What usually helps: ' err ||
      fault "it does not explain the deadlock: $(cat err)"
  else
    # A busy host may have put both objects into one process.
    grep -q '^mentat:  *needs the result of half::answer of object [0-9.]*, called at .*waits.mpl.cc:41: \(was sent to\|has not begun\)' err ||
      fault "it does not explain the wait: $(cat err)"
  fi
done

# The object has a process of its own: in that of the long call its queue could not be looked at.
export MENTAT_IM__ISOLATION=process
for mode in threads processes; do
  begin $mode argument
  eventually_says 'the main program.*waits at .*waits.mpl.cc:108' "$mentat" why --all
  says '^No circle of waits was found[.]'
  never_says DEADLOCK
  if [ $mode = processes ]; then
    eventually_says '^  first tally::add of object [0-9.]+, called at .*waits.mpl.cc:105: has not begun$' "$mentat" why tally
    says '^tally [0-9.]+ on [^ ]+, process [0-9]+: executes nothing, 14 calls wait$'
    says '^    argument 1 is the result of slow::work, called at .*waits.mpl.cc:104: runs'
    says '^  behind it: 12 add, 1 sum$'
    [ "$(grep -c tally::add said)" = 1 ] || fault 'the queue is told twice'
    expect 0 "$mentat" why --all
    says '^  needs the result of tally::sum of object [0-9.]+, .*: has not begun$'
    says '^    comes after tally::add of object [0-9.]+, called at .*waits.mpl.cc:105: has not begun$'
    expect 0 "$mentat" why slow::work
    says '^slow::work, called at .*: runs in [^ ]+ 0[.][0-9]+$'
    expect 0 "$mentat" why waits.mpl.cc:104
  else
    says '^Functions run in [^ ]+ 0[.]0, so the queues of its objects are not told[.]$'
    says '^No circle of waits was found[.] slow::work runs[.] At least '
    for asked in slow slow::work; do
      expect 0 "$mentat" why $asked
      says '^slow::work: runs in [^ ]+ 0[.]0$'
    done
  fi
  expect 1 "$mentat" why nothing_of_that_name
  says "Nothing called 'nothing_of_that_name' runs or waits"
  end 67
done

begin processes guard
eventually_says '^  first buffer::put of object .*waits.mpl.cc:117: has not begun; its guard does not hold: items_ < 1$' "$mentat" why --all
says '^No circle of waits was found[.]'
end 3
unset MENTAT_IM__ISOLATION

for mode in threads processes; do
  begin $mode space
  eventually_says '^space [0-9.]+, created at .*waits.mpl.cc:[0-9]+: in[(]"wanted"_name, 7, int[)] waits for a tuple' "$mentat" why --all
  if [ $mode = processes ]; then
    eventually_says '7, int[)] waits for a tuple; 1 of its types are here, most differ in field 2$' "$mentat" why --all
  fi
  says '^reader::read, called at .*: waits at .*waits.mpl.cc:76 for'
  says 'needs the result of mentat::space::in of object'
  expect 0 "$mentat" why --all --json
  says '"pattern": ".*wanted.*7, int[)]"'
  expect 0 "$mentat" why --all
  says '^No circle of waits was found[.]'
  end '1 2'
done

# The operation that waits, and how long it still will.
begin threads looks
eventually_says ': rd[(]"wanted"_name, 7, int[)] waits for a tuple(;|$)' "$mentat" why --all
eventually_says ': rd_for[(]"wanted"_name, 8, int[)] waits for a tuple, for another 3[0-9]{3} s(;|$)' "$mentat" why --all
expect 0 "$mentat" why --all --json
says '"operation": "rd_for"'
says '"left_ms": "3[0-9]{6}"'
end '1 5'

for mode in threads processes; do
  begin $mode many
  eventually_says '^and [0-9]+ more$' "$mentat" why --all
  says '^reader::drain, called at .*: waits at .*waits.mpl.cc:79'
  says '^No circle of waits was found[.]'
  end 1
done

# Names of programs and places may hold anything that a file name can.
cp "$waits" "$work/"$'e\e[31m<b>"\n'
usual=$waits
waits=$work/$'e\e[31m<b>"\n'
begin threads argument
for how in --json --dot ''; do
  expect 0 "$mentat" why --all $how
  LC_ALL=C grep -q $'\e' said && fault "a control character is printed $how"
done
expect 0 "$mentat" why --all --json
python3 -m json.tool <said >/dev/null || fault 'this is no JSON'
expect 1 "$mentat" why $'\e[31m'
LC_ALL=C grep -q $'\e' said && fault 'a control character of the question is printed'
end 67
waits=$usual

# A process that does not answer is told, and nothing is said to be stuck because of it.
begin processes argument
for child in $(cat "/proc/$(cat /proc/$program/task/$program/children | tr -d ' ')/task/"*/children); do
  [ "$(cat "/proc/$child/comm")" = mentat-worker ] && worker=$child
done
kill -STOP "$worker"
stopped="^Process $worker on host [^ ]+ does not answer; if it is stopped: kill -CONT $worker$"
expect 1 "$mentat" why --all
says "$stopped"
says '^So nothing can be said about whether something is stuck[.]$'
never_says 'No circle|Nothing|/door-'
expect 1 "$mentat" why --all --json
says '"silent": 1'
says "\"verdict\": \"Process $worker on host "
expect 1 "$mentat" why no_such_thing
says "$stopped"
kill -CONT "$worker"
end 67

# The same of a program of one process.
begin threads argument
kill -STOP "$program"
expect 1 "$mentat" why --all
says "^Process $program on host [^ ]+ does not answer; if it is stopped: kill -CONT $program$"
never_says 'No program'
expect 1 "$mentat" why --all --json --program "$program"
says '"silent": 1'
kill -CONT "$program"
end 67

# More functions wait than one answer can tell: that is no proof of a deadlock.
begin processes crowd
eventually_says '^[0-9]+ rows are not shown[.]$' "$mentat" why --all
says '^So nothing can be said about whether something is stuck[.]$'
never_says '^No circle|^Nothing'
expect 0 "$mentat" why --all --json
says '"left_out": [1-9]'
end 1
report
