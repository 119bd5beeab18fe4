#!/bin/bash
# Runs a test in Python, in a folder of its own: python_test.sh TEST WAITS RECORDS
set -u
test=$PWD/$1 waits=$PWD/$2 records=$PWD/$3
shift 3
axe=$PWD/third_party/js/axe.js
mentat=${MENTAT_UNDER_TEST:-$PWD/tools/sdk/sdk/bin/mentat}
command -v python3 >/dev/null || { echo 'SKIPPED: there is no python3'; exit 0; }
work=$(mktemp -d /tmp/dashboard.XXXXXX) # short: the path of a socket is
trap 'rm -rf "$work"' EXIT
mkdir -m 700 "$work/run" "$work/state" "$work/home"
export XDG_RUNTIME_DIR=$work/run XDG_STATE_HOME=$work/state HOME=$work/home MENTAT_WORKERS=2 PYTHONDONTWRITEBYTECODE=1
unset MENTAT_ADDRESS MENTAT_MODE MENTAT_RECORD MENTAT_RECORD_FILE
cd "$work" || exit 1
MENTAT_RECORD=full "$mentat" run --mode=threads --record=tree.mtrace "$records" tree >out || exit 1
MENTAT_RECORD=full "$mentat" run --mode=processes --record=processes.mtrace "$records" tree >out || exit 1
"$mentat" run --mode=threads --record=killed.mtrace "$records" kills >out 2>&1
record_hosts() { # three hosts on the loopback, the calls on the two others
  mkdir -m 700 config
  export XDG_CONFIG_HOME=$work/config
  local host
  "$mentat" start --session h1 --name n1 --listen tcp://127.0.0.1:0 --cores 1 >out 2>&1 || return
  for host in 2 3; do
    "$mentat" invite --session h1 2>/dev/null | sed 's/.* --join //' |
      "$mentat" start --session h$host --name n$host --listen tcp://127.0.0.1:0 --cores 1 --join - >out 2>&1 || return
  done
  MENTAT_ADDRESS=h1 MENTAT_RECORD=full MENTAT_PLACEMENT=elsewhere "$mentat" run --mode=cluster --record=hosts.mtrace "$records" tree >out || return
  for host in 3 2 1; do "$mentat" stop --session h$host >out 2>&1; done
}
case ${test##*/} in
  answers_test.py | browser_test.py) record_hosts || { cat out; exit 1; } ;;
esac
case ${test##*/} in
  safety_test.py) set -- "$mentat" tree.mtrace ;;
  metrics_test.py) set -- "$mentat" "$waits" tree.mtrace ;;
  answers_test.py) set -- "$mentat" "$waits" tree.mtrace ;;
  browser_test.py)
    for needed in chromium chromedriver; do
      command -v $needed >/dev/null || { echo "SKIPPED: there is no $needed (tools/packages.browser.txt)"; exit 0; }
    done
    set -- "$mentat" "$waits" "$axe"
    ;;
esac
timeout -k 5 550 python3 "$test" "$@"
status=$?
[ $status = 0 ] || { cat dashboard.err program.err 2>/dev/null | tail -n 40; }
exit $status
