#!/bin/bash
# Looking into a program that runs on three hosts: its objects, classes and calls, the cost of a process that does not answer, and
# that the program is not disturbed (docs/hosts.md).
#   list_test.sh FAR
top=$PWD
far=$top/$1
source "$top/tests/hosts/harness.sh"
cd "$work" || exit 1

expect 0 "$mentat" start --session a --listen tcp://127.0.0.1:0
for session in b c; do
  expect 0 "$mentat" start --session $session --listen tcp://127.0.0.1:0 --join "$(invitation a)"
done
for session in b c; do eventually host_is a $session up; done
export MENTAT_ADDRESS=$work/run/mentat/a

# ---- nothing runs
expect 0 "$mentat" list objects
[ "$(wc -l <"$work/out")" = 1 ] || fault 'objects of no program'
expect 1 "$mentat" list objects --program 4711
complains 'no program 4711 runs'
complains 'mentat list programs'
expect 1 "$mentat" list calls --session nobody
complains 'mentat start'
expect 2 "$mentat" list object
complains "did you mean 'objects'"
expect 2 "$mentat" list objects --limit 0
expect 2 "$mentat" list objects --program hello

# ---- a hint names a host, as `list hosts` does
name_of() { "$mentat" list hosts | awk -v name="$1" '$2 ~ "^"name"@" { print $2 }'; }
for session in a b c; do
  expect 0 env MENTAT_MODE=cluster "$far" on "$(name_of $session)"
  says '^1$'
done
expect 0 env MENTAT_MODE=cluster "$far" on atlantis
says "^mentat::no_place: .*'atlantis'.* there are a@[^ ]+, b@[^ ]+, c@[^ ]+\. A host that is being drained"

# ---- two objects, each in a long call, on the hosts that were named; one more call waits for the first
# The long call keeps a worker; the other one takes in the call that waits.
MENTAT_WORKERS=2 MENTAT_MODE=cluster MENTAT_PLACEMENT=elsewhere "$far" look "$work/go" "$(name_of c)" "$(name_of b)" >"$work/held" 2>"$work/running" </dev/null &
driver=$!
eventually grep -q running "$work/running"
running() { "$mentat" list "$@" | grep -c running; }
two_run() {  # and the call behind one of them has arrived
  [ "$(running objects)" = 2 ] && [ "$(running calls)" = 2 ] && "$mentat" list objects | grep -qE " 1 +1 +running"
}
eventually two_run
expect 0 "$mentat" list objects --session b  # from every host
says '^[0-9]+ +3\.[0-9]+\.1\.1 +holder +c@[^ ]+ +[0-9]+ +1 +1 +running +until$'
says '^[0-9]+ +2\.[0-9]+\.1\.1 +holder +b@[^ ]+ +[0-9]+ +1 +0 +running +until$'
expect 0 "$mentat" list classes
says '^[0-9]+ +holder +persistent +2 +2$'
expect 0 "$mentat" list calls
says '^[0-9]+ +holder +until +[^ ]+ +a@[^ ]+ 1\.0 +[bc]@[^ ]+ [23]\.[0-9]+ +running +[0-9]+ m?s +[^ ]*far\.mpl\.cc:[0-9]+$'
says '^[0-9]+ +holder +put +[^ ]+ +a@[^ ]+ 1\.0 +[bc]@[^ ]+ [23]\.[0-9]+ +waiting +[0-9]+ m?s +[^ ]*far\.mpl\.cc:[0-9]+$'
# The daemons of each host's part answer, too.
expect 0 "$mentat" list drops
[ "$(wc -l <"$work/out")" = 1 ] || fault 'messages were dropped'
grep -q 'no answer' "$work/err" && fault 'a daemon does not report its dropped messages'
expect 0 "$mentat" list objects --json
says '"calls": 1,'
says '"silent": \[\]'
pid=$(sed -n 's/.*"pid": \([0-9]*\).*/\1/p' "$work/out" | head -n 1)
[ "$(cat "/proc/$pid/comm")" = mentat-worker ] || fault "process $pid is no worker"
program=$(sed -n 's/.*"program": \([0-9]*\).*/\1/p' "$work/out" | head -n 1)
expect 0 "$mentat" list objects --program "$program" --limit 1
complains '1 rows are left out; --limit is 1'
expect 1 "$mentat" list objects --program $((program ^ 1))

# ---- a process that stands still is named within two seconds, the others answer
kill -STOP "$pid"
begin=$(date +%s%N)
expect 0 "$mentat" list objects
took=$((($(date +%s%N) - begin) / 1000000))
complains "no answer from worker on host"
complains "(process $pid)"
[ "$(grep -c holder "$work/out")" = 1 ] || fault 'the other object is not there'
[ "$took" -lt 2000 ] || fault "the answer took $took ms"
kill -CONT "$pid"
eventually two_run

# ---- the program ends as if nobody had looked
for _ in $(seq 20); do "$mentat" list calls >/dev/null; done
touch "$work/go"
wait $driver || fault "the program ended with status $?: $(cat "$work/running")"
[ "$(cat "$work/held")" = $'1 2\n7 7 3' ] || fault "it printed $(cat "$work/held")"
expect 0 "$mentat" list objects
[ "$(wc -l <"$work/out")" = 1 ] || fault 'objects of a program that has ended'

expect 0 "$mentat" stop --session a --all
for session in b c; do "$mentat" stop --session $session >/dev/null 2>&1; done
eventually nobody_left
finish
