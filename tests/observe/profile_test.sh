#!/bin/bash
# What `mentat profile` says of recordings of programs whose graphs are known, and of bad ones.
#   profile_test.sh PROFILED RECORDS VERSION_1 VERSION_2 SOURCE_OF_PROFILED
set -u
profiled=$PWD/$1 records=$PWD/$2 version_1=$PWD/$3 version_2=$PWD/$4 source=$PWD/$5
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

# record MODE FILE PROGRAM ARGUMENT...
record() {
  MENTAT_RECORD=${level:-full} "$mentat" run --mode="$1" --record="$2" "${@:3}" >out 2>err </dev/null ||
    fault "${*:3}: status $?"
}
# profile ARGUMENT...: JSON in `json`, without a word on standard error.
profile() {
  "$mentat" profile --json --output=json "$@" >out 2>err || fault "no profile: $*"
}
# Asks python3 about `json`.
says() {
  python3 - "$1" <<'END' || fault "the profile does not say: $1"
import json, sys
with open("json") as file:
    of = json.load(file)
function = {one["function"]: one for one in of["functions"]}
def called(name):
    return next(one for key, one in function.items() if key.endswith("::" + name))
def on(workers):
    return next(one["predicted_ns"] for one in of["by_workers"] if one["workers"] == workers)
def near(a, b):
    return abs(a - b) <= 0.02 * b + 50_000
ms = 980_000  # the recording's clock is measured, so it may be off by a little
first, second, asked = called("first"), called("second"), of.get("asked")
early = next((one for one in of["waits"] if one["wanted"] == "step::first"), None)
sys.exit(not eval(sys.argv[1]))
END
}
# refuses STATUS TEXT ARGUMENT...
refuses() {
  "$mentat" profile "${@:3}" >out 2>err
  local status=$?
  [ "$status" = "$1" ] || fault "status $status of: ${*:3}"
  grep -q -- "$2" err || fault "it does not say '$2': ${*:3}"
  [ "$(wc -l <err)" -le 2 ] || fault "it says too much: ${*:3}"
  LC_ALL=C grep -q '[^[:print:][:space:]]' err && fault 'control characters'
}

# Functions work for a time that is said, so work and span are at least what they must be. What is
# predicted is compared with what the recording has: the machine may be busy.
us=1000
for what in chain fan wavefront pipeline tree; do
  record threads $what.mtrace "$profiled" $what $((2 * us)) $us
  profile $what.mtrace
  [ -s err ] && fault "$what: something is said"
  says '"incomplete" not in of and of["workers"] == 2'
  says 'of["span_ns"] <= on(32) <= on(2) <= on(1) and of["span_ns"] <= of["work_ns"]'
  says 'near(on(1), of["work_ns"]) and near(on(2), of["predicted_ns"])'
  says 'sum(one["total_ns"] for one in of["functions"]) == of["work_ns"]'
  says 'near(sum(one["critical_ns"] for one in of["functions"]), of["span_ns"])'
  says 'first["mean_ns"] >= 2 * ms and second["mean_ns"] >= ms'
  says '"profiled.mpl.cc:" in first["defined_at"]'
  says 'len(of["critical_path"]) > 0 and first["predicted_if_halved_ns"] <= of["predicted_ns"]'
done
chain='first["calls"] == second["calls"] == 20 and near(of["span_ns"], of["work_ns"])'
profile chain.mtrace && says "$chain"
says 'near(first["predicted_if_halved_ns"], of["predicted_ns"] - first["total_ns"] / 2)'
says 'all(near(one["predicted_ns"], of["span_ns"]) for one in of["by_workers"])'
profile wavefront.mtrace && says 'of["span_ns"] >= 20 * ms'
says 'of["work_ns"] >= 56 * ms and of["span_ns"] < 0.8 * of["work_ns"]'
profile pipeline.mtrace && says 'first["calls"] == second["calls"] == 20'
says 'of["span_ns"] >= 41 * ms and of["span_ns"] < of["work_ns"] - 5_000_000'
profile tree.mtrace && says 'called("sum")["calls"] == 31 and first["calls"] == 16'
says 'of["span_ns"] >= 6 * ms and of["span_ns"] < 0.7 * of["work_ns"]'

# What is asked.
profile --faster=step::first=2,step.second=4 --workers=1 chain.mtrace
says 'asked["workers"] == 1'
says 'near(asked["predicted_ns"], of["work_ns"] - first["total_ns"] / 2 - second["total_ns"] * 3 / 4)'
profile --workers=8 fan.mtrace
says 'asked["predicted_ns"] == on(8)'
"$mentat" profile fan.mtrace >out 2>err || fault 'no text'
for text in 'parallelism' 'predicted for this run' 'on critical path' 'profiled.mpl.cc:[0-9]' \
  'workers  *1  *2  *4'; do
  grep -q "$text" out || fault "the text does not say '$text'"
done

# More workers, from a run with one.
MENTAT_WORKERS=1 record threads one.mtrace "$profiled" tree $((2 * us)) $us
profile one.mtrace
says 'of["workers"] == 1 and near(of["predicted_ns"], of["work_ns"]) and on(2) < 0.7 * on(1)'

# A value that is read early, with the line, and the mend.
record threads early.mtrace "$profiled" early $((2 * us)) $us
line=$(grep -n 'sum += one' "$source" | cut -d: -f1)
profile early.mtrace
says 'early["times"] == 10'
says 'early["predicted_if_late_ns"] < 0.9 * of["predicted_ns"]'
says "early['place'].endswith('profiled.mpl.cc:$line')"
"$mentat" profile early.mtrace >out 2>err
grep -q 'main waited .* at .*profiled.mpl.cc:[0-9]* for the result of step::first' out ||
  fault 'the wait is not told'
grep -q 'make those calls first' out || fault 'the mend is not told'

# Calls in other processes depend on each other as in one: all of a chain, and no more of a fan than its longest part; each stage of a
# pipeline is one object. If main stands still between two calls, the first has ended, and the second does not depend on it any more: so
# one of some recordings is enough.
one_says() { # PROGRAM CONDITION
  local i
  for ((i = 0; i < 10; ++i)); do
    MENTAT_PLACEMENT=elsewhere record processes apart.mtrace "$profiled" "$1" 2000 1000
    profile apart.mtrace && (failures=0 && says "$2" >tried && [ $failures = 0 ]) && return
  done
  fault "$1 in processes: no recording says: $2"
}
calls='sum(one["total_ns"] for one in of["functions"] if one["function"] != "main")'
one_says chain "'incomplete' not in of and first['calls'] == 20 and of['span_ns'] > 0.95 * $calls"
one_says fan "of['span_ns'] < 0.8 * $calls"
one_says pipeline "0.5 * $calls < of['span_ns'] < 0.9 * $calls"

# What other recordings have; they predict nothing.
level=auto record threads auto.mtrace "$profiled" chain 100 100
refuses 1 'nothing can be predicted: only MENTAT_RECORD=full' --workers=2 auto.mtrace
profile auto.mtrace && says 'first["calls"] == 20 and "span_ns" not in of'
record serial serial.mtrace "$profiled" chain 100 100
refuses 1 'mode serial' --faster=step::first=2 serial.mtrace
refuses 1 'older version' --workers=2 "$version_1"
refuses 1 'older version .* does not connect the calls of different processes' --workers=2 "$version_2"
for old in "$version_1" "$version_2"; do
  "$mentat" trace export "$old" --output=old.json 2>err && [ ! -s err ] || fault "$old is not read"
  grep -q 'node::sum' old.json || fault "$old has no calls"
done
"$mentat" profile "$version_1" >out 2>err || fault 'an older recording is not shown'
grep -q 'node::sum .* 63 ' out || fault 'an older recording has no calls'

# Short calls: how many are worth one.
level=auto record threads short.mtrace "$records" short 100000
"$mentat" profile short.mtrace >out 2>err
grep -q 'tally::add: 100,000 calls of .* ns, .*: let a call do the work of' out ||
  fault 'short calls are not told'

# Bad input.
refuses 2 'FILE'
refuses 1 'cannot read' no_file
refuses 1 'is no recording' out
refuses 1 'is a folder' "$work"
for verb in 'trace export' graph profile; do
  cp chain.mtrace copy.mtrace
  "$mentat" $verb --output=./copy.mtrace copy.mtrace >out 2>err && fault "$verb overwrites its recording"
  grep -q 'is the recording' err || fault "$verb does not say that it would overwrite"
  cmp -s chain.mtrace copy.mtrace || fault "$verb has overwritten its recording"
done
refuses 2 'expected FUNCTION=TIMES' --faster=step::first chain.mtrace
refuses 2 'expected FUNCTION=TIMES' --faster=step::first=0 chain.mtrace
refuses 2 'expected FUNCTION=TIMES' --faster=step::first=nan chain.mtrace
refuses 1 "no function 'step::frist'; did you mean 'step::first'" --faster=step::frist=2 chain.mtrace
refuses 2 'workers' --workers=0 chain.mtrace
refuses 1 '/nowhere/file: No such' --output=/nowhere/file chain.mtrace
refuses 1 'No space left' --output=/dev/full chain.mtrace
"$mentat" profile chain.mtrace >/dev/full 2>err && fault 'a full disk is not noticed'
[ "$(grep -c 'cannot write to standard output: No space left' err)" = 1 ] || fault 'a full disk is not told'
size=$(stat -c %s chain.mtrace)
for ((at = 0; at < size; at += size / 40)); do
  head -c $at chain.mtrace >cut.mtrace
  "$mentat" profile --workers=2 cut.mtrace >out 2>err && fault "a recording that was cut at $at"
  grep -q 'was cut\|is no recording\|has no call' err || fault "the fault at $at is not told"
  "$mentat" profile cut.mtrace >out 2>err
  [ $? -le 1 ] || fault "a recording that was cut at $at"
done
cp chain.mtrace later.mtrace && printf '\x09' | dd of=later.mtrace bs=1 seek=8 conv=notrunc 2>dd_says
refuses 1 'use a newer one' later.mtrace
report
