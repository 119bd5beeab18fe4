#!/bin/bash
# An instantiation manager or a token-matching unit of another host is killed, again and again, while calls make calls: that host leaves
# the program, and the answer is that of an undisturbed run (docs/failures.md). Three hosts with networks of their own.
#   branches_test.sh NESTED        MENTAT_SEED_OF_TEST repeats the choice of victims and moments
top=$PWD
nested=$top/$1
source "$top/tests/hosts/harness.sh"
cd "$work" || exit 1
readonly kills=10
RANDOM=${MENTAT_SEED_OF_TEST:-$$}
echo "seed ${MENTAT_SEED_OF_TEST:-$$}"

three_networks mb$$ 10.74.14
expect 0 on 1 "$mentat" start --session h1 --listen tcp://10.74.14.1
for i in 2 3; do
  line=$(on 1 "$mentat" invite --session h1 2>/dev/null | sed 's/.* --join //')
  expect 0 on $i "$mentat" start --session h$i --listen tcp://10.74.14.$i --join "$line"
done
for i in 1 2 3; do eventually host_is h1 h$i up; done

export MENTAT_ADDRESS=$work/run/mentat/h1 MENTAT_LOG=error
for ((kill = 0; kill < kills; ++kill)); do
  placement=$([ $((RANDOM % 2)) = 0 ] && echo share || echo elsewhere)
  kind=$([ $((kill % 2)) = 0 ] && echo mentat-im || echo mentat-tmu)
  host=$((2 + RANDOM % 2)) moment=0.$((RANDOM % 4))$((RANDOM % 10))
  told="kill $kill: $kind of host $host after $moment s, placement $placement"
  : >"$work/running"
  on 1 env MENTAT_MODE=cluster MENTAT_PLACEMENT=$placement timeout 100 "$nested" >"$work/printed" 2>"$work/running" </dev/null &
  runs=$!
  until grep -q running "$work/running" || ! kill -0 $runs 2>/dev/null; do sleep 0.01; done
  sleep $moment # not in hope: any moment is to be right
  for process in $(ip netns pids $name-$host); do
    [ "$(cat /proc/"$process"/comm 2>/dev/null)" = $kind ] && kill -9 "$process"
  done
  wait $runs
  ended=$?
  [ $ended = 0 ] || fault "$told: ended with status $ended: $(cat "$work/running")"
  [ "$(cat "$work/printed")" = $'fib 1597\nsum 1950' ] || fault "$told: printed $(cat "$work/printed")"
done

expect 0 on 1 "$mentat" stop --session h1 --all
for i in 2 3; do on $i "$mentat" stop --session h$i >/dev/null 2>&1; done
eventually nobody_left
finish
