#!/bin/bash
# A large buffer that objects of four other hosts get leaves its host twice: hosts pass it on. If one of them is killed
# meanwhile, the others get theirs.
#   many_hosts_test.sh MANY_HOSTS
program=$PWD/$1
source "$PWD/tests/hosts/harness.sh"
cd "$work" || exit 1

networks 5 mt$$ 10.74.16
expect 0 on 1 "$mentat" start --session h1 --listen tcp://10.74.16.1
for i in 2 3 4 5; do
  line=$(on 1 "$mentat" invite --session h1 2>/dev/null | sed 's/.* --join //')
  expect 0 on $i "$mentat" start --session h$i --listen tcp://10.74.16.$i --join "$line"
done
for i in 1 2 3 4 5; do eventually host_is h1 h$i up; done
export MENTAT_ADDRESS=$work/run/mentat/h1 MENTAT_LOG=error MENTAT_MODE=cluster
mapfile -t others < <(on 1 "$mentat" list hosts --session h1 | awk '$2 ~ "^h[2-5]@" { print $2 }' | sort)
[ "${#others[@]}" -eq 4 ] || fault "there are ${#others[@]} other hosts"

sent_by() { on "$1" cat /sys/class/net/cable/statistics/tx_bytes; }
mebibytes=64 rounds=3
expect 0 on 1 timeout 300 "$program" 1 1 "${others[@]}"  # the executable crosses
before=($(for i in 1 2 3 4 5; do sent_by $i; done))
expect 0 on 1 timeout 300 "$program" $mebibytes $rounds "${others[@]}"
after=($(for i in 1 2 3 4 5; do sent_by $i; done))
says '^16 right, 0 wrong, 0 lost$'
values=$((mebibytes * rounds << 20))
[ "${MANY_HOSTS_SHOW:-}" ] && cat err && for i in 0 1 2 3 4; do
  echo "host $((i + 1)) sent $(((after[i] - before[i]) / 1024)) KiB for $((values / 1024))"
done
left=$((after[0] - before[0]))
[ $left -le $((values * 205 / 100)) ] || fault "$left bytes left the host of the buffers, which have $values"

# A host on the way loses its power in the middle of a round.
for killed in 2 3; do
  : >err
  on 1 timeout 120 "$program" 32 0 "${others[@]}" >out 2>err </dev/null &
  runs=$!
  until [ "$(grep -c '^round' err)" -ge 2 ] || ! kill -0 $runs 2>/dev/null; do sleep 0.01; done
  ip netns pids $name-$killed | xargs -r kill -9 2>/dev/null
  wait $runs || fault "the program ended with status $?"
  says "^$((20 - 4 * killed)) right, 0 wrong, 4 lost$"
  [ "${MANY_HOSTS_SHOW:-}" ] && cat err out
  unset "others[0]" && others=("${others[@]}")
done

expect 0 on 1 "$mentat" stop --session h1
for i in 4 5; do on $i "$mentat" stop --session h$i >/dev/null 2>&1; done
eventually nobody_left
finish
