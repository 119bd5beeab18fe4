#!/bin/bash
# The tuples of a space are on three hosts that have networks of their own; when one of the hosts is lost, every operation that waits, and
# every later one, says so (docs/spaces.md).
#   homes_test.sh HOMES
top=$PWD
homes=$top/$1
source "$top/tests/hosts/harness.sh"
cd "$work" || exit 1

three_networks mk$$ 10.74.16
expect 0 on 1 "$mentat" start --session h1 --listen tcp://10.74.16.1
for i in 2 3; do
  line=$(on 1 "$mentat" invite --session h1 2>/dev/null | sed 's/.* --join //')
  expect 0 on $i "$mentat" start --session h$i --listen tcp://10.74.16.$i --join "$line"
done
for i in 1 2 3; do eventually host_is h1 h$i up; done
name_of() { on 1 "$mentat" list hosts --session h1 | awk -v name="$1" '$2 ~ "^"name"@" { print $2 }'; }

export MENTAT_ADDRESS=$work/run/mentat/h1 MENTAT_LOG=error
in_cluster() { on 1 env MENTAT_MODE=cluster timeout 120 "$@"; }
for placement in share elsewhere; do
  export MENTAT_PLACEMENT=$placement
  expect 0 in_cluster "$homes" spread
  says '^results 2646700, jobs 19900$'
  expect 0 in_cluster "$homes" copied
  says '^results 59304, rows 594, 7 left$'
done
export MENTAT_PLACEMENT=share

# Each home has tuples, and all are listed under one name.
in_cluster "$homes" list "$work/go" 2>"$work/running" </dev/null &
lists=$!
eventually grep -q running "$work/running"
expect 0 on 1 "$mentat" list spaces --session h1
[ "$(grep -c ' there .*("row"_name, int, double)$' "$work/out")" -eq 3 ] || fault 'the tuples of a space are not in three homes'
[ "$(grep '"row"' "$work/out" | awk '{ print $2 }' | sort -u | wc -l)" -eq 1 ] || fault 'the homes of a space have different names'
touch "$work/go"
wait $lists || fault "homes list ended with status $?"

in_cluster "$homes" lose "$(name_of h1)" >"$work/printed" 2>"$work/loses" </dev/null &
runs=$!
eventually grep -q running "$work/loses"
for process in $(ip netns pids $name-3); do kill -9 "$process" 2>/dev/null; done
wait $runs || fault "homes lose ended with status $?: $(cat "$work/loses")"
grep -q 'tuples of the space are lost: .*host h3@.* lost' "$work/printed" || fault "the error does not name the host: $(cat "$work/printed")"
grep -q '^12 waits and 12 later operations are lost, the facts are 42, 43 and 43$' "$work/printed" || fault "printed $(cat "$work/printed")"

expect 1 on 1 "$mentat" stop --session h1 --all
complains 'host h3@'
on 2 "$mentat" stop --session h2 >/dev/null 2>&1
eventually nobody_left
finish
