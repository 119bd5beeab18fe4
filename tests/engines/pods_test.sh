#!/bin/bash
# What the pods of `mentat launch k8s` run, here as processes of this machine: the driver, and hosts that come by its invitation.
#   pods_test.sh HELLO SURVIVOR
hello=$(realpath "${1:?a Mentat program}") survivor=$(realpath "${2:?a program that runs for a while}")
here=$(dirname "${BASH_SOURCE[0]}")
source "$here/../hosts/harness.sh"
source "$here/harness.sh"
cd "$work" || exit 1
port=$((20000 + RANDOM % 10000))

# ---- the keys of a run, as the Secret holds them
secret_of() { sed -n "s/^  $1: \"\(.*\)\"$/\1/p" "$2"; }
prepare() { # FILE: founder and join, for a founder on this machine
  "$mentat" launch k8s --image=lab/hello:1 --name=run --dry-run -- hello >"$1.yaml" || fault 'no manifests'
  (
    umask 077
    secret_of founder "$1.yaml" >"$1.founder"
    secret_of join "$1.yaml" | sed "s|//run:7411/|//127.0.0.1:$port/|" >"$1.join"
  )
}
prepare run
drive() { "$mentat" launch pods --founder-secret="$work/run.founder" --listen=tcp://127.0.0.1:$port "$@"; }
host() { # NAME [OPTION...]: in the background; its process is in `last`
  "$mentat" start --lease=session --join-secret="$work/run.join" --listen=auto --session="$1" --name="$1" "${@:2}" >"$1.out" 2>"$1.err" </dev/null &
  last=$!
}
ended_with() { # STATUS PROCESS WHAT
  wait "$2"
  local status=$?
  [ $status -eq "$1" ] || fault "$3 ended with status $status, expected $1"
}

# ---- hosts that are there before the founder wait for it; all end with the program
host h2
h2=$last
eventually test -e "$XDG_RUNTIME_DIR/mentat/h2/lock"
host h3
h3=$last
expect 0 drive --hosts=2 --all-hosts -- "$hello"
says 'Hello, world'
grep -qE 'mentat: Kubernetes, 3 hosts in session default: this one( +h[23]){2}$' err || fault 'it does not name the hosts'
ended_with 0 $h2 h2
ended_with 0 $h3 h3
grep -q 'session h2 is up' h2.out || fault 'h2 does not say that it is up'
eventually nothing_left
[ -s run.join ] || fault 'the mounted secret is gone'

# ---- a host that does not come is counted
expect 1 drive --hosts=2 --within=1 --all-hosts -- "$hello"
complains '2 of 2 hosts did not come within 1 s; `kubectl get pods`'
complains 'does not begin without all hosts'
host h2
expect 0 drive --hosts=2 --within=2 --json -- "$hello"
says 'Hello, world'
grep -q '"missing": 1' err || fault 'JSON does not count the missing host'
ended_with 0 $last h2
expect 3 drive --hosts=1 --within=1 -- sh -c 'exit 3'
host h2 --within=1
ended_with 1 $last 'a host without a founder'
grep -q 'error: no answer from tcp://127.0.0.1' h2.err || fault 'it does not say what it has waited for'
eventually nothing_left

# ---- an evicted pod gets SIGTERM and is drained, another one is killed: the program goes on
host h2 --grace=5s
h2=$last
host h3
h3=$last
"$mentat" launch pods --founder-secret="$work/run.founder" --listen=tcp://127.0.0.1:$port --hosts=2 --all-hosts -- "$survivor" forever \
  >printed 2>running </dev/null &
runs=$!
eventually grep -q running running
shows_no_key
has_host() { "$mentat" list hosts | grep -qE "^[0-9]+ +$1 +$2 "; }
kill $h2
eventually has_host h2 left
ended_with 0 $h2 'the drained host'
kill -9 "$(daemon_of h3)"
eventually has_host h3 lost
wait $h3
kill -0 $runs || fault 'the program has ended'
kill $runs
ended_with 143 $runs 'the program'
eventually nothing_left

# ---- SIGTERM to a host that waits, and to the driver
host h2
eventually test -e "$XDG_RUNTIME_DIR/mentat/h2/lock"
kill $last
ended_with 143 $last 'a host that waits'
"$mentat" launch pods --founder-secret="$work/run.founder" --listen=tcp://127.0.0.1:$port --hosts=1 -- "$hello" >printed 2>waiting </dev/null &
driver=$!
eventually "$mentat" status --session=default
kill $driver
ended_with 143 $driver 'a driver that waits'
eventually nothing_left

# ---- the keys of another run open nothing
cp run.founder mine.founder
prepare other
cp other.join run.join
host h2 --within=2
expect 1 drive --hosts=1 --within=1 --all-hosts -- "$hello"
ended_with 1 $last 'a stranger'

# ---- bad input
start() { "$mentat" start --lease=session --listen=auto "$@"; }
if [ "$(id -u)" -ne 0 ]; then # one of root is as an engine mounts it
  chmod 644 run.join
  expect 2 start --join-secret="$work/run.join"
  complains 'others can read'
  chmod 600 run.join
fi
chmod 666 run.join
expect 2 start --join-secret="$work/run.join"
complains 'others can write it'
chmod 600 run.join
expect 2 start --join-secret="$work/none"
complains 'there is no file'
printf 'mentat:/x\n' >bad
expect 2 start --join-secret="$work/bad"
complains 'needs an invitation'
: >bad
expect 2 start --join-secret="$work/bad"
expect 2 start
complains '--join-secret=FILE'
expect 2 start --join-secret="$work/run.join" --join=x
complains 'exclude each other'
expect 2 "$mentat" start --within=3
for text in '' mentat-founder:// "$(cat run.join)" "$(cat mine.founder)0" "$(tr a-f A-F <mine.founder)"; do
  printf '%s\n' "$text" >bad
  chmod 600 bad
  expect 2 "$mentat" launch pods --hosts=1 --founder-secret="$work/bad" -- "$hello"
done
expect 2 "$mentat" launch pods --hosts=1 -- "$hello"
expect 2 "$mentat" launch pods --hosts=256 --founder-secret="$work/mine.founder" -- "$hello"
expect 127 "$mentat" launch pods --hosts=1 --founder-secret="$work/mine.founder" -- no-such-program
eventually nothing_left
finish
