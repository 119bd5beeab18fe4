#!/bin/bash
# `mentat list` of programs that are in no session of hosts, in every mode.
#   list_test.sh STUCK FORGETS SPACES
set -u
stuck=$PWD/$1 forgets=$PWD/$2 spaces=$PWD/$3
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

begin() { start "$1" "$stuck" "$work/go"; } # MODE

expect 0 "$mentat" list objects
[ "$(wc -l <said)" = 1 ] || fault 'objects of no program'
expect 1 "$mentat" list objects --program 1
expect 1 "$mentat" list hosts
expect 2 "$mentat" list
grep -q 'expected one of hosts, programs, objects, classes, calls, spaces and drops' complained ||
  fault 'it does not name the words of list'
for number in 0 00 -1 x 1x 4294967296 99999999999999999999; do
  expect 2 "$mentat" list drops --program=$number
  grep -qF -- "--program: '$number' is not the number of a program" complained || fault "$number is not refused"
done

for mode in serial threads adversarial processes; do
  begin $mode
  expect 0 "$mentat" list programs
  says "^$program +stuck +running "
  expect 0 "$mentat" list objects --program $program
  says "^$program +[0-9.]+ +ledger +[^ ]+ +[0-9]+ +[0-9]+ +[0-9]+ +running +pass$"
  expect 0 "$mentat" list objects --json
  says '"class": "ledger",'
  says '"silent": \[\]'
  expect 0 "$mentat" list calls
  case $mode in
    adversarial) says "^$program +ledger +pass +[0-9.]+ .* running +[0-9]+ m?s +.*stuck.mpl.cc:53$" ;;
    processes) says "^$program +ledger +pass +[0-9.]+ +[^ ]+ 0\.0 +[^ ]+ 0\.[0-9]+ +running +[0-9]+ m?s +.*stuck.mpl.cc:53$" ;;
  esac
  go_on
  expect 0 "$mentat" list programs
  [ "$(wc -l <said)" = 1 ] || fault 'a program that has ended is listed'
done

# What a process has dropped is counted.
stuck=$forgets begin processes
expect 0 "$mentat" list drops
says "^$program +[^ ]+ +[0-9]+ +[1-9][0-9]* +results kept for repetitions .fixed.kept_results.$"
expect 0 "$mentat" list drops --json
says '"what": "results kept for repetitions [(]fixed.kept_results[)]"'
go_on
begin processes
expect 0 "$mentat" list drops
[ "$(wc -l <said)" = 1 ] || fault 'drops of a program that dropped nothing'
go_on

# The tuples of a space by their types, and the patterns that wait there.
for mode in serial threads adversarial processes; do
  stuck=$spaces begin $mode
  expect 0 "$mentat" list spaces
  says "^$program +[0-9.]+ +[^ ]+ +[0-9]+ +3 +[0-9]+ +there +.*spaces.mpl.cc:20 +[(]\"job\"_name, int, double[)]$"
  says "^$program +[0-9.]+ +[^ ]+ +[0-9]+ +1 +[0-9]+ +everywhere +.*spaces.mpl.cc:23 +[(]\"row\"_name, int[)]$"
  [ "$(grep -c '"row"' said)" = 1 ] || fault 'a space that is everywhere is not listed once'
  for ((i = 0; i < 300; ++i)); do
    grep -q wanted said && break
    sleep 0.1
    expect 0 "$mentat" list spaces
  done
  says 'waiting +.*spaces.mpl.cc:20 +[(]"wanted"_name, int[)]$'
  expect 0 "$mentat" list spaces --json
  says '"tuple": "[(].*job'
  go_on
done

# A process that does not answer is told, and does not hold up the others.
begin processes
for child in $(cat "/proc/$(cat /proc/$program/task/$program/children | tr -d ' ')/task/"*/children); do
  [ "$(cat "/proc/$child/comm")" = mentat-worker ] && worker=$child
done
kill -STOP "$worker"
expect 0 "$mentat" list objects
grep -q 'no answer from' complained || fault 'it says nothing of a process that stands'
kill -CONT "$worker"
go_on

# A crash leaves a socket behind, which the next program removes.
begin threads
kill -KILL $program
wait $program 2>/dev/null
expect 0 "$mentat" list programs
[ "$(wc -l <said)" = 1 ] || fault 'a program that was killed is listed'

# Nobody else can reach a program: its folder is the user's.
begin threads
[ "$(stat -c %a run/mentat)" = 700 ] || fault 'others can enter the folder'
chmod 755 run/mentat
expect 1 "$mentat" list programs
grep -q "threads" said && fault 'a folder that others can enter is trusted'
grep -q "is not a folder that only you can enter: others can; remove it, or: chmod 700 $PWD/run/mentat" complained ||
  fault 'nothing says why the folder is not trusted'
chmod 700 run/mentat
go_on
report
