#!/bin/bash
# A recording of a program on two hosts has the processes of the first one, and says so (docs/seeing.md).
#   record_test.sh RECORDS
top=$PWD
records=$top/$1
source "$top/tests/hosts/harness.sh"
cd "$work" || exit 1

expect 0 "$mentat" start --session a --listen tcp://127.0.0.1:0
expect 0 "$mentat" start --session b --listen tcp://127.0.0.1:0 --join "$(invitation a)"
eventually host_is a b up
export MENTAT_ADDRESS=$work/run/mentat/a MENTAT_WORKERS=2

expect 0 "$mentat" run --mode=cluster --record=tree.mtrace "$records" tree
says '^32$'
complains 'processes of other hosts are not recorded yet'
expect 0 "$mentat" trace export tree.mtrace --output=tree.json
complains ' alone, of one host'
grep -q '"name": "main"' tree.json || fault 'the driver is not recorded'
# Without a recording nothing is said of it.
expect 0 env MENTAT_MODE=cluster "$records" tree
says '^32$'
grep -q recorded "$work/err" && fault 'a recording is spoken of'

expect 0 "$mentat" stop --session a --all
"$mentat" stop --session b >/dev/null 2>&1
eventually nobody_left
finish
