#!/bin/bash
# Hosts that are drained while a program runs on them: no call is lost, none is executed twice, and an object that stays too long is lost
# with the reason (docs/hosts.md). Three hosts of one core on the loopback; each answer is compared, and each execution is counted.
#   drain_test.sh DRAINED
top=$PWD
drained=$top/$1
source "$top/tests/hosts/harness.sh"
cd "$work" || exit 1
export MENTAT_ADDRESS=$work/run/mentat/a MENTAT_LOG=error

now_ms() { echo $(($(date +%s%N) / 1000000)); }
join() { # SESSION NAME [OPTION...]
  eventually test ! -e "$work/run/mentat/$1" # the host that left it ends behind the news
  expect 0 "$mentat" start --session "$1" --name "$2" --listen tcp://127.0.0.1:0 --cores 1 --join "$(invitation a)" "${@:3}"
  eventually state_is "$2" up
}
state_is() { "$mentat" list hosts 2>&1 | grep -qE "^[0-9]+ +$1 +$2 "; }
expect 0 "$mentat" start --session a --name n1 --listen tcp://127.0.0.1:0 --cores 1
join b n2
join c n3

# ---- what cannot be drained
expect 2 "$mentat" drain
complains 'mentat list hosts'
expect 2 "$mentat" drain n3 --within soon
complains 'a time such as 30s or 2m, a whole number from 1s to 24h'
expect 2 "$mentat" drain ''
complains "'' is no name of a host"
expect 2 "$mentat" drain 'n 3'
expect 2 "$mentat" drain n3 --why $'two\nlines'
expect 1 "$mentat" drain n9
complains 'no host of the session is called n9; there are n1, n2, n3'
expect 1 "$mentat" drain n1
complains 'has founded the session'
complains 'mentat stop --all'

# ---- nothing runs: it leaves at once
begin=$(now_ms)
expect 0 "$mentat" drain n3
took=$(($(now_ms) - begin))
says '^host n3 has left after '
[ $took -lt 20000 ] || fault "a host where nothing runs needed $took ms" # 60 s are allowed
state_is n3 left || fault 'n3 has not left'
expect 0 "$mentat" list hosts
says 'host n3 was drained by `mentat drain`$'
expect 1 "$mentat" drain n3
complains 'host n3 is not up: left'
join c n3

# ---- calls of a second run there, and others wait
started() { [ "$(wc -l <"$work/log" 2>/dev/null || echo 0)" -ge "$1" ]; }
dig() { # CALLS MS: in the background
  rm -f "$work/log"
  MENTAT_MODE=cluster timeout 100 "$drained" units "$1" "$2" "$work/log" >"$work/dug" 2>"$work/told" </dev/null &
  program=$!
}
dug_right() { # CALLS
  wait $program || fault "the program ended with status $?: $(cat "$work/told")"
  [ "$(cat "$work/dug")" = $(($1 * ($1 - 1) / 2)) ] || fault "it printed $(cat "$work/dug")"
  [ "$(wc -l <"$work/log")" = "$1" ] || fault "$(wc -l <"$work/log") executions of $1 calls"
  [ -z "$(cut -d ' ' -f 1 "$work/log" | sort -n | uniq -d)" ] || fault 'a call was executed twice'
}
dig 30 300
eventually started 6
expect 1 "$mentat" drain n9
"$mentat" drain n3 --within 20s --why 'new kernel' --json >"$work/drained" 2>&1 &
drain=$!
wait $drain || fault "draining ended with status $?: $(cat "$work/drained")"
grep -q '"in_time": true' "$work/drained" || fault "it printed $(cat "$work/drained")"
kill -0 $program || fault 'the program has ended first: the test shows nothing'
left_with=$(wc -l <"$work/log")
dug_right 30
[ "$left_with" -lt 30 ] || fault 'no call began after n3 had left'
[ "$(cut -d ' ' -f 2 "$work/log" | sort -u | wc -l)" = 3 ] || fault 'n3 executed none'
grep -q 'drained: new kernel' <<<"$("$mentat" list hosts)" || fault 'the list does not say why n3 has left'

# ---- SIGTERM, to every process of the host as a batch system sends it
join c n3
dig 20 300
eventually started 6
supervisor=$(supervisor_of c)
kill -TERM "$supervisor" $(cat "/proc/$supervisor/task/"*/children)
eventually state_is n3 left
dug_right 20

# ---- an object stays until it has ended
join c n3
mkfifo "$work/go"
hold() {
  MENTAT_MODE=cluster timeout 100 "$drained" object n3 <"$work/go" >"$work/held" 2>"$work/told" &
  program=$!
  exec 9>"$work/go"
  eventually grep -q '^1$' "$work/held"
}
hold
"$mentat" drain n3 --within 30s --why 'new kernel' >"$work/drained" 2>&1 9>&- &
drain=$!
eventually state_is n3 draining
expect 1 "$mentat" drain n3 --within 60s
complains 'is being drained already'
complains '(new kernel)'
expect 0 "$mentat" list hosts
says '^3 +n3 +draining .* new kernel$'
MENTAT_MODE=cluster expect 0 "$drained" object n3
says '^mentat::.*no host of this program is called .n3.*A host that is being drained'
echo >&9
exec 9>&-
wait $program || fault "the program ended with status $?: $(cat "$work/told")"
[ "$(cat "$work/held")" = $'1\n3' ] || fault "it printed $(cat "$work/held")"
wait $drain || fault "draining ended with status $?: $(cat "$work/drained")"

# ---- or until the time is over; a new object is not made there
join c n3
hold
begin=$(now_ms)
expect 0 "$mentat" drain n3 --within 1s --why 'new kernel' 9>&-
says 'its time was used up'
took=$(($(now_ms) - begin))
[ $took -ge 900 ] || fault "it left after $took ms, although an object lived there"
[ $took -lt 20000 ] || fault "it left after $took ms, not after one second"
echo >&9
exec 9>&-
wait $program || fault "the program ended with status $?: $(cat "$work/told")"
grep -qE '^mentat::object_lost: .*host n3 was drained: new kernel' "$work/held" || fault "it printed $(cat "$work/held")"

# ---- a second SIGTERM, or SIGINT, ends at once what still runs
join c n3 --grace 60s
hold
kill -TERM "$(supervisor_of c)"
eventually state_is n3 draining
kill -INT "$(supervisor_of c)"
eventually state_is n3 left
echo >&9
exec 9>&-
wait $program
grep -qE '^mentat::object_lost: ' "$work/held" || fault "it printed $(cat "$work/held")"

# ---- SIGTERM to the daemon alone; its own daemon, too, knows that the time was used up
join c n3
kill -TERM "$(daemon_of c)"
eventually state_is n3 left
expect 0 "$mentat" list hosts
says 'host n3 was drained by SIGTERM$'
join c n3
hold
expect 0 "$mentat" drain n3 --session c --within 1s --json
says '"in_time": false'
echo >&9
exec 9>&-
wait $program

# ---- the host on which the command runs leaves meanwhile
join c n3
hold
"$mentat" drain n3 --session b --within 30s >"$work/drained" 2>&1 9>&- &
drain=$!
eventually state_is n3 draining
expect 0 "$mentat" stop --session b
wait $drain && fault "it says of a host that it does not know: $(cat "$work/drained")"
grep -q 'the session has ended here while host n3 was being drained' "$work/drained" || fault "it printed $(cat "$work/drained")"
echo >&9
exec 9>&-
wait $program || fault "the program ended with status $?: $(cat "$work/told")"

expect 0 "$mentat" stop --session a --all
eventually nobody_left
finish
