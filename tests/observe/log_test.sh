#!/bin/bash
# MENTAT_LOG=info tells in every mode what begins, which waits are long, and how it ended; without it nothing is said.
#   log_test.sh STUCK
set -u
stuck=$PWD/$1
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

logs() { grep -qE -- "$1" err; }
for mode in serial threads adversarial processes; do
  MENTAT_LOG=debug start $mode "$stuck" "$work/go"
  logs "^mentat: mode $mode(, [12] workers?)?, process $program on " || fault 'it does not log the start'
  case $mode in # a worker that computes on the stack of who waits parks nobody
    adversarial | processes) eventually logs '^mentat: for a second by now the main program waits at .*stuck.mpl.cc:56 for ledger::pass, called at .*:53' ;;
  esac
  go_on
  logs "^mentat: mode $mode, process $program: ended after [0-9.]+ s" || fault 'it does not say how it ended'
done
logs '^mentat: executed 1 call of gate$' || fault 'it does not count calls'
: >go
MENTAT_MODE=threads "$stuck" "$work/go" >out 2>err </dev/null || fault 'it failed'
[ "$(cat err)" = stuck ] || fault 'it prints lines without being asked'

# The same as JSON, whatever the program is called.
cp "$stuck" 'st"u\%ck'
for mode in threads processes; do
  MENTAT_LOG=debug MENTAT_LOG_FORMAT=json start $mode './st"u\%ck' "$work/go"
  go_on
  grep -v '^stuck$' err >lines
  python3 - $program $mode <<'END' || fault "$mode: that is no log in JSON"
import json, os, re, sys
lines = [json.loads(line) for line in open("lines")]
assert len(lines) > 1, lines
for one in lines:
    assert list(one) == ["time", "level", "host", "process", "program", "what"], one
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", one["time"]), one
    assert one["level"] in ("debug", "info") and one["host"] == os.uname().nodename, one
    assert one["program"] == 'st"u\\%ck', one
assert any(one["process"] == int(sys.argv[1]) and one["what"].startswith("mode " + sys.argv[2]) for one in lines), lines
assert (len({one["process"] for one in lines}) > 1) == (sys.argv[2] == "processes"), lines
END
done
MENTAT_LOG_FORMAT=xml "$stuck" "$work/go" >out 2>err </dev/null
[ $? = 2 ] && grep -q "MENTAT_LOG_FORMAT: 'xml': expected text or json" err || fault 'a wrong format is taken'

# And what a daemon prints.
MENTAT_LOG_FORMAT=json "$mentat" start --foreground >out 2>err </dev/null &
daemon=$!
eventually grep -q 'is up' out err
expect 0 "$mentat" stop
wait $daemon || fault "the daemon ended with status $?"
python3 - $daemon <<'END' || fault 'the daemon prints no JSON'
import json, sys
lines = [json.loads(line) for line in open("err") if line.startswith("{")]
assert len(lines) > 1 and all(one["program"] == "mentat-host" and one["level"] == "info" for one in lines), lines
END
MENTAT_LOG_FORMAT=xml "$mentat" start --foreground >out 2>err </dev/null && fault 'a daemon takes a wrong format'
grep -q "MENTAT_LOG_FORMAT: 'xml': expected text or json" err || fault 'the daemon does not name the formats'
report
