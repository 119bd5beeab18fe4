#!/bin/bash
# A large buffer that several calls of another host get crosses the network once. If a process there is killed, the
# others get theirs.
#   broadcast_test.sh BROADCAST
program=$PWD/$1
source "$PWD/tests/hosts/harness.sh"
cd "$work" || exit 1

three_networks mb$$ 10.74.15
expect 0 on 1 "$mentat" start --session h1 --listen tcp://10.74.15.1
line=$(on 1 "$mentat" invite --session h1 2>/dev/null | sed 's/.* --join //')
expect 0 on 2 "$mentat" start --session h2 --listen tcp://10.74.15.2 --join "$line"
for i in 1 2; do eventually host_is h1 h$i up; done
export MENTAT_ADDRESS=$work/run/mentat/h1 MENTAT_LOG=error

mebibytes=64 rounds=3 other=$(on 1 "$mentat" list hosts --session h1 | awk '$2 ~ "^h2@" { print $2 }')
expect 0 env MENTAT_MODE=serial "$program" $mebibytes $rounds "$other"
cp out wanted
expect 0 on 1 env MENTAT_MODE=cluster timeout 300 "$program" 1 1 "$other"  # the executable crosses
before=$(on 2 cat /sys/class/net/cable/statistics/rx_bytes)
expect 0 on 1 env MENTAT_MODE=cluster timeout 300 "$program" $mebibytes $rounds "$other"
after=$(on 2 cat /sys/class/net/cable/statistics/rx_bytes)
cmp -s wanted out || fault 'the sums are not those of one process'
[ "${BROADCAST_SHOW:-}" ] && cat err && echo "$(((after - before) / 1024)) KiB for $((mebibytes * rounds * 1024))"

# Two processes of the host have objects.
values=$((mebibytes * rounds << 20))
[ $((after - before)) -le $((values * 102 / 100)) ] ||
  fault "$((after - before)) bytes crossed the network for $values of buffers"

# The argument of `each`, a buffer and a vector, for 16 objects.
expect 0 env MENTAT_MODE=serial "$program" 1 48 "$other" vectors
cp out wanted
before=$(on 2 cat /sys/class/net/cable/statistics/rx_bytes)
expect 0 on 1 env MENTAT_MODE=cluster timeout 300 "$program" 1 48 "$other" vectors
after=$(on 2 cat /sys/class/net/cable/statistics/rx_bytes)
cmp -s wanted out || fault 'the sums are not those of one process'
[ "${BROADCAST_SHOW:-}" ] && echo "$(((after - before) / 1024)) KiB for $((2 * 48 * 1024)) of arguments"
values=$((2 * 48 << 20))
[ $((after - before)) -le $((values * 105 / 100)) ] ||
  fault "$((after - before)) bytes crossed the network for $values of arguments"

# The process that has the bytes for the others, or another one, in the middle of a round.
for object in 0 7 0 7; do
  : >err
  on 1 env MENTAT_MODE=cluster timeout 60 "$program" 16 5 "$other" $object >out 2>err </dev/null &
  runs=$!
  until grep -q '^running .' err || ! kill -0 $runs 2>/dev/null; do sleep 0.01; done
  kill -9 "$(sed -n 's/^running //p;T;q' err)"
  wait $runs || fault "the program ended with status $?"
  says '^right objects survive, 0 wrong$'
done

expect 0 on 1 "$mentat" stop --session h1 --all
on 2 "$mentat" stop --session h2 >/dev/null 2>&1
eventually nobody_left
finish
