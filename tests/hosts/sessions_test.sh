#!/bin/bash
# Three hosts on the loopback: they join, carry a program, are killed and leave; and what must be refused is.
part=$(realpath "${1:?the program that the tests start}")
strangers=$(realpath "${2:?connections that say nothing}")
source "$(dirname "${BASH_SOURCE[0]}")/harness.sh"

# ---- nothing is there
expect 1 "$mentat" status
complains 'mentat start'
expect 1 "$mentat" stop --session a
expect 1 "$mentat" invite --session a
expect 2 "$mentat" status --session 'no/name'

# ---- three hosts
expect 0 "$mentat" start --session a --listen tcp://127.0.0.1:0
says 'listens on tcp://127.0.0.1:[1-9]'
address=$(sed -n 's/.*listens on \(tcp:[^ ]*\).*/\1/p' "$work/out")
expect 1 "$mentat" start --session a --listen tcp://127.0.0.1:0
complains 'already started'
line=$(invitation a)
expect 0 "$mentat" start --session b --listen tcp://127.0.0.1:0 --join "$line"
expect 0 "$mentat" start --session c --listen tcp://127.0.0.1:0 --join "$(invitation a)"
for from in a b c; do for of in a b c; do eventually host_is $from $of up; done; done
expect 0 "$mentat" status --session b --json
says '"hosts": \['
[ "$(stat -c %a "$work/config/mentat/keys/a.key")" = 600 ] || fault "the keys can be read by others"
[ "$(stat -c %a "$XDG_RUNTIME_DIR/mentat/a")" = 700 ] || fault "others can enter the session's folder"

# ---- refused arguments
expect 1 "$mentat" start --session d --listen tcp://127.0.0.1:0 --join "$line"
complains 'it was used'
expect 1 "$mentat" start --session d --listen tcp://127.0.0.1:0 --join 'mentat://nonsense'
complains 'not an invitation'
expect 1 "$mentat" start --session d --listen tcp://127.0.0.1:0 --join "${line%????}0000"
complains 'does not know this invitation'
expect 1 "$mentat" start --session d --join "$line"
complains '--listen'
expect 1 "$mentat" start --session d --listen "$address"
complains 'the port is taken'
expect 1 "$mentat" start --session d --listen tcp://203.0.113.1
complains 'not an address of this machine'
expect 2 "$mentat" start --session d --listen tcp://0.0.0.0
expect 1 "$mentat" invite --session b
complains 'only the host that founded'
expect 2 "$mentat" list hostz --session a
complains "did you mean 'hosts'"
mkdir -m 755 "$XDG_RUNTIME_DIR/mentat/open"
expect 1 "$mentat" start --session open
complains 'only you can enter'
rmdir "$XDG_RUNTIME_DIR/mentat/open"
chmod 644 "$work/config/mentat/keys/d.key"
expect 1 "$mentat" start --session d --listen tcp://127.0.0.1:0
complains 'not secret any more'

# ---- strangers on the port; the daemon goes on
port=${address##*:}
peak() { awk '/^VmHWM/ { print $2 }' "/proc/$(daemon_of "$1")/status"; }
before=$(peak a)
"$strangers" "$port" 10000 >"$work/strangers" &
crowd=$!
eventually grep -q '^open' "$work/strangers"
exec {web}<>"/dev/tcp/127.0.0.1/$port"
env printf 'GET / HTTP/1.1\r\nHost: a\r\n\r\n' >&"$web"
exec {noise}<>"/dev/tcp/127.0.0.1/$port"
head -c 100000 /dev/urandom >&"$noise" 2>/dev/null
expect 0 "$mentat" start --session d2 --listen tcp://127.0.0.1:0 --join "$(invitation a)"
eventually host_is a d2 up
exec {web}>&- {noise}>&-
wait "$crowd" || fault "strangers are still connected: $(tr '\n' ' ' <"$work/strangers")"
first=$(peak a)
[ $((first - before)) -lt 300000 ] || fault "the daemon grew from $before to $first KiB"
echo "$(head -n 1 "$work/strangers") of 10000 strangers at once, $((first - before)) KiB for them"
"$strangers" "$port" 10000 >"$work/strangers" || fault "strangers are still connected: $(tr '\n' ' ' <"$work/strangers")"
[ $((first - before)) -lt 1000 ] || [ $(($(peak a) - before)) -lt $(((first - before) * 3 / 2)) ] ||
  fault "more strangers need more memory: $before, $first, $(peak a) KiB"
expect 0 "$mentat" status --session a

# ---- a daemon that may have few descriptors: there is no room for all, and it goes on
(ulimit -n 300 && exec "$mentat" start --session few --listen tcp://127.0.0.1:0) >"$work/out" 2>&1 || fault "it did not start"
few=$(sed -n 's/.*listens on tcp:.*:\([0-9]*\) .*/\1/p' "$work/out")
"$strangers" "$few" 1000 >"$work/strangers" || fault "strangers are still connected: $(tr '\n' ' ' <"$work/strangers")"
echo "$(head -n 1 "$work/strangers") of 1000 strangers at a daemon with 300 descriptors"
expect 0 "$mentat" start --session few2 --listen tcp://127.0.0.1:0 --join "$(invitation few)"
eventually host_is few few2 up
expect 0 "$mentat" stop --session few2
expect 0 "$mentat" stop --session few

# ---- a reader of its output reaches the end when the daemon is up
timeout 20 bash -c 'read=$("$0" start --session read 2>&1)' "$mentat" || fault 'it keeps the descriptors of its starter open'
expect 0 "$mentat" stop --session read

# ---- the members have not noticed
expect 0 "$mentat" stop --session d2
eventually host_is a d2 left

# ---- a program
begin() { : >"$work/driver"; "$part" "$XDG_RUNTIME_DIR/mentat/$1" >"$work/driver" 2>&1 & driver=$!; }
heard() { grep -qE -- "$1" "$work/driver"; }
in_log() { grep -qE -- "$2" "$XDG_STATE_HOME"/mentat/sessions/*-"$1"/host.log; }
begin b
eventually heard '^begun host=2 hosts=3 driver=2 text=mode=cluster'
eventually heard '^news host=1 process=4'
eventually heard '^news host=3 process=4'
eventually in_log a ' mentat-host [0-9.]+'
eventually in_log a 'prints: news host=3 process=4'
eventually in_log c 'prints: news host=2 process=0'
expect 0 "$mentat" list programs --session c
says "$(basename "$part").* running +b@"

# ---- a host dies: the others hear of it, and so does the program
kill -9 "$(supervisor_of c)"
eventually heard '^host_down host=3 host c@.* lost'
eventually host_is a c lost
eventually host_is b c lost
eventually in_log a 'prints: host_down host=3'

# ---- it starts again over its own remains, as a new incarnation
expect 0 "$mentat" start --session c --listen tcp://127.0.0.1:0 --join "$(invitation a)"
eventually host_is b c up
says=$("$mentat" list hosts --session b --json | tr -d '\n ')
[[ $says == *'"number":3,"incarnation":2,'* ]] || fault "the host that started again has no new incarnation: $says"

# ---- the driver is killed: its branches end
kill -9 "$driver"
wait "$driver" 2>/dev/null
eventually in_log a 'its branch has ended'

# ---- a host's daemon dies: its supervisor ends all processes there
begin b
eventually heard '^news host=3'
kill -9 "$(daemon_of c)"
eventually heard '^host_down host=3'
eventually in_log c 'the daemon was ended by signal 9'

# ---- a host leaves while it carries a branch; then the session ends
expect 0 "$mentat" stop --session a
eventually heard '^host_down host=1 .*leaves the session'
eventually host_is b a left
expect 1 "$mentat" stop --session b --all
complains 'host c@'
eventually heard '^refused host b@.* leaves the session'
eventually nobody_left
[ -z "$(ls "$XDG_RUNTIME_DIR/mentat")" ] || fault "left behind: $(ls "$XDG_RUNTIME_DIR/mentat")"
expect 0 "$mentat" logs --session b
says 'ends$'
finish
