#!/bin/bash
# `mentat c++ --profile-use`: calls that were too brief to be handed over run inline, the answer
# stays, and files that are no profile of the program are refused.
#   profile_use_test.sh BRIEF.MPL.CC
set -u
source=$PWD/$1
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"
cp "$source" brief.mpl.cc

# refuses TEXT ARGUMENT...: one message, which says what to do; nothing is written.
refuses() {
  local text=$1
  shift
  rm -f translated
  timeout 60 "$mentat" c++ --emit=cc "$@" -o translated >out 2>err
  local status=$?
  [ $status = 0 ] && fault "not refused: $*"
  [ $status -lt 124 ] || fault "status $status: $*"
  grep -qF -- "$text" err || fault "it does not say '$text': $*"
  [ "$(wc -l <err)" -le 2 ] || fault "it says too much: $*"
  [ -e translated ] && fault "it wrote a file: $*"
  LC_ALL=C grep -q '[^[:print:][:space:]]' err && fault 'control characters'
}

expect 0 "$mentat" c++ -O0 brief.mpl.cc -o before
MENTAT_RECORD=full expect 0 "$mentat" run --mode=threads --record=brief.mtrace ./before 300
expect 0 "$mentat" profile --json --output=measured.json brief.mtrace

# What is brief depends on the machine; here everything is that was called a hundred times.
python3 - <<'END' || fault 'the profile lacks something'
import json
of = json.load(open("measured.json"))
assert of["profile_version"] == 1 and of["whole"] is True and of["break_even_ns"] > 0
assert "patient::through" in of["known"] and "gate::open" in of["known"], of["known"]
def write(name, **changes):
    json.dump({**of, **changes}, open(name, "w"))
write("profile.json", break_even_ns=10**12)
write("nothing_is_brief.json", break_even_ns=0)
write("cut_recording.json", whole=False)
write("newer.json", profile_version=99)
write("other.json", known=["search::longest"], functions=[], program="search\x1b[31m\n\nforged")
write("changed.json", functions=[{"function": 7}])
write("no_number.json", break_even_ns="many")
write("no_version.json", profile_version=1e300)
old = dict(of)
del old["profile_version"]
json.dump(old, open("older.json", "w"))
text = open("measured.json").read()
open("cut.json", "w").write(text[:len(text) // 2])
open("waits.json", "w").write('{"waits": []}')
END

translates() { # ARGUMENT...: without the ends of lines
  expect 0 "$mentat" c++ --emit=cc "$@" brief.mpl.cc -o -
  tr -s ' \n' ' ' <said | tr ';' '\n' >flat
  mv flat said
}
translates --profile-use=profile.json
for function in mix sum checked text filled nothing; do says "using ${function}_tag__ = mentat::inline_method__<"; done
# One waits for its caller, one was called once, the others belong to objects.
for function in through longest within pass open add; do never_says "using ${function}_tag__ = mentat::inline_method__<"; done
translates --profile-use nothing_is_brief.json
never_says inline_method__

expect 0 "$mentat" c++ -O0 --profile-use=profile.json brief.mpl.cc -o after
MENTAT_MODE=serial ./before 300 >answer 2>err || fault 'the program fails'
for mode in serial threads adversarial processes; do
  for program in before after; do
    MENTAT_MODE=$mode MENTAT_LOG=debug MENTAT_LIMITS__FIBER_STACK=128KiB timeout 120 ./$program 300 >out 2>err ||
      fault "$mode, $program: status $?"
    cmp -s answer out || fault "$mode, $program: another answer"
    awk '/^mentat: executed [0-9]* calls? of brief$/ { n += $3 } END { print n + 0 }' err >counts.$program
  done
  [ $mode != processes ] || [ "$(cat counts.before)" -gt 300 ] || fault 'nothing is counted'
  cmp -s counts.before counts.after || fault "$mode: $(cat counts.before) calls, and inline $(cat counts.after)"
done
# They run where they are made: nothing of them waits for a worker.
MENTAT_RECORD=full expect 0 "$mentat" run --mode=threads --record=after.mtrace ./after 300
expect 0 "$mentat" profile --json --output=after.json after.mtrace
python3 - <<'END' || fault 'calls do not run inline, or are not recorded'
import json
of = json.load(open("after.json"))
calls = {one["function"]: one["calls"] for one in of["functions"]}
assert calls["brief::mix"] == 300 + 300 + 120, calls
assert all(one["wanted"] != "brief::mix" for one in of["waits"]), of["waits"]
END

# Mode adversarial changes the order of calls, and so runs none inline.
MENTAT_RECORD=full expect 0 "$mentat" run --mode=adversarial --record=order.mtrace ./after 300
expect 0 "$mentat" profile --json --output=order.json order.mtrace
grep -q '"wanted": "brief::mix"' order.json || fault 'mode adversarial runs calls inline'

# A sparse file of a terabyte is not read.
truncate -s 1T large.json
refuses 'is larger than 16 MiB' --profile-use=large.json brief.mpl.cc
refuses 'cannot read the profile' --profile-use=none.json brief.mpl.cc
refuses 'is no profile, or was cut; `mentat profile --json --output=FILE RECORDING` makes one' --profile-use=cut.json brief.mpl.cc
refuses 'is no profile, or was cut' --profile-use=brief.mpl.cc brief.mpl.cc
refuses 'is not a plain file' --profile-use=/dev/null brief.mpl.cc
refuses 'is a recording, not its profile' --profile-use=brief.mtrace brief.mpl.cc
refuses 'a recording that was cut: record a run that comes to its end' --profile-use=cut_recording.json brief.mpl.cc
refuses 'is a profile of an older `mentat`: make it again' --profile-use=older.json brief.mpl.cc
refuses 'has version 99 of profiles' --profile-use=newer.json brief.mpl.cc
refuses 'is no profile of calls' --profile-use=waits.json brief.mpl.cc
refuses 'or was changed' --profile-use=changed.json brief.mpl.cc
refuses 'or was changed' --profile-use=no_number.json brief.mpl.cc
refuses 'or was changed' --profile-use=no_version.json brief.mpl.cc
refuses 'which has no function of this file, such as '"'brief::mix'" --profile-use=other.json brief.mpl.cc
refuses 'needs a file' brief.mpl.cc --profile-use=
# Reading it fails.
refuses 'is no profile, or was cut' --profile-use=/proc/self/mem brief.mpl.cc
mkfifo pipe
refuses 'is not a plain file' --profile-use=pipe brief.mpl.cc
refuses 'is not a plain file' --profile-use=. brief.mpl.cc
report
