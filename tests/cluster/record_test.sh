#!/bin/bash
# A recording of a program on three hosts has the processes of all of them, with times by one clock, also if a worker is killed, a host is
# drained, or a host is killed meanwhile; then it says which end is missing (docs/seeing.md).
#   record_test.sh RECORDS DRAINED FAR
top=$PWD
records=$top/$1 drained=$top/$2 far=$top/$3
source "$top/tests/hosts/harness.sh"
cd "$work" || exit 1
export MENTAT_LOG=error MENTAT_WORKERS=2

# Where it is permitted, the third host has another steady clock, 1,000 s ahead of that of the others.
other_clock=(unshare --time --monotonic 1000 --fork --kill-child)
"${other_clock[@]}" true 2>/dev/null || { other_clock=() && echo 'all hosts have one clock: no time namespaces here'; }
start() { # SESSION NAME [COMMAND...]
  eventually test ! -e "$work/run/mentat/$1"
  expect 0 "${@:3}" "$mentat" start --session "$1" --name "$2" --listen tcp://127.0.0.1:0 --cores 1 --join "$(invitation a)"
  eventually state_is "$2" up
}
state_is() { "$mentat" list hosts --session a 2>&1 | grep -qE "^[0-9]+ +$1 +$2 "; }
expect 0 "$mentat" start --session a --name n1 --listen tcp://127.0.0.1:0 --cores 1
export MENTAT_ADDRESS=$work/run/mentat/a
start b n2
start c n3 "${other_clock[@]}"

# Asks python3 about the recording $1 as a Chrome trace; it is in `json`.
knows() { # RECORDING CONDITION
  "$mentat" trace export "$1" --output=json >"$work/out" 2>"$work/err" || fault "no export of $1"
  python3 - "$2" <<'END' || fault "$1: $2"
import collections, json, sys
trace = json.load(open("json"))
events = trace["traceEvents"]
of_process = {one["pid"]: one["args"]["name"].split(":")[0] for one in events if one["name"] == "process_name"}
bars = [one for one in events if one["ph"] == "X" and one["cat"] == "call"]
calls = collections.Counter(of_process[one["pid"]] for one in bars)
names = collections.Counter(one["name"] for one in bars)
hosts = {one["name"]: one for one in trace["otherData"]["hosts"]}
whole = trace["otherData"]["whole"]
begin, end = min(one["ts"] for one in bars), max(one["ts"] + one["dur"] for one in bars)
within = {name: one["uncertainty_ns"] for name, one in hosts.items()}
# Each message between hosts, as (time on its way, what the two clocks may differ).
sent = {one["id"]: one for one in events if one["ph"] == "s" and one["cat"] == "message"}
ways = [(one["ts"] - sent[one["id"]]["ts"], (within[of_process[one["pid"]]] + within[of_process[sent[one["id"]]["pid"]]]) / 1000)
        for one in events if one["ph"] == "f" and one["cat"] == "message"]
sys.exit(not eval(sys.argv[1]))
END
}

# ---- every call of a run, and its maker
export MENTAT_PLACEMENT=elsewhere # on the two others
expect 0 env MENTAT_RECORD=full timeout 100 "$mentat" run --mode=cluster --record=tree.mtrace "$records" tree
says '^32$'
[ -s "$work/err" ] && fault 'something is said'
knows tree.mtrace 'whole and list(hosts) == ["n1", "n2", "n3"] and all(one["whole"] for one in hosts.values())'
[ -s "$work/err" ] && fault 'the recording has gaps'
knows tree.mtrace 'names["main"] >= 1 and calls["n2"] > 0 and calls["n3"] > 0'
knows tree.mtrace 'all(0 <= one < 1e9 for one in within.values()) and end - begin < 1e8' # of clocks, 100 s
knows tree.mtrace 'len(ways) > 0 and all(way >= -error - 0.002 for way, error in ways)'
expect 0 "$mentat" graph tree.mtrace
[ "$(grep -c -- ' -> ' "$work/out")" = 63 ] || fault "calls have no maker: $(grep -c -- ' -> ' "$work/out") of 63"
expect 0 "$mentat" profile tree.mtrace
says '^work .*, span .*, parallelism'
expect 0 "$mentat" trace export --format=otlp tree.mtrace
grep -q '"n2"' "$work/out" && grep -q '"n3"' "$work/out" || fault 'the spans do not name the hosts'
expect 0 "$mentat" report tree.mtrace --output=tree.html
expect 0 env MENTAT_RECORD=auto timeout 100 "$mentat" run --mode=cluster --record=auto.mtrace "$records" tree
says '^32$'
knows auto.mtrace 'whole and calls["n2"] + calls["n3"] > 0 and len(ways) > 0'
# Without a recording nothing of it is there.
expect 0 env MENTAT_MODE=cluster timeout 100 "$records" tree
says '^32$'
grep -q record "$work/err" && fault 'a recording is spoken of'
# To nowhere; a full disk.
expect 0 timeout 100 "$mentat" run --mode=cluster --record=/dev/null "$records" tree
says '^32$'
expect 0 timeout 100 "$mentat" run --mode=cluster --record=/dev/full "$records" tree
says '^32$'
complains 'the recording /dev/full ends after 0 bytes: No space left on device'

# ---- a killed worker of another host says what it was executing
expect 0 timeout 100 "$mentat" run --mode=cluster --record=kills.mtrace "$records" kills
says 'was executing tally::dies \(.*records.mpl.cc:[0-9]*\)'
knows kills.mtrace 'whole and names["tally::dies (cut off)"] == 1 and not any(one["name"].endswith("(cut off)") for one in bars if of_process[one["pid"]] == "n1")'
knows kills.mtrace 'any(one["ph"] == "i" and one["name"] == "made a tally" and of_process[one["pid"]] != "n1" for one in events)'
# Without a file, too.
expect 0 env MENTAT_MODE=cluster MENTAT_RECORD=auto timeout 100 "$records" kills
says 'was executing tally::dies \('
unset MENTAT_PLACEMENT

# ---- a drained host has given all that it recorded; of a killed one there is what came
dig() { # CALLS MS RECORDING: in the background
  rm -f log
  MENTAT_RECORD=full timeout 100 "$mentat" run --mode=cluster --record="$3" "$drained" units "$1" "$2" "$work/log" >dug 2>told </dev/null &
  program=$!
}
dug_right() { # CALLS
  wait $program || fault "the program ended with status $?: $(cat told)"
  [ "$(cat dug)" = $(($1 * ($1 - 1) / 2)) ] || fault "it printed $(cat dug)"
}
executed_by_all() { [ "$(cut -d ' ' -f 2 log 2>/dev/null | sort -u | wc -l)" = 3 ]; }
dig 40 200 drained.mtrace
eventually executed_by_all
expect 0 "$mentat" drain n3 --within 20s
kill -0 $program || fault 'the program has ended first: the test shows nothing'
dug_right 40
knows drained.mtrace 'whole and all(one["whole"] for one in hosts.values()) and all(calls[name] > 0 for name in hosts)'
[ -s "$work/err" ] && fault "a drained host has left a gap"

start c n3 "${other_clock[@]}"
dig 40 200 lost.mtrace
eventually executed_by_all
has_part() { [ "$(stat -c %s lost.mtrace)" -gt "$before" ]; }
before=$(stat -c %s lost.mtrace)
eventually has_part # what was recorded until then has been written
kill -9 "$(supervisor_of c)" || fault 'n3 was not killed'
dug_right 40
knows lost.mtrace 'whole and hosts["n2"]["whole"] and not hosts["n3"]["whole"] and calls["n2"] > 0'
complains 'the end of what n3 recorded is missing: '
expect 0 "$mentat" profile lost.mtrace
says 'no predictions: the end of what n3 recorded is missing'
eventually state_is n3 lost

# ---- the recorder of the program is killed: the program goes on
dig 20 200 killed.mtrace
recorder() { pgrep -P "$(pgrep -f "^$drained units 20" | head -n 1)" -x mentat-record; }
eventually recorder
kill -9 "$(recorder)"
dug_right 20
expect 0 "$mentat" trace export killed.mtrace --output=json
complains 'was cut'

for session in b a; do "$mentat" stop --session $session >/dev/null 2>&1; done
eventually nobody_left
finish
