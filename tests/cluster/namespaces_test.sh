#!/bin/bash
# Programs on three hosts that have networks of their own: network namespaces, joined by veth pairs and a bridge. The answers are those
# of one process, the bytes go over the cables, and a worker that dies on another host changes nothing.
#   namespaces_test.sh SURVIVOR SEARCH DATA [PROGRAM]...
top=$PWD
survivor=$top/$1 search=$top/$2 data=$top/$3
shift 3
source "$top/tests/hosts/harness.sh"
cd "$work" || exit 1

three_networks mc$$ 10.74.12
received_by() { on "$1" cat /sys/class/net/cable/statistics/rx_bytes; }

expect 0 on 1 "$mentat" start --session h1 --listen tcp://10.74.12.1
for i in 2 3; do
  line=$(on 1 "$mentat" invite --session h1 2>/dev/null | sed 's/.* --join //')
  expect 0 on $i "$mentat" start --session h$i --listen tcp://10.74.12.$i --join "$line"
done
for i in 1 2 3; do eventually host_is h1 h$i up; done

export MENTAT_ADDRESS=$work/run/mentat/h1 MENTAT_LOG=error MENTAT_PLACEMENT=elsewhere
in_cluster() { on 1 env MENTAT_MODE=cluster timeout 300 "$@"; }
same() {  # program and arguments: has the same output on three hosts as in one process
  MENTAT_MODE=threads MENTAT_PLACEMENT=share "$@" >"$work/wanted" 2>"$work/err"
  expect 0 in_cluster "$@"
  cmp -s "$work/wanted" "$work/out" || fault "$* printed something else than in one process"
}
for program in "$@"; do
  case $program in
    */fibonacci) same "$top/$program" 12 ;;  # 697 calls; each crosses the cables several times, 1 to 3 ms on two cores
    *) same "$top/$program" ;;
  esac
done
before=$(received_by 3)
same "$search" --query "$data/queries.fasta" --database "$data/database.fasta" --chunk 500 --check
after=$(received_by 3)
[ $((after - before)) -gt 10000 ] || fault "host 3 received $((after - before)) bytes while the search ran"

in_cluster "$survivor" until "$work/over" >"$work/long" 2>"$work/running" </dev/null &
runs=$!
eventually grep -q running "$work/running"
for process in $(ip netns pids $name-3); do
  [ "$(cat /proc/$process/comm 2>/dev/null)" = mentat-worker ] && victim=$process && kill -9 $process && break
done
: >"$work/over"
wait $runs || fault "survivor ended with status $?"
[ -n "${victim:-}" ] || fault 'host 3 had no worker'
[ "$(cat "$work/long")" = 'sum 190' ] || fault "survivor printed $(cat "$work/long")"

expect 0 on 1 "$mentat" stop --session h1 --all
for i in 2 3; do on $i "$mentat" stop --session h$i >/dev/null 2>&1; done
eventually nobody_left
finish
