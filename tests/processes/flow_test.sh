#!/bin/bash
# Values go from the process that makes them to the process that uses them (docs/custody.md): the answers of the sequential
# program, whose values come to the caller, and what happens when the producer, the consumer or the caller dies.
#   flow_test.sh FLOW
set -u
program=$PWD/$1
cd "${TEST_TMPDIR:?}" || exit 1
export XDG_RUNTIME_DIR=$PWD/r XDG_STATE_HOME=$PWD/state MENTAT_MODE=processes MENTAT_PROCESSES=5 MENTAT_LOG=error
mkdir -m 700 r
failed=0

expect() { # what, expected output (a pattern), arguments
  local what=$1 wanted=$2 printed
  shift 2
  printed=$(timeout 60 "$program" "$@" 2>errors </dev/null)
  local ended=$?
  if [ $ended -ne 0 ] || [[ $printed != $wanted ]]; then
    echo "$what ($MENTAT_MODE): exit status $ended, printed
$printed
instead of
$wanted
$(<errors)"
    failed=1
  fi
}
answers() {
  expect 'a result that is there when it is passed on' 'late 2011 2011 *' late
  expect 'calls of one caller keep their order' 'order 1 2 3 1 5 6' order
  expect 'a value has more consumers than a message has arcs' 'many 15000' many
  expect 'an error goes along arcs' $'std::domain_error: no parcel\n3' error
  expect 'a random graph' 'random 286138' random
  expect 'large arguments' $'5\n2505\n20485\n350005\n7500005' large
  expect 'a random graph with calls of a regular class' 'random units 169187' random_units
  expect 'results that calls of objects and of a regular class use' 'both 84600' both
}

export MENTAT_PLACEMENT=elsewhere
answers
expect 'nothing comes to a caller that keeps nothing' 'chain 1048578, here written 0 read 0' chain
expect 'a value that its caller keeps reaches the caller, which does not pass it on' $'2097152\nheld 2097155, here written 0 read 2' held
expect 'a result that is passed on reaches no process on its way' $'rtf 1048581\nread on the way 0, here 0\n1000' rtf
expect 'a call that waits delays no other caller' 'callers 2 1 3' callers
expect 'the producer dies' $'mentat::object_lost: stage::die cannot be called: process * signal 9 (Killed)\n2' producer
expect 'the consumer dies' $'mentat::object_lost: stage::pass cannot be called: process * signal 9 (Killed)\n11' consumer
expect 'the caller dies' $'mentat::object_lost: middle::give_and_die cannot be called: process * signal 9 (Killed)\n15' caller
expect 'a value to a call of a regular class, and from it' 'unit 1048578, here written 0 read 0' unit
expect 'values from one call of a regular class to another' 'units 2097187, here written 0 read 0' units
expect 'a value that its caller keeps reaches the caller, from a call of a regular class too' $'2000\n4024\nunits_held 1002, here written * read [23]' units_held
# One process executes all of them: nothing that they hand on comes back to it.
inside() { expect 'a graph that a call of a regular class makes' $'inside 1004, here written 0 read 0\nunits read 0' inside; }
MENTAT_PROCESSES=2 MENTAT_IM__ISOLATION=process inside
expect 'the caller of a call of a regular class dies' $'mentat::object_lost: middle::unit_and_die cannot be called: process * signal 9 (Killed)\n9' caller_of_units
expect 'a call of a regular class waits in vain' 'mentat::deadlock: *' stuck
dies_at_first() { expect 'calls of a regular class die the first time' $'producer 8024\nconsumer 112\ncaller 116\n8 entries, 3 died' unit_dies "$PWD/died"; rm -f died-*; }
MENTAT_IM__ISOLATION=process dies_at_first
for seed in 1 2 3 4 5 6; do expect "one of three dies, among calls of a regular class, seed $seed" 'hurt and well' hurt_units $seed; done
for seed in 1 2 3 4 5 6; do expect "one of three dies, seed $seed" 'hurt and well' hurt $seed; done
export MENTAT_PLACEMENT=share
answers
export MENTAT_MMPS__TRANSPORTS=zmq
export MENTAT_PLACEMENT=elsewhere
answers
# A file is there before a message over the network: where values are read is not certain.
expect 'a chain, over ZeroMQ' 'chain 1048578, *' chain
expect 'a result that is handed on, over ZeroMQ' $'rtf 1048581\nread on the way *\n1000' rtf
expect 'a value to a call of a regular class, over ZeroMQ' 'unit 1048578, *' unit
MENTAT_IM__ISOLATION=process dies_at_first
expect 'the producer dies, over ZeroMQ' $'mentat::object_lost: stage::die *\n2' producer
expect 'the caller dies, over ZeroMQ' $'mentat::object_lost: middle::give_and_die *\n15' caller
[ $failed -eq 0 ] && echo 'values go where they are used'
exit $failed
