#!/bin/bash
# Each program has one answer, also in mode cluster: in one session of three hosts on the loopback, with every object and every call of a
# regular class on another host than the driver's.
#   cluster_test.sh PROGRAM...
top=$PWD
source "$top/tests/hosts/harness.sh"
cd "$work" || exit 1
[ -n "${TEST_SHARD_STATUS_FILE:-}" ] && touch "$TEST_SHARD_STATUS_FILE"

expect 0 "$mentat" start --session a --listen tcp://127.0.0.1:0
for session in b c; do
  expect 0 "$mentat" start --session $session --listen tcp://127.0.0.1:0 --join "$(invitation a)"
done
for session in b c; do eventually host_is a $session up; done
export MENTAT_ADDRESS=$work/run/mentat/a MENTAT_MODE=cluster MENTAT_PLACEMENT=elsewhere MENTAT_LOG=error

# Runs a program and keeps its output. One that does not end within a minute is killed, after its calls and objects have
# been listed.
expect_end() {
  local status watcher
  "$1" >"$work/out" 2>"$work/err" </dev/null &
  local program=$!
  (
    read -rt 60 <> <(:)  # a sleep that ends with its shell
    unset MENTAT_MODE MENTAT_PLACEMENT
    for part in programs calls objects; do
      echo "== mentat list $part"
      timeout 10 "$mentat" list "$part" --limit=20
    done >"$work/listed" 2>&1
    kill -9 $program
  ) >/dev/null 2>&1 &
  watcher=$!
  wait $program 2>/dev/null
  status=$?
  kill $watcher 2>/dev/null
  wait $watcher 2>/dev/null
  [ $status -eq 0 ] && return
  [ ! -f "$work/listed" ] || cat "$work/listed" >>"$work/err"
  fault "$1 ended with status $status, expected 0"
}

number=0 ran=0
for program in "$@"; do
  [ $((number++ % ${TEST_TOTAL_SHARDS:-1})) -eq "${TEST_SHARD_INDEX:-0}" ] || continue
  expect_end "$top/$program"
  cmp -s "$work/out" "$top/${program%.program}.expected" ||
    fault "$program: $(diff "$top/${program%.program}.expected" "$work/out" | head -n 20)"
  ran=$((ran + 1))
done
unset MENTAT_MODE MENTAT_PLACEMENT
expect 0 "$mentat" list programs
[ "$(wc -l <"$work/out")" = 1 ] || fault 'programs are left'

expect 0 "$mentat" stop --session a --all
for session in b c; do "$mentat" stop --session $session >/dev/null 2>&1; done
eventually nobody_left
echo "$ran programs"
finish
