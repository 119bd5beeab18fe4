#!/bin/bash
# Hosts that come back: one whose cable was pulled, and one that crashed, find back by themselves under a new incarnation; nothing runs on a
# host that is cut off as if it were the session.
part=$PWD/${1:?the program that the tests start}
[[ $1 == /* ]] && part=$1
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

three_networks mr$$ 10.74.13
for i in 1 2 3; do
  join=()
  [ $i -gt 1 ] && join=(--join "$(on 1 "$mentat" invite --session h1 2>/dev/null)")
  expect 0 on $i "$mentat" start --session h$i --listen tcp://10.74.13.$i "${join[@]}"
done
for from in 1 2 3; do for of in 1 2 3; do eventually host_is h$from h$of up; done; done
incarnation_is() { "$mentat" list hosts --session h1 --json | tr -d '\n ' | grep -q "\"number\":$1,\"incarnation\":$2,"; }
has_status() { "$mentat" status --session "$1" | grep -q "$2"; }
is_stopped() { [ -z "$(supervisor_of "$1")" ]; }  # its lock is free: the daemon has ended, too
begin() { : >"$work/driver"; on "$1" "$part" "$XDG_RUNTIME_DIR/mentat/h$1" >"$work/driver" 2>&1 & }
heard() { grep -qE -- "$1" "$work/driver"; }

# ---- cut off: it says so, and starts no program
ip -n $name-0 link set port3 down
eventually host_is h1 h3 lost
eventually host_is h3 h1 lost
eventually host_is h3 h2 lost
has_status h3 'cut off' || fault 'a host that is cut off does not say so'
begin 3
eventually heard '^refused .*cut off'

# ---- the cable is back: a new incarnation under the old number, for everybody
ip -n $name-0 link set port3 up
for from in 1 2 3; do for of in 1 2 3; do eventually host_is h$from h$of up; done; done
incarnation_is 3 2 || fault 'the host came back under another number or incarnation'
has_status h3 'cut off' && fault 'it still says that it is cut off'
begin 3
eventually heard '^begun host=3 hosts=3'
eventually heard '^news host=1'
eventually heard '^news host=2'

# ---- it crashes, and is started without an invitation
kill -9 "$(supervisor_of h3)"
eventually host_is h1 h3 lost
expect 0 on 3 "$mentat" start --session h3
says 'tcp://10.74.13.3'
for from in 1 2 3; do for of in 1 2 3; do eventually host_is h$from h$of up; done; done
incarnation_is 3 3 || fault 'the host that crashed came back under another number or incarnation'

# ---- a host that leaves in order does not come back by itself: what starts is new
expect 0 on 3 "$mentat" stop --session h3
eventually host_is h1 h3 left
expect 0 on 3 "$mentat" start --session h3
says 'alone'
expect 0 on 3 "$mentat" stop --session h3

# ---- the founder crashes: it founds nothing of the same name unasked, and the others report its absence
kill -9 "$(supervisor_of h1)"
eventually host_is h2 h1 lost
has_status h2 'cut off' || fault 'a host without its founder does not say so'
expect 1 on 1 "$mentat" start --session h1 --listen tcp://10.74.13.1
complains 'mentat start --new'
kill -9 "$(supervisor_of h2)"
eventually is_stopped h2
expect 1 on 2 "$mentat" start --session h2
complains 'mentat start --new'
expect 0 on 1 "$mentat" start --session h1 --listen tcp://10.74.13.1 --new
expect 1 on 2 "$mentat" start --session h2
complains 'is not taken back'
expect 0 on 2 "$mentat" start --session h2 --new --listen tcp://10.74.13.2
for i in 1 2; do expect 0 on $i "$mentat" stop --session h$i; done
eventually nobody_left
[ -z "$(ls "$XDG_CONFIG_HOME"/mentat/keys/*.session 2>/dev/null)" ] || fault 'a session that ended is remembered'
finish
