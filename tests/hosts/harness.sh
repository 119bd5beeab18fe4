# Sourced by the tests of this folder. Each host is a session of another name; all its files lie in a folder of the test.
set -u
mentat=$PWD/tools/sdk/sdk/bin/mentat
[ -n "${MENTAT_UNDER_TEST:-}" ] && mentat=$MENTAT_UNDER_TEST
work=$(mktemp -d "${TEST_TMPDIR:?}/hosts.XXXXXX")
mkdir -m 700 "$work/run" "$work/config" "$work/state"
export XDG_RUNTIME_DIR=$work/run XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state
unset MENTAT_ADDRESS
failures=0

fault() {
  local i=1
  while [ "${BASH_SOURCE[i]}" = "${BASH_SOURCE[0]}" ]; do ((++i)); done
  printf 'line %s: %s\n' "${BASH_LINENO[i - 1]}" "$*"
  sed 's/^/  out: /' "$work/out"
  sed 's/^/  err: /' "$work/err"
  failures=$((failures + 1))
}

# expect STATUS COMMAND...: runs it, keeps its output for `says` and `complains`.
expect() {
  local wanted=$1 status
  shift
  "$@" >"$work/out" 2>"$work/err" </dev/null
  status=$?
  [ "$status" -eq "$wanted" ] || fault "'$*' ended with status $status, expected $wanted"
}
says() { grep -qE -- "$1" "$work/out" || fault "standard output does not say '$1'"; }
complains() { grep -qF -- "$1" "$work/err" || fault "standard error does not say '$1'"; }

# Waits for an event, not for a time: until the command succeeds, 100 times 0.1 s at most.
eventually() {
  local i
  for ((i = 0; i < 100; ++i)); do
    "$@" >"$work/out" 2>"$work/err" </dev/null && return
    sleep 0.1
  done
  fault "'$*' never succeeded"
}
host_is() { "$mentat" list hosts --session "$1" 2>&1 | grep -qE "^[0-9]+ +$2@[^ ]+ +$3 "; }
invitation() { "$mentat" invite --session "$1" 2>/dev/null | sed 's/.* --join //'; }
supervisor_of() {  # the process that holds the session's lock and is its daemon's parent
  local lock
  lock=$(stat -c %i "$XDG_RUNTIME_DIR/mentat/$1/lock")
  awk -v inode="$lock" '$2 == "FLOCK" { split($6, at, ":"); if (at[3] == inode) print $5 }' /proc/locks
}
daemon_of() { cat "/proc/$(supervisor_of "$1")/task/"*/children | tr ' ' '\n' | head -n 1; }
processes_of_test() {  # those with this environment, but those that it has marked with OWN_OF_TEST and those that search
  (
    unset XDG_RUNTIME_DIR
    grep -lzs "^XDG_RUNTIME_DIR=$work/run" /proc/[0-9]*/environ | xargs -r grep -Lzs '^OWN_OF_TEST=' | cut -d / -f 3
  )
}
no_process_left() { [ -z "$(processes_of_test)" ]; }
nobody_left() {  # of the processes with this environment only those that search are left
  local process
  for process in $(grep -lzs "XDG_RUNTIME_DIR=$work/run" /proc/[0-9]*/environ | cut -d / -f 3); do
    case $(cat "/proc/$process/comm" 2>/dev/null) in
      mentat* | part*) return 1 ;;
    esac
  done
}

# Hosts with networks of their own: namespaces NAME-1 to COUNT, joined by a bridge that stands in NAME-0, so that nothing of the machine's
# own network is touched. Their addresses are NET.1 to COUNT. Ends the test where that is not permitted.
three_networks() { networks 3 "$@"; } # NAME NET
networks() { # COUNT NAME NET
  count=$1 name=$2
  local i
  if ! command -v ip >/dev/null || ! ip netns add $name-0 2>/dev/null; then
    echo "SKIPPED: network namespaces cannot be made here (needs root and iproute2)"
    exit 0
  fi
  trap remove_networks EXIT
  ip -n $name-0 link add bridge type bridge && ip -n $name-0 link set bridge up || { echo "SKIPPED: no bridge can be made here"; exit 0; }
  for ((i = 1; i <= count; ++i)); do
    ip netns add $name-$i
    ip -n $name-0 link add port$i type veth peer name cable netns $name-$i
    ip -n $name-0 link set port$i master bridge up
    ip -n $name-$i addr add "$3.$i/24" dev cable
    ip -n $name-$i addr add "fd74::$i/64" dev cable nodad 2>/dev/null
    ip -n $name-$i link set cable up
    ip -n $name-$i link set lo up
  done
}
remove_networks() {
  local i
  for ((i = 1; i <= count; ++i)); do
    on $i "$mentat" stop --session h$i >/dev/null 2>&1
    ip netns del $name-$i 2>/dev/null
  done
  ip netns del $name-0 2>/dev/null
}
on() { ip netns exec $name-"$1" "${@:2}"; }

finish() {
  local session
  for session in "$XDG_RUNTIME_DIR"/mentat/*/; do
    [ -d "$session" ] && "$mentat" stop --session "$(basename "$session")" >/dev/null 2>&1
  done
  echo "$failures faults"
  exit "$((failures > 0))"
}
