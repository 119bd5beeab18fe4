#!/bin/bash
# A recording has every call of a run in every mode, and what a killed process was executing.
#   record_test.sh RECORDS
set -u
records=$PWD/$1
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

run() { "$mentat" run "$@" >out 2>err </dev/null; }
# export MTRACE: the Chrome trace is in `json`.
export_to_json() {
  "$mentat" trace export "$1" --output=json >out 2>err || fault "no export of $1"
}
# Asks python3 about the events of `json`.
says() {
  python3 - "$1" <<'END' || fault "the trace does not say: $1"
import collections, json, sys
with open("json") as file:
    trace = json.load(file)
bars = [one for one in trace["traceEvents"] if one["ph"] == "X" and one["cat"] == "call"]
calls = collections.Counter(one["name"] for one in bars if one["name"] != "main")
distinct = collections.Counter()
for name, pid, call in {(one["name"], one["pid"], one["args"]["call"]) for one in bars}:
    distinct[name] += 1
processes = {one["pid"] for one in bars}
lines = {(one["pid"], one["tid"]) for one in bars}
moments = collections.Counter(one["cat"] for one in trace["traceEvents"] if one["ph"] == "i")
messages = sum(one["messages"] for one in trace["otherData"]["messages"])
whole = trace["otherData"]["whole"]
def nest():
    lines = collections.defaultdict(list)
    for one in bars:
        lines[one["pid"], one["tid"]].append((one["ts"], -one["dur"]))
    for line in lines.values():
        open_ends = []
        for begin, length in sorted(line):
            end = begin - length
            while open_ends and open_ends[-1] <= begin + 0.002: open_ends.pop()
            if open_ends and end > open_ends[-1] + 0.002: return False
            open_ends.append(end)
    return True
sys.exit(not eval(sys.argv[1]))
END
}

# 63 calls, in any mode, and main.
for mode in serial threads adversarial processes; do
  MENTAT_RECORD=full run --mode=$mode --record=tree.mtrace "$records" tree || fault "$mode: status $?"
  [ "$(cat out)" = 32 ] || fault "$mode: another answer"
  [ -s err ] && fault "$mode: something is said"
  export_to_json tree.mtrace
  [ -s err ] && fault "$mode: the recording has gaps"
  says 'whole and distinct["node::sum"] == 63 and distinct["main"] == 1 and nest()'
  [ $mode = threads ] && says 'len(lines) == 1 or moments["stolen"] > 0'
done
says 'len(processes) > 1 and moments["message"] > 0 and messages == moments["message"]'

# The other formats of the last recording.
"$mentat" trace export tree.mtrace --output=tree.pftrace || fault 'no Perfetto trace'
[ "$(head -c 1 tree.pftrace | od -An -tx1)" = ' 0a' ] || fault 'no Perfetto trace: it begins with no packet'
"$mentat" trace export --format=perfetto tree.mtrace | cmp - tree.pftrace || fault 'the format is not that of the ending'
"$mentat" trace export --format=otlp tree.mtrace >spans 2>err || fault 'no spans'
python3 - <<'END' || fault 'the spans are wrong'
import json
spans = json.load(open('spans'))['resourceSpans'][0]['scopeSpans'][0]['spans']
assert len(spans) == 64 and len({one['spanId'] for one in spans}) == 64, len(spans)
END
"$mentat" trace export --format=xml tree.mtrace 2>err
[ $? = 2 ] && grep -q 'expected chrome, perfetto or otlp' err || fault 'a wrong format is taken'

# The graph of a tree: each call but main has a maker, and a path of calls is critical.
MENTAT_RECORD=full run --mode=threads --record=tree.mtrace "$records" tree || fault "status $?"
"$mentat" graph tree.mtrace >out 2>err || fault 'no graph'
[ "$(grep -c -- ' -> ' out)" = 63 ] || fault 'arrows are missing'
[ "$(grep -c 'label="node::sum" + .*color=' out)" -ge 6 ] || fault 'the critical path is short'
grep -q '^digraph .*{$' out && [ "$(tail -n 1 out)" = '}' ] || fault 'that is no graph'
"$mentat" graph --by=functions tree.mtrace >out 2>err || fault 'no graph of functions'
grep -q 'label="node::sum" + .*"63 calls, ' out || fault 'calls are not counted'
if command -v dot >dot_is_there; then
  "$mentat" graph tree.mtrace --output=tree.svg >out 2>err || fault 'no drawing'
  grep -q '<svg' tree.svg || fault 'no SVG'
else
  "$mentat" graph tree.mtrace --output=tree.svg >out 2>err && fault 'a drawing without dot'
  grep -q graphviz err || fault 'nobody says what is missing'
fi
"$mentat" graph --by=lines tree.mtrace >out 2>err
[ $? = 2 ] || fault 'an unknown kind of graph'

# An object is made, and ends, in its process; its calls have names of two processes, and one maker.
for mode in serial threads processes; do
  MENTAT_RECORD=full MENTAT_PLACEMENT=elsewhere run --mode=$mode --record=object.mtrace "$records" short 100 || fault "status $?"
  export_to_json object.mtrace
  says 'moments["object"] == 2 and distinct["tally::add"] == 100 and "(unknown function)" not in distinct'
  [ $mode = serial ] || says 'sum(one["ph"] == "s" and one["cat"] == "made" for one in trace["traceEvents"]) == 100'
done
says 'moments["sent"] >= 200 and moments["came"] == moments["sent"]'

# Short calls: each of the first 256, then one in 64; `full` has all. After a pause, of which a
# busy machine has some, the next 256 are recorded, too.
run --mode=serial --record=short.mtrace "$records" short 16640 || fault "status $?"
export_to_json short.mtrace
says '500 < distinct["tally::add"] < 4000'
MENTAT_RECORD=full run --mode=serial --record=short.mtrace "$records" short 16640 || fault "status $?"
export_to_json short.mtrace
says 'distinct["tally::add"] == 16640'

# A process that is killed, or crashes, in a function.
for end in kills crashes; do
  run --mode=processes --record=$end.mtrace "$records" $end || fault "$end: status $?"
  grep -q 'was executing tally::dies (.*records.mpl.cc:[0-9]*)' out || fault "$end: object_lost does not say where"
  export_to_json $end.mtrace
  says 'whole and calls["tally::dies (cut off)"] == 1'
  # Without a file, too; and without a recording nothing is said of it.
  MENTAT_MODE=processes MENTAT_RECORD=auto "$records" $end >out 2>err </dev/null
  grep -q 'was executing tally::dies (' out || fault "$end: object_lost does not say where without a file"
  MENTAT_MODE=processes MENTAT_RECORD=off MENTAT_RECORD_FILE=none "$records" $end >out 2>err </dev/null
  grep -q 'was executing' out && fault "$end: it is recorded although it is off"
  [ -e none ] && fault "$end: a file is written although it is off"
  # The only process of a program.
  run --mode=threads --record=$end.mtrace "$records" $end && fault "$end: the program lives on"
  export_to_json $end.mtrace
  says 'whole and calls["tally::dies (cut off)"] == 1'
done

# The last call of each killed process is there.
for ((i = 0; i < 20; ++i)); do
  run --mode=processes --record=killed.mtrace "$records" kills
  export_to_json killed.mtrace
  says 'calls["tally::dies (cut off)"] == 1'
done

# A full disk ends the recording, and not the program.
(ulimit -f 1 && MENTAT_RECORD=full run --mode=threads --record=full.mtrace "$records" short 100000) ||
  fault "status $?"
[ "$(cat out)" = 100000 ] || fault 'another answer with a full disk'
grep -q 'the recording .*full.mtrace ends after' err || fault 'nobody says that the recording ends'
"$mentat" trace export full.mtrace >json 2>err || fault 'the recording cannot be read'
grep -q 'was cut' err || fault 'nobody says that the recording is cut'
says 'not whole'

# --record asks for a recording, whatever the usual level is; what is no level is refused.
MENTAT_RECORD=off run --mode=threads --record=level.mtrace "$records" tree || fault "off: status $?"
export_to_json level.mtrace
says 'whole and calls["node::sum"] > 0'
MENTAT_RECORD=loud run --mode=threads --record=level.mtrace "$records" tree
[ $? = 2 ] || fault 'a wrong level is taken'
grep -q "MENTAT_RECORD: 'loud': expected off, auto or full" err || fault 'the levels are not named'

# What cannot be written, or read.
run --record=/nowhere/file "$records" tree
[ $? = 125 ] || fault 'it runs although its recording cannot be written'
grep -q 'record_file: .*/nowhere' err || fault 'the fault is not told'
"$mentat" trace export err >out 2>err2 && fault 'a text is a recording'
"$mentat" trace export --format=other tree.mtrace >out 2>err
[ $? = 2 ] || fault 'an unknown format'
run --mode=serial --record=/dev/null "$records" tree || fault 'the recording cannot be thrown away'
[ "$(cat out)" = 32 ] || fault 'another answer'
report
